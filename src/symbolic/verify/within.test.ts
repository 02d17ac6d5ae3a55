import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

const COLLATZ = 'while n > 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n        c += 1';
const ROUNDS = 'at most 8 rounds of each loop and comprehension';

test.each([
  ['a loop', `def f(n: int) -> int:\n    "post: __return__ >= 0"\n    c = 0\n    ${COLLATZ}\n    return c`, ROUNDS],
  [
    'recursion',
    'def g(n: int) -> int:\n    return 0 if n <= 0 else 1 + g(n // 3)\ndef f(n: int) -> int:\n    "post: __return__ >= 0"\n    return g(n)',
    'at most 6 calls of g at a time',
  ],
  [
    'nested lists',
    'def f(rows: list[list[int]]) -> int:\n    "post: __return__ >= 0"\n    return len([x for row in rows for x in row])',
    'rows of at most 4 items; rows[…] of at most 2 items',
  ],
  [
    'a dictionary',
    'def f(d: dict[str, int]) -> int:\n    "post: __return__ >= 0"\n    t = 0\n    for k in d:\n        t += d[k] * d[k]\n    return t',
    'd of at most 3 items',
  ],
])('what is proved within bounds is claimed: %s', async (_name, code, bounds) => {
  expect(await symbolic.check(code, 'f', 1)).toMatchObject({
    status: 'unknown',
    verifiedWithin: bounds,
    message: expect.stringMatching(/^Proved within bounds only: f keeps its contract for /),
  });
});

test.each([
  [
    'something else is open',
    `def f(n: int) -> int:\n    "post: __return__ >= 0"\n    c = 0\n    ${COLLATZ}\n    return c + abs(hash(str(c)) + id(c))`,
  ],
  [
    'calls leave something behind',
    `SEEN = []\ndef f(n: int) -> int:\n    "post: __return__ >= 0"\n    c = len(SEEN)\n    ${COLLATZ}\n    SEEN.append(c)\n    return c`,
  ],
  [
    'a generator runs ahead',
    `def slow(n: int) -> int:\n    c = 0\n    ${COLLATZ}\n    return c\ndef g(n: int):\n    yield n\n    yield slow(n)\ndef f(n: int) -> int:\n    "post: __return__ == n"\n    return next(g(n))`,
  ],
  [
    'an operation calls',
    `def slow(n: int) -> int:\n    c = 0\n    ${COLLATZ}\n    return c\ndef f(n: int) -> int:\n    "post: __return__ >= 1"\n    return max(1, 2, key=lambda v: slow(n))`,
  ],
  [
    'no path within is proved',
    `def f(n: int) -> int:\n    """\n    pre: n > 1000\n    post: __return__ > 0\n    """\n    c = 0\n    ${COLLATZ}\n    return c`,
  ],
])('nothing is claimed where %s', async (_name, code) => {
  const result = await symbolic.check(code, 'f', 1);
  expect(result).not.toHaveProperty('verifiedWithin');
  expect(result.status).not.toBe('error');
});

test('an exception is unreachable within bounds', async () => {
  const code = `def f(n: int) -> int:\n    c = 0\n    ${COLLATZ}\n    return 10 // (c + 1)`;
  expect(await symbolic.find(code, 'f', 'ZeroDivisionError', 1)).toMatchObject({
    status: 'unknown',
    verifiedWithin: ROUNDS,
    message: expect.stringMatching(/^Proved within bounds only: /),
  });
});

test('functions are equivalent within bounds', async () => {
  const one = `def f(n: int) -> int:\n    c = 0\n    ${COLLATZ}\n    return c`;
  const other = `def g(n: int) -> int:\n    c = 1\n    ${COLLATZ}\n    return c - 1`;
  expect(await symbolic.compare(`${one}\n${other}`, 'f', 'g', { timeoutSeconds: 2 })).toMatchObject({
    status: 'unknown',
    verifiedWithin: expect.stringMatching(/^at most \d+ rounds of each loop and comprehension$/),
  });
});
