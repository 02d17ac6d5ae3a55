/** Sequences repeated a number of times that depends on the inputs. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

async function statusOf(range: string, promise: string): Promise<string | undefined> {
  const code = `def row(width: int, x: int) -> list[int]:\n  """\n  pre: ${range}\n  post: ${promise}\n  """\n  return [x, 1] * width\n`;
  const { status } = await symbolic.check(code, 'row');
  return status;
}

test.each([
  ['-2 <= width <= 3', 'len(_) == 2 * max(width, 0)', 'verified'],
  ['0 <= width <= 20', 'sum(_) == width * (x + 1)', 'verified'],
  ['0 <= width <= 3', 'all(_[i] == x for i in range(0, len(_), 2))', 'verified'],
  ['0 <= width <= 3', 'len(_) < 6', 'counterexample'],
])('a list that is repeated as often as %s allows: %s', async (range, promise, expected) => {
  expect(await statusOf(range, promise)).toBe(expected);
});
