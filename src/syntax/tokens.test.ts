import { expect, test } from 'vitest';
import { countTokens } from './tokens.ts';

// What OpenAI's tiktoken gives for cl100k_base.
test.each([
  ['', 0],
  ['hello world', 2],
  ['tiktoken is great!', 6],
  ['お誕生日おめでとう', 9],
  ['antidisestablishmentarianism', 6],
  ['2 + 2 = 4', 7],
])('%j has %i tokens', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens);
});

test('names of special tokens are text', () => {
  expect(countTokens('<|endoftext|>')).toBe(7);
});

test.each([
  ['letters', 'a'],
  ['signs', '(['],
  ['spaces', ' '],
  ['blank lines', '\n'],
  ['pairs of surrogates', '🐍'],
])('a megabyte of %s is counted', (_, unit) => {
  const tokens = countTokens(unit.repeat(1_000_000 / unit.length));
  expect(tokens).toBeGreaterThan(5_000);
  expect(tokens).toBeLessThan(2_000_000);
});

test('the count of a text does not depend on those before', () => {
  const text = 'const identifierOfManyParts = 17;\n'.repeat(50);
  const first = countTokens(text);
  for (let index = 0; index < 400; index++) countTokens(`${index} unusual_${index}_name `.repeat(200));
  expect(countTokens(text)).toBe(first);
});
