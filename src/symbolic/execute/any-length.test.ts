import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

/** A function of a list with a contract. */
function listFunction(contract: readonly string[], body: readonly string[], parameters = 'xs: list[int]'): string {
  const docstring = contract.map((line) => `    ${line}`);
  return [`def f(${parameters}):`, '    """', ...docstring, '    """', ...body.map((line) => `    ${line}`)].join('\n');
}

const SEARCH = ['for x in xs:', '    if x == t:', '        return True', 'return False'];
const GREATEST = ['best = xs[0]', 'for x in xs:', '    if x > best:', '        best = x', 'return best'];
const ODDS = ['out = []', 'for x in xs:', '    if x % 2 == 1:', '        out.append(x)', 'return out'];
const DOUBLED = ['out = []', 'for x in xs:', '    out.append(2 * x)', 'return out'];
const TOTAL = ['n = 0', 'for x in xs:', '    n += x', 'return n'];
const COUNT = ['n = 0', 'for x in xs:', '    if x == t:', '        n += 1', 'return n'];

const TRUE_CLAIMS: readonly (readonly [string, string])[] = [
  ['a comprehension keeps the length', listFunction(['post: len(_) == len(xs)'], ['return [x * x for x in xs]'])],
  [
    'a comprehension maps item by item',
    listFunction(['post: all(_[i] == xs[i] - 1 for i in range(len(xs)))'], ['return [x - 1 for x in xs]']),
  ],
  [
    'a filter keeps what it asks for',
    listFunction(['post: all(y < 5 for y in _)'], ['return [x for x in xs if x < 5]']),
  ],
  [
    'a filter takes from the list',
    listFunction(['post: all(y in xs for y in _)'], ['return [x for x in xs if x < 5]']),
  ],
  [
    'a filter leaves nothing out',
    listFunction(['post: implies(3 in xs, 3 in _)'], ['return [x for x in xs if x < 5]']),
  ],
  ['a search by a loop', listFunction(['post: _ == (t in xs)'], SEARCH, 'xs: list[int], t: int')],
  ['the greatest by a loop', listFunction(['pre: len(xs) > 0', 'post: all(x <= _ for x in xs)'], GREATEST)],
  ['max and min', listFunction(['pre: xs', 'post: min(xs) <= _ <= max(xs)'], ['return xs[0]'])],
  ['a filter by a loop', listFunction(['post: all(y % 2 == 1 for y in _)', 'post: len(_) <= len(xs)'], ODDS)],
  ['a map by a loop', listFunction(['post: all(_[i] == 2 * xs[i] for i in range(len(xs)))'], DOUBLED)],
  ['a total by a loop', listFunction(['post: _ == sum(xs)'], TOTAL)],
  ['a count by a loop', listFunction(['post: _ == sum(1 for x in xs if x == t)'], COUNT, 'xs: list[int], t: int')],
  ['a count that is zero', listFunction(['post: (_ == 0) == (t not in xs)'], COUNT, 'xs: list[int], t: int')],
  ['slices and concatenation', listFunction(['post: _ == xs'], ['return xs[:2] + xs[2:]'])],
  ['the opposite order', listFunction(['post: len(xs) == 0 or _[0] == xs[-1]'], ['return xs[::-1]'])],
  ['a tuple of any length', listFunction(['post: len(_) == len(t) + 1'], ['return (0,) + t'], 't: tuple[int, ...]')],
  ['a set of any size', listFunction(['post[s]: k in s'], ['s.add(k)'], 's: set[int], k: int')],
  ['texts in a list', listFunction(['post: all(n >= 0 for n in _)'], ['return [len(w) for w in ws]'], 'ws: list[str]')],
  [
    'recursion over a list',
    `
def f(xs: list[int]) -> int:
    """post: _ == len(xs)"""
    return 0 if not xs else 1 + f(xs[1:])
`,
  ],
];

const FALSE_CLAIMS: readonly (readonly [string, string])[] = [
  ['a filter keeps the length', listFunction(['post: len(_) == len(xs)'], ['return [x for x in xs if x < 5]'])],
  [
    'a map is off by one',
    listFunction(['post: all(_[i] == xs[i] for i in range(len(xs)))'], ['return [x - 1 for x in xs]']),
  ],
  [
    'a search that stops early',
    listFunction(['post: _ == (t in xs)'], ['return t in xs[1:]'], 'xs: list[int], t: int'),
  ],
  [
    'a filter that leaves one out',
    listFunction(['post: implies(3 in xs, 3 in _)'], ['return [x for x in xs if x < 3]']),
  ],
  [
    'the greatest of all but the last',
    listFunction(
      ['pre: len(xs) > 1', 'post: all(x <= _ for x in xs)'],
      ['best = xs[0]', 'for x in xs[:-1]:', '    if x > best:', '        best = x', 'return best'],
    ),
  ],
  [
    'a total without the first',
    listFunction(['post: _ == sum(xs)'], ['n = 0', 'for x in xs[1:]:', '    n += x', 'return n']),
  ],
  ['an index behind the end', listFunction(['post: True'], ['return [xs[i + 1] for i in range(len(xs))]'])],
  ['a mistake far inside', listFunction(['post: all(x != 123456 for x in xs)'], ['return None'])],
  ['a set that grows', listFunction(['post[s]: len(s) == len(__old__.s) + 1'], ['s.add(k)'], 's: set[int], k: int')],
];

describe('sequences of any length', () => {
  it.each(TRUE_CLAIMS)('verifies: %s', async (_name, code) => {
    expect((await symbolic.check(code, 'f')).status).toBe('verified');
  });

  it.each(FALSE_CLAIMS)('refutes: %s', async (_name, code) => {
    expect((await symbolic.check(code, 'f')).status).toBe('counterexample');
  });

  it.each([
    ['a list that grows while it is walked', ['for x in xs:', '    xs.append(x)', 'return 1']],
    [
      'an iterator that is walked to an item',
      ['it = iter(xs)', 'any(x > 3 for x in it)', 'return 1 if list(it) else 2'],
    ],
  ])('does not verify a false claim about %s', async (_name, body) => {
    const code = listFunction(['pre: len(xs) > 0', 'post: _ == 2'], body);
    expect((await symbolic.check(code, 'f')).status).not.toBe('verified');
  });

  it('leaves open what depends on the length of the lists inside', async () => {
    const code = listFunction(['post: sum(len(x) for x in xs) >= 0'], ['return None'], 'xs: list[list[int]]');
    expect((await symbolic.check(code, 'f')).status).toBe('unknown');
  });
});
