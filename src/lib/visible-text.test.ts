/** Signs that terminals obey, and that turn the direction of text. */
import { expect, it } from 'vitest';
import { onOneLine, visibleText, withoutHidden } from './visible-text.ts';

it.each([
  ['colours', 'a\u001b[31mred', 'a\\x1b[31mred'],
  ['a carriage return that hides a line', 'rm -rf\rls', 'rm -rf\\x0dls'],
  ['a backspace, a null, a form feed', '\b\0\f', '\\x08\\x00\\x0c'],
  ['signs of the second range', 'a\u0085b\u009b1m', 'a\\x85b\\x9b1m'],
  ['direction', 'if admin\u202e \u2066// ok\u2069', 'if admin\\u202e \\u2066// ok\\u2069'],
])('are shown: %s', (_, text, shown) => {
  expect(withoutHidden(text)).toBe(shown);
  expect(visibleText(text)).toBe(`${shown}\n[Control characters are shown as \\x and \\u escapes.]`);
});

it('a name stays on its line', () => {
  expect(onOneLine('a\n\tb\r\n\u001b')).toBe('a\\x0a\\x09b\\x0d\\x0a\\x1b');
});

it.each(['', 'a\tb\r\nc\n', 'x = "\\x1b"', 'שלום \u200f', '👩‍💻'])('are not in %j', (text) => {
  expect(visibleText(text)).toBe(text);
});
