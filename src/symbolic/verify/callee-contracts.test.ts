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
def by_default(x: int, by: int = 0) -> int:
    "pre: by > 0"
    return x
def made(x: int):
    "pre: x > 0"
    yield x
def odd(x: int) -> int:
    "pre: x.odd"
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
  ['x: int', 'return g(x)', 'f(0)', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
  ['x: int', 'return g(x * x - 1_000_003)', 'f(0)', 'pre: x > 0 of g', 'Line 25 calls g(x=-1000003)'],
  ['x: bool', 'return g(int(x))', 'f(False)', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
  ['x: int', 'return C(x).x', 'f(0)', 'pre: x > 0 of C', 'Line 25 calls C(x=0)'],
  ['x: int', 'return D(x).x', 'f(0)', 'pre: x > 0 of C', 'Line 25 calls C(x=0)'],
  ['x: C', 'return x.less(x.x)', 'f(C(1))', 'pre: by < self.x of C.less', 'Line 25 calls C.less(self=<C x=1>, by=1)'],
  ['x: int', 'return by_default(x)', 'f(0)', 'pre: by > 0 of by_default', 'Line 25 calls by_default(x=0, by=0)'],
  ['x: int', 'return sum(g(i) for i in range(x))', 'f(1)', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
  ['x: list[int]', 'return sum([g(i) for i in x])', 'f([0])', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
  ['x: list[int]', 'return sum(map(g, x))', 'f([0])', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
  ['x: int', 'try: return g(x)\n    except Exception: return 0', 'f(0)', 'pre: x > 0 of g', 'Line 25 calls g(x=0)'],
])('a call with %s breaks what its callee asks: %s', async (parameter, body, call, violates, message) => {
  const code = `${PRELUDE}def f(${parameter}) -> int:\n    "post: True"\n    ${body}\n`;
  const found = { call, violates, message: expect.stringContaining(message) };
  const result = await symbolic.check(code, 'f');
  expect(result).toMatchObject({ status: 'counterexample', counterexamples: [found] });
  expect(result).not.toHaveProperty('counterexamples.0.pytest');
});

test('an exception that comes of such a call names it', async () => {
  const code =
    'def g(x: int) -> float:\n    "pre: x != 0"\n    return 1 / x\ndef f(x: int) -> float:\n    return g(x)\n';
  expect(await symbolic.check(code, 'f')).toMatchObject({
    counterexamples: [
      {
        violates: 'no uncaught exception',
        message: 'Line 5 calls g(x=0), which breaks pre: x != 0; ZeroDivisionError: division by zero',
        pytest: expect.any(String),
      },
    ],
  });
});

test.each([
  ['a precondition of the caller', '"pre: x > 0"\n    return g(x)'],
  ['a test before the call', '"post: _ >= 0"\n    return g(x) if x > 0 else 0'],
  ['a loop', '"post: True"\n    total = 0\n    for i in range(x):\n        total += g(i + 1)\n    return total'],
  ['a generator', '"post: True"\n    return sum(made(abs(x) + 1))'],
])('%s makes it hold', async (_, body) => {
  expect(await symbolic.check(`${PRELUDE}def f(x: int) -> int:\n    ${body}\n`, 'f')).toMatchObject({
    status: 'verified',
  });
});

test.each([
  ['a generator, whose body runs elsewhere', 'return sum(made(x))', 'is false where its body begins to run'],
  ['a condition that raises', 'return odd(x)', 'is not proved where it is called'],
])('%s is not decided, and the reason says so', async (_, body, why) => {
  const code = `${PRELUDE}def f(x: int) -> int:\n    "post: True"\n    ${body}\n`;
  expect(await symbolic.check(code, 'f')).toMatchObject({
    status: 'unknown',
    counterexamples: [],
    reasons: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining(why) })]),
  });
});
