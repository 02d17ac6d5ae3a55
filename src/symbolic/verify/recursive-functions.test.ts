/** What verdicts say of the depth of recursion. */
import { beforeAll, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { STACK_SUFFICES } from './recursive-functions.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const SUM = 'def f(xs: list[int]) -> int:\n    return 0 if not xs else xs[0] + f(xs[1:])\n';

it.each([
  ['itself', 'def f(n: int) -> int:\n    """post: __return__ >= 0"""\n    return 0 if n <= 0 else n + f(n - 1)\n'],
  [
    'itself by another function',
    'def f(n: int) -> int:\n    """post: __return__ == 0"""\n    return 0 if n <= 0 else g(n)\ndef g(n: int) -> int:\n    return f(n - 1)\n',
  ],
  [
    'a method of that name',
    'class A:\n    def m(self, n: int) -> int:\n        return 0 if n <= 0 else self.m(n - 1)\ndef f(n: int) -> int:\n    """post: True"""\n    return A().m(min(n, 2))\n',
  ],
])('a check says that the stack suffices where a function calls %s', async (_, code) => {
  expect(await engine.check(code, 'f')).toMatchObject({ assumptions: expect.arrayContaining([STACK_SUFFICES]) });
});

it('a comparison of a recursion with its loop says so', async () => {
  const loop = 'def g(xs: list[int]) -> int:\n    t = 0\n    for x in xs:\n        t += x\n    return t\n';
  expect(await engine.compare(SUM + loop, 'f', 'g')).toMatchObject({
    status: 'equivalent',
    assumptions: [STACK_SUFFICES],
  });
});

it('says nothing of it where only a function that is not called calls itself', async () => {
  const code =
    'def h(n: int) -> int:\n    return h(n)\ndef g(n: int) -> int:\n    return n\ndef f(n: int) -> int:\n    """post: __return__ == n"""\n    return g(n)\n';
  expect(await engine.check(code, 'f')).toMatchObject({ status: 'verified', assumptions: [] });
});
