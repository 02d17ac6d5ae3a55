/** Preconditions of constructors that make arguments, and of functions that are called. */
import { expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const symbolic = await loadSymbolic();

const PRELUDE = `
class C:
    def __init__(self, x: int):
        "pre: x > 0"
        self.x = x
    def less(self, by: int) -> int:
        "pre: by < self.x"
        return self.x - by
class D(C):
    pass
def g(x: int) -> int:
    "pre: x > 0"
    return x
`;

test.each([
  ['c: C', '_ > 0', 'return c.x'],
  ['c: D', '_ > 0', 'return c.x'],
  ['c: C | None', '_ > 0', 'return 1 if c is None else c.x'],
  ['c: tuple[C, int]', '_ > 0', 'return c[0].x'],
  ['c: C', '_ > 0', 'return c.less(c.x - 1)'],
  ['c: int', '_ > 0', 'return g(abs(c) + 1)'],
  ['c: int', '_ > 0', 'return C(c * c + 1).x'],
])('%s: proved that %s for %s', async (parameter, post, body) => {
  const code = `${PRELUDE}def f(${parameter}) -> int:\n    "post: ${post}"\n    ${body}\n`;
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'verified' });
});

test('an object that the constructor admits may break a contract', async () => {
  const code = `${PRELUDE}def f(c: C) -> int:\n    "post: _ > 1"\n    return c.x\n`;
  expect(await symbolic.check(code, 'f')).toMatchObject({ counterexamples: [{ call: 'f(C(1))' }] });
});

test.each([
  ['x: int', 'return g(x)'],
  ['x: bool', 'return g(int(x))'],
  ['x: int', 'return C(x).x'],
  ['x: C', 'return x.less(x.x)'],
  ['x: int', 'try:\n        return g(x)\n    except Exception:\n        return 0'],
])('a call with %s outside a precondition is not verified: %s', async (parameter, body) => {
  const code = `${PRELUDE}def f(${parameter}) -> int:\n    "post: True"\n    ${body}\n`;
  const reason = expect.objectContaining({ construct: 'precondition' });
  expect(await symbolic.check(code, 'f')).toMatchObject({
    status: 'unknown',
    reasons: expect.arrayContaining([reason]),
  });
});
