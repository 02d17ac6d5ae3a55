/** Invariants about two variables, about what the last test said, and about what sums come to; and what must not be proved by them. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

function define(parameters: string, contract: readonly string[], body: readonly string[]): string {
  const lines = ['"""', ...contract, '"""', ...body];
  return [`def f(${parameters}):`, ...lines.map((line) => `    ${line}`), ''].join('\n');
}

const DIGITS = ['s = 0', 'while n > 0:', '    s += n % 10', '    n //= 10', 'return s'];
const ROOT = ['r = 0', 'while (r + 1) * (r + 1) <= n:', '    r += 1', 'return r'];
const PARTS = [
  'low, high = [], []',
  'for x in xs:',
  '    if x < n:',
  '        low.append(x)',
  '    else:',
  '        high.append(x)',
  'return low, high',
];
const BOUNDS = [
  'low = high = xs[0]',
  'for x in xs:',
  '    low = min(low, x)',
  '    high = max(high, x)',
  'return low, high',
];
const ROOT_OF = ['pre: n >= 0'];

test.each([
  ['a sum that never grows', define('n: int', ['pre: n >= 0', 'post: _ <= __old__.n'], DIGITS)],
  ['the last test', define('n: int', [...ROOT_OF, 'post: _ * _ <= n < (_ + 1) * (_ + 1)'], ROOT)],
  ['two lengths', define('xs: list[int], n: int', ['post: len(_[0]) + len(_[1]) == len(xs)'], PARTS)],
  [
    'what min and max choose by',
    define('xs: list[int]', ['pre: xs', 'post: all(_[0] <= x <= _[1] for x in xs)'], BOUNDS),
  ],
  ['a sum without negative summands', define('xs: list[int]', ['post: _ >= 0'], ['return sum(x * x for x in xs)'])],
  [
    'a sum that its count bounds',
    define('xs: list[int]', ['pre: all(x >= 1 for x in xs)', 'post: _ >= len(xs)'], ['return sum(xs)']),
  ],
])('proves %s', async (_, code) => {
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'verified' });
});

test.each([
  ['a sum that grows at first', define('n: int', ['pre: n >= 0', 'post: _ < __old__.n or _ == 0'], DIGITS)],
  ['a root that is one too small', define('n: int', [...ROOT_OF, 'post: _ * _ < n'], ROOT)],
  ['a test that never held', define('n: int', ['post: _ * _ <= n'], ROOT)],
  ['two lengths and one more', define('xs: list[int], n: int', ['post: len(_[0]) + len(_[1]) > len(xs)'], PARTS)],
  ['strict bounds', define('xs: list[int]', ['pre: xs', 'post: all(_[0] < x <= _[1] for x in xs)'], BOUNDS)],
  ['a sum without positive summands', define('xs: list[int]', ['post: _ > 0'], ['return sum(x * x for x in xs)'])],
  ['a sum of what may be negative', define('xs: list[int]', ['post: _ >= 0'], ['return sum(x * x * x for x in xs)'])],
  [
    'a sum that its count does not bound',
    define('xs: list[int]', ['pre: all(x >= 0 for x in xs)', 'post: _ >= len(xs)'], ['return sum(xs)']),
  ],
])('does not prove %s', async (_, code) => {
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'counterexample' });
});
