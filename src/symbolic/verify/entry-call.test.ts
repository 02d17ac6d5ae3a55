/** Functions that decorators wrap: what they are called by is what a caller reaches. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const IMPORTS = 'from dataclasses import dataclass\nfrom functools import cache, lru_cache, wraps\n';

/** A decorator `deco` whose function does this with the function `fn` and its arguments `a` and `k`. */
function deco(body: string): string {
  return `def deco(fn):\n    @wraps(fn)\n    def inner(*a, **k):\n        ${body}\n    return inner\n`;
}

/** The decorated function `f`, with a contract. */
function f(decorator: string, head: string, contract: string, body: string): string {
  return `@${decorator}\ndef f${head}:\n    """${contract}"""\n    ${body}\n`;
}

async function check(code: string, name = 'f') {
  const result = await engine.check(IMPORTS + code, name);
  return result.status === 'error' ? [result.status] : [result.status, result.counterexamples[0]?.call];
}

const FIB = f(
  'cache',
  '(n: int) -> int',
  'pre: n >= 0\n    post: __return__ >= 0',
  'return n if n < 2 else f(n - 1) + f(n - 2)',
);
const NEXT = f('deco', '(x: int) -> int', 'post: __return__ > x', 'return x + 1');
const TENTH = f('deco', '(x: int) -> int', 'post: __return__ >= 0', 'return abs(10 // x)');
const CATCHING = (result: string) =>
  deco(`try:\n            return fn(*a, **k)\n        except ZeroDivisionError:\n            return ${result}`);

describe('a function', () => {
  test.each([
    ['whose results are kept', f('cache', '(x: int) -> int', 'post: __return__ > x', 'return x + 1')],
    [
      'whose latest results are kept',
      f('lru_cache(maxsize=None)', '(x: int) -> int', 'post: __return__ > x', 'return x + 1'),
    ],
    ['whose results are kept from call to call of itself', FIB],
    ['that is passed on', deco('return fn(*a, **k)') + NEXT],
    [
      'with names of arguments',
      deco('return fn(*a, **k)') +
        f('deco', '(x: int, *, y: int = 2) -> int', 'post: __return__ == x + y', 'return x + y'),
    ],
    ['whose exception is caught', CATCHING('0') + TENTH],
  ])('%s is proved', async (_, code) => {
    expect(await check(code)).toEqual(['verified', undefined]);
  });

  test.each([
    [
      'arguments that no result can be kept for',
      f('cache', '(xs: list[int]) -> int', 'post: __return__ >= 0', 'return len(xs)'),
      'f([])',
    ],
    ['another result', deco('return fn(*a, **k) - 1') + NEXT, 'f(0)'],
    ['what is returned for an exception', CATCHING('-1') + TENTH, 'f(0)'],
    ['another number of arguments', deco('return fn(5, *a)') + NEXT, 'f(0)'],
  ])('is refuted by %s', async (_, code, call) => {
    expect(await check(code)).toEqual(['counterexample', call]);
  });

  test('is refuted as a method of objects that no result can be kept for', async () => {
    const method =
      '    @cache\n    def f(self, x: int) -> int:\n        """post: __return__ == self.n + x"""\n        return self.n + x\n';
    expect((await check(`@dataclass\nclass A:\n    n: int\n${method}`, 'A.f'))[0]).toBe('counterexample');
  });

  test.each([
    // what calls itself is the decorated function, whose contract says nothing of the other one
    [
      'that calls itself through another result',
      deco('return fn(*a) + 1') +
        f('deco', '(n: int) -> int', 'pre: n >= 0\n    post: __return__ == n + 1', 'return 0 if n == 0 else f(n - 1)'),
    ],
    [
      'whose results others change',
      `${f('cache', '(x: int) -> list[int]', 'post: len(__return__) == 1', 'return [x]')}def g(x: int) -> None:\n    f(x).append(1)\n`,
    ],
    [
      'that changes what another one keeps',
      `@cache\ndef kept() -> list[int]:\n    return []\n${f('cache', '(x: int) -> int', 'post: __return__ == 1', 'kept().append(x)\n    return len(kept())')}`,
    ],
    [
      'that may not be called twice',
      deco('calls.append(1)\n        return fn(*a) if len(calls) < 3 else 0').replace(
        'def deco',
        'calls = []\ndef deco',
      ) + NEXT,
    ],
  ])('%s is not decided, or refuted', async (_, code) => {
    expect((await check(code))[0]).not.toBe('verified');
  });
});
