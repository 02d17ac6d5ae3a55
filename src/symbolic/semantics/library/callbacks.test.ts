/** Functions among the arguments, with the real solver and the real CPython. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

async function statusOf(parameters: string, promise: string, body: string): Promise<string> {
  const head = 'from typing import Callable, Optional\ndef helper(n: int) -> int:\n    return n\n';
  const { status } = await engine.check(
    `${head}def f(${parameters}):\n    """post: ${promise}"""\n    return ${body}\n`,
    'f',
  );
  return status;
}

describe('what is proved', () => {
  test.each([
    ['the type of an answer', 'g: Callable[[int], int]', '_ >= 0', 'g(3) ** 2'],
    ['equal answers to equal arguments', 'g: Callable[[int], float], n: int', '_', 'repr(g(n + 1)) == repr(g(1 + n))'],
    ['answers of one of several types', 'g: Callable[[], Optional[int]]', 'isinstance(_, int)', 'g() or 0'],
    [
      'calls for each item of a list',
      'g: Callable[[int], int], xs: list[int]',
      'len(_) == len(xs)',
      '[g(x) for x in xs]',
    ],
    ['calls by a built-in function', 'g: Callable[[int], int]', '_ == [g(1), g(2)]', 'list(map(g, [1, 2]))'],
    ['that it can be called', 'g: Callable[[int], int]', '_', 'callable(g) and bool(g) and g == g'],
  ])('%s', async (_name, parameters, promise, body) => {
    expect(await statusOf(parameters, promise, body)).toBe('verified');
  });
});

describe('what is not proved', () => {
  test.each([
    ['equal answers to other arguments', 'g: Callable[[int], int]', '_', 'g(1) == g(2)'],
    ['equal answers to arguments of other types', 'g: Callable[[float], float]', '_', 'repr(g(1)) == repr(g(1.0))'],
    ['that two are different functions', 'g: Callable[[int], int], h: Callable[[int], int]', '_', 'g is not h'],
    ['that one is no function of the module', 'g: Callable[[int], int]', '_', 'g != helper'],
    ['that a list stays as it is', 'g: Callable[[list[int]], int], xs: list[int]', '_ == 0', 'g(xs) * 0 + len(xs[:0])'],
  ])('%s', async (_name, parameters, promise, body) => {
    expect(await statusOf(parameters, promise, body)).not.toBe('verified');
  });
});

test('the result tells what is assumed', async () => {
  const code = 'from typing import Callable\ndef f(g: Callable[[], int]) -> int:\n    "post: True"\n    return g()\n';
  expect(await engine.check(code, 'f')).toMatchObject({
    status: 'verified',
    assumptions: ['g is taken to be a function that answers, equally to equal arguments, and changes nothing'],
  });
});

describe('two functions that call an argument', () => {
  test.each([
    ['g(1)', 'g(2)', 'different'],
    ['g(1) + g(2)', 'g(2) + g(1)', 'equivalent'],
    ['g', 'g', 'equivalent'],
  ])('%s, and %s', async (one, other, verdict) => {
    const head = (name: string): string => `def ${name}(g: Callable[[int], int]):\n    return `;
    const code = `from typing import Callable\n${head('f')}${one}\n${head('h')}${other}\n`;
    expect((await engine.compare(code, 'f', 'h')).status).toBe(verdict);
  });
});
