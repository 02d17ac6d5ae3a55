import { beforeAll, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

async function check(body: string, post = '__return__ >= 0', imports = '') {
  const lines = body.split('\n').map((line) => `    ${line}\n`);
  const result = await symbolic.check(
    `${imports}\ndef f(x: int) -> int:\n    '''post: ${post}'''\n${lines.join('')}`,
    'f',
  );
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

it('reports an exception whose message is huge', async () => {
  const result = await check("if x > 3:\n    raise ValueError('message ' * 20_000)\nreturn x", 'True');
  expect(result).toMatchObject({
    status: 'counterexample',
    counterexamples: [{ args: { x: 4 }, pathCondition: 'x > 3' }],
  });
});

it('proves what is said of a huge text', async () => {
  const result = await check("return len('ab' * 90_000) + ('cd' * 50_000)[::2].count('c')", '__return__ == 230_000');
  expect(result.status).toBe('verified');
});

it.each([
  ['texts that a loop makes', "s = ''\nfor i in range(3000):\n    s += 'message ' * 50\nreturn len(s) if x > 3 else 0"],
  ['a list of a billion items', 'return len([0] * 10**9)'],
  ['a list that is repeated', 'return len([x, 1, 2] * 90_000)'],
  ['lists that a loop appends to', 'xs = []\nfor i in range(5000):\n    xs.append(i)\nreturn len(xs)'],
  ['dictionaries that a loop fills', 'xs = {}\nfor i in range(4000):\n    xs[i] = x\nreturn len(xs)'],
  ['the elements of a counter', 'return len(list(Counter({1: 10**12}).elements()))'],
])('leaves what would not fit into memory undecided, with a reason: %s', async (_, body) => {
  const result = await check(body, '__return__ >= 0', 'from collections import Counter');
  expect(result.status).toBe('unknown');
  expect(result.reasons).not.toEqual([]);
});
