/** Integers that outgrow floats and texts break no promise, unless they are asked for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../lib/object-name.ts';
import type { CheckResult } from '../service.ts';
import { NO_BOOLS } from './number-texts.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

async function check(code: string, countsLimits = false): Promise<CheckResult> {
  const request = { code, functionName: 'f', timeoutSeconds: 10, owner: userId('test'), countsLimits };
  const result = await symbolic.engine.check(request, async () => true);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

const LIMITS: Readonly<Record<string, string>> = {
  'an f-string': 'def f(x: int) -> str:\n    return f"n={x}"',
  'a division': 'def f(x: int) -> float:\n    return x / 3',
  'a division of two': "def f(x: int, y: int) -> float:\n    '''pre: y != 0'''\n    return x / y",
  'a sum with a float': 'def f(x: int) -> float:\n    return x + 0.5',
  'a format': 'def f(x: int) -> str:\n    return format(x, ".2f")',
  'a text in a container': 'def f(x: int) -> str:\n    return str([x, 1])',
};

describe.each(Object.entries(LIMITS))('%s', (_, code) => {
  it('keeps its contract, with an assumption and an input that meets the limit', async () => {
    const result = await check(code);
    expect(result).toMatchObject({ status: 'verified', counterexamples: [] });
    expect(result.assumptions.filter((text) => text !== NO_BOOLS)).toEqual([
      expect.stringContaining('no integer outgrows a float'),
    ]);
    expect(result.extremeInputs).toEqual([
      {
        call: expect.stringMatching(/^f\(.*10\*\*5000/),
        exception: expect.stringMatching(/^(?:Overflow|Value)Error$/),
      },
    ]);
  });

  it('breaks it where limits count', async () => {
    expect(await check(code, true)).toMatchObject({ status: 'counterexample', extremeInputs: [] });
  });
});

it.each([
  [
    'an integer that no input makes so large',
    "def f(x: int) -> str:\n    '''pre: 0 <= x < 100'''\n    return f'{x / 3} {x}'",
  ],
  ['no limit at all', 'def f(x: int) -> int:\n    return x // 3'],
])('%s needs no assumption about limits', async (_, code) => {
  const result = await check(code);
  expect(result).toMatchObject({ status: 'verified', extremeInputs: [] });
  expect(result.assumptions.filter((text) => text !== NO_BOOLS)).toEqual([]);
});

it('shows no other fault as an input that was left out', async () => {
  const code = 'def f(x: int) -> str:\n    if x > 10**4900 and x % 7 == 2: raise KeyError(x)\n    return str(x)';
  expect(await check(code)).toMatchObject({ extremeInputs: [] });
});

it('spares conditions, too', async () => {
  const code = "def f(x: int) -> int:\n    '''post: str(__return__) != ''\n    '''\n    return x";
  expect(await check(code)).toMatchObject({ status: 'verified', extremeInputs: [] });
  expect(await check(code, true)).toMatchObject({ status: 'counterexample' });
});

it.each([
  ['a fault at a huge number', 'def f(x: int) -> int:\n    if x == 2**70: raise KeyError\n    return x', 'KeyError'],
  [
    'a statement that raises',
    "def f(x: int) -> int:\n    if x > 2**1100: raise OverflowError('int too large to convert to float')\n    return x",
    'OverflowError',
  ],
  [
    'what a handler raises',
    'def f(x: int) -> float:\n    try:\n        return x / 3\n    except OverflowError:\n        raise KeyError(x)',
    'KeyError',
  ],
  ['a range of floats', 'import math\ndef f(x: float) -> float:\n    return math.exp(x)', 'OverflowError'],
])('%s counts', async (_, code, exception) => {
  const result = await check(code);
  expect(result.counterexamples).toMatchObject([{ outcome: { exception } }]);
});

it('counts where its exception is asked for by name', async () => {
  const code = 'def f(x: int) -> float:\n    return x / 3';
  expect(await symbolic.find(code, 'f', 'OverflowError')).toMatchObject({ status: 'found' });
  expect(await symbolic.find(code, 'f', 'Exception')).toMatchObject({
    status: 'unreachable',
    assumptions: [expect.stringContaining('no integer outgrows')],
  });
});

it('tells no functions apart, unless limits count', async () => {
  const code = 'def a(x: int) -> bool:\n    return x / 2 >= 0\ndef b(x: int) -> bool:\n    return x >= 0\n';
  expect(await symbolic.compare(code, 'a', 'b')).toMatchObject({ differences: [] });
  const request = {
    code,
    functionA: 'a',
    functionB: 'b',
    timeoutSeconds: 10,
    owner: userId('test'),
    countsLimits: true,
  };
  expect(await symbolic.engine.compare(request, async () => true)).toMatchObject({ status: 'different' });
  const powers = 'def a(x: float) -> float:\n    return x * x\ndef b(x: float) -> float:\n    return x ** 2\n';
  expect(await symbolic.compare(powers, 'a', 'b')).toMatchObject({ differences: [] });
});
