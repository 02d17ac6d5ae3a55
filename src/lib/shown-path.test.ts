import { expect, it } from 'vitest';
import { shownPath } from './shown-path.ts';

it.each([
  ['src/a b/ü_😀.py', 'src/a b/ü_😀.py'],
  ['a\n2. b.py', '"a\\n2. b.py"'],
  ['a\u202Eyp.b', '"a\\342\\200\\256yp.b"'],
  ['a\u2066b', '"a\\342\\201\\246b"'],
  ['\u001B[31m', '"\\033[31m"'],
  ['a\u2028b', '"a\\342\\200\\250b"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
])('%j is shown as %s', (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});
