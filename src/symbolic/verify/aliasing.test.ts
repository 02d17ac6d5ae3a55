/** Arguments of different annotations that may be one object. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const ALIASING = expect.objectContaining({ construct: 'aliasing' });

test.each([
  ['list[int]', 'Sequence[int | None]', 'append(1)', true],
  ['list[int]', 'Sequence[float]', 'append(1)', true],
  ['dict[str, int]', 'Mapping[str, float]', 'clear()', true],
  ['list[int]', 'Sequence[str]', 'append(1)', false],
  ['list[int]', 'list[float]', 'append(1)', false],
])('%s and %s', async (one, other, change, mayBeOne) => {
  const code = `
from typing import Mapping, Sequence
def f(xs: ${one}, ys: ${other}) -> int:
    """post: len(ys) == len(__old__.ys)"""
    xs.${change}
    return 0
`;
  const result = await engine.check(code, 'f');
  if (mayBeOne) expect(result).toMatchObject({ status: 'unknown', reasons: expect.arrayContaining([ALIASING]) });
  else expect(result).toMatchObject({ status: 'verified' });
});
