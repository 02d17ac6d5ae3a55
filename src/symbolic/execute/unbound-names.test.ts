/** Names that may be unbound where they are read: those that a loop binds, and those of a class body. */
import { describe, expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const symbolic = await loadSymbolic();

// trials do not come upon such a number, so that the answer is the solver's
const COMMON = 'k % 1000003 != 77777 or k < 10**9';

function indented(text: string): string {
  return text.replace(/^/gm, '    ');
}

function check(parameters: string, body: string, post = 'True', prelude = '') {
  const code = `${prelude}
def f(${parameters}, k: int):
    "post: ${COMMON} or (${post})"
    if ${COMMON}:
        return None
${indented(body)}
`;
  return symbolic.check(code, 'f');
}

describe('a name that is first bound in a loop', () => {
  test.each([
    ['for over a range', 'n: int', 'for i in range(n):\n    z = i\nreturn z'],
    ['the target of for', 'n: int', 'for i in range(n):\n    pass\nreturn i'],
    ['for over a text', 's: str', 'for c in s:\n    pass\nreturn c'],
    ['enumerate of a text', 's: str', 'for i, c in enumerate(s):\n    z = i\nreturn z'],
    ['while', 'n: int', 'while n > 0:\n    z = n\n    n -= 1\nreturn z'],
    ['zip', 'a: list[int], b: list[int]', 'for x, y in zip(a, b):\n    z = x\nreturn z'],
    ['an inner loop', 'n: int, m: int', 'for i in range(n):\n    for j in range(m):\n        t = i\nreturn t'],
    ['a round that may not bind it', 'n: int', 'for i in range(n):\n    if i == 2:\n        z = i\nreturn z'],
    [
      'a round that may fail before',
      'n: int',
      'for i in range(n):\n    try:\n        z = 6 // (i - 3)\n    except ZeroDivisionError:\n        pass\nreturn z',
    ],
    ['a function that reads it', 'n: int', 'def g():\n    return z\nfor i in range(n):\n    z = i\nreturn g()'],
  ])('is found unbound after %s', async (_, parameters, body) => {
    const { status, counterexamples } = Object(await check(parameters, body));
    expect(status).toBe('counterexample');
    expect(counterexamples[0].foundBy).toBe('solver');
    expect(counterexamples[0].outcome.exception).toMatch(/UnboundLocalError|NameError/);
  });

  test.each([
    ['where a round is sure', 'n: int', 'for i in range(abs(n) + 1):\n    z = i\nreturn z'],
    ['where it is read after a test', 'n: int', 'for i in range(n):\n    z = i\nif n > 0:\n    return z'],
    ['where it is bound before', 'n: int', 'z = 0\nfor i in range(n):\n    z = i\nreturn z'],
    ['within each round', 'n: int', 'for i in range(n):\n    z = i\n    z += 1'],
    [
      'of an inner loop, within each round',
      'n: int',
      'for i in range(n):\n    for j in range(i):\n        z = j\nreturn 0',
    ],
  ])('is proved to be bound %s', async (_, parameters, body) => {
    expect(await check(parameters, body)).toMatchObject({ status: 'verified' });
  });
});

describe('in the body of a class inside a function', () => {
  test.each([
    ['comprehensions see the function', 'class A:\n    y = 1\n    z = [y for _ in range(1)]\nreturn A.z[0]', '_ == y'],
    [
      'so do their conditions',
      'class A:\n    y = True\n    z = [1 for _ in range(1) if y]\nreturn len(A.z)',
      '_ == int(y != 0)',
    ],
    ['so do generators', 'class A:\n    y = 1\n    z = sum(y for _ in range(1))\nreturn A.z', '_ == y'],
    ['so do nested ones', 'class A:\n    y = 1\n    z = [[y for _ in [0]] for _ in [0]]\nreturn A.z[0][0]', '_ == y'],
    ['the first iterable is of the class', 'class A:\n    y = 1\n    z = [a for a in [y]]\nreturn A.z[0]', '_ == 1'],
    ['a name that it binds is one of the module before', 'class A:\n    y = y + 1\nreturn A.y', '_ == 11'],
    ['also in an augmented assignment', 'class A:\n    y += 1\nreturn A.y', '_ == 11'],
    ['and once it is deleted', 'class A:\n    y = 3\n    del y\n    z = y\nreturn A.z', '_ == 10'],
    [
      'and where it is bound on some paths',
      'class A:\n    if y > 10:\n        y = 5\n    z = y\nreturn A.z',
      '_ == 10',
    ],
    ['a name that it does not bind is one of the function', 'class A:\n    z = y + 1\nreturn A.z', '_ == y + 1'],
    [
      'nonlocal names are those of the function',
      'w = y\nclass A:\n    nonlocal w\n    w = w + 1\nreturn w',
      '_ == y + 1',
    ],
  ])('%s', async (_, body, post) => {
    expect(await check('y: int', body, post, 'y = 10')).toMatchObject({ status: 'verified' });
    expect(await check('y: int', body, `not (${post})`, 'y = 10')).toMatchObject({ status: 'counterexample' });
  });

  test('a name that only the class and the function bind is no name of the module', async () => {
    const result = await check('y: int', 'class A:\n    y = y + 1\nreturn A.y');
    expect(result).toMatchObject({ counterexamples: [{ outcome: { exception: 'NameError' }, foundBy: 'solver' }] });
  });
});
