/** What a verdict says that it rests on. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

test.each([
  ['**kw: int', ['kw is taken to be empty']],
  ['x: int = N', ['x is passed in every call (its default is not looked at)']],
  ['x: list[int] = [1]', ['x is passed in every call (its default is not looked at)']],
  ['x: object | None', [expect.stringMatching(/^x is taken to be None, a bool/)]],
  ['x: Sequence[int] | None', ['x is taken to be a list, which is one kind of Sequence']],
  ['x: list[Sequence[int]]', ['what x holds is taken to be a list, which is one kind of Sequence']],
  ['x: int = -3, y: float = -0.5, z: list[int] = [], c: C = C.A, n: str = None, t: tuple = ()', []],
])('of %s', async (parameters, assumptions) => {
  const code = `
from enum import Enum
from typing import Sequence
N = 0.5
class C(Enum):
    A = 1
def f(${parameters}) -> int:
    """post: True"""
    return 1
`;
  expect(await engine.check(code, 'f')).toMatchObject({ status: 'verified', assumptions });
});
