import { expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { mutantsOf } from './mutants.ts';

const grammars = await loadTreeSitter();

test('the mildest mutant of a line, and none of what is not run', async () => {
  const text = `import os
def f(a: int = 1, b=2):
    """Doc < 1."""
    if a < b and a:
        return a + 1
    while not a:
        break
    x = [True]
    a += 3
    log("x")
    return g(a)
    if a:
        raise E
    assert a > 1
    y = a
Z = 1 < 2
`;
  const lines = text.split('\n').map((_, index) => index + 1);
  const found = await mutantsOf({ path: 'a.py', text }, lines, 'mildest', grammars);
  expect(found.map(({ line, original, replacement }) => `${line} ${original} -> ${replacement}`)).toEqual([
    '4 < -> <=',
    '5 + -> -',
    '6 not a -> a',
    '7 break -> continue',
    '8 True -> False',
    '9 += -> -=',
    '10 log("x") -> pass',
    '11 return g(a) -> return None',
    '12 a -> not (a)',
    '13 raise E -> pass',
    '15 y = a -> pass',
  ]);
  for (const { start, end, original } of found) expect(text.slice(start, end)).toBe(original);
  expect(await mutantsOf({ path: 'a.py', text }, [5], 'mildest', grammars)).toHaveLength(1);
  const all = await mutantsOf({ path: 'a.py', text }, [5], 'all', grammars);
  expect(all.map(({ replacement }) => replacement)).toEqual(['-', '2', 'return None']);
  expect(await mutantsOf({ path: 'a.py', text: 'def f(:\n' }, [1], 'mildest', grammars)).toEqual([]);
});
