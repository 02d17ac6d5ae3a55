import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { Replayer } from './replayer.ts';
import { contract } from './test-properties.ts';
import type { Input } from './trial.ts';

const kernel = await bootNodeKernel();
const PROPERTY = contract();

/** The smallest input found for which the condition over the parameters fails in an assertion. */
async function shrunk(parameters: string, condition: string, input: Input, prelude = '') {
  const code = `${prelude}\ndef f(${parameters}):\n    assert ${condition}\n`;
  const [outcome] = await new Replayer(kernel, code, 'f').run(PROPERTY, [input]);
  if (outcome?.kind !== 'failed') throw new Error(`Expected a failure, got ${JSON.stringify(outcome)}`);
  return outcome;
}

async function sources(...args: Parameters<typeof shrunk>): Promise<Input> {
  return (await shrunk(...args)).input;
}

describe('shrinking', () => {
  test.each([
    ['ints toward zero', 'x: int', 'x < 4321', '987654', '4321'],
    ['negative ints', 'x: int', 'x > -77', '-5000', '-77'],
    ['huge ints to short ones', 'x: int', 'x < 10**50', '123456789 * 10**300', '10**100'],
    ['floats to simple ones', 'x: float', 'x < 0.3', '0.7316', '0.5'],
    ['floats keep what matters', 'x: float', 'x == x', 'float("nan")', "float('nan')"],
    ['strings shorter and plain', 'x: str', '"q" not in x', '"hello q world"', "'q'"],
    ['characters toward a', 'x: str', 'len(x) < 3', '"wxyz"', "'aaa'"],
    ['bools toward False', 'x: bool', 'False', 'True', 'False'],
    ['lists', 'x: list[int]', 'sum(x) < 10', '[50, 3, 4, 60]', '[10]'],
    ['nested lists', 'x: list[list[int]]', 'not any(x)', '[[5], [], [7, 8]]', '[[0]]'],
    ['dicts', 'x: dict[str, int]', 'not x', '{"kk": 5, "b": 7}', "{'': 0}"],
    ['sets', 'x: set[int]', 'len(x) < 2', '{9, 8, 7}', '{0, 1}'],
    ['tuples keep their length', 'x: tuple[int, str]', 'False', '(5, "b")', "(0, '')"],
    ['bytes', 'x: bytes', 'len(x) < 2', 'b"abcd"', "b'ab'"],
    ['a list of opaque values', 'x: list[object]', 'len(x) < 1', '[slice(1), slice(2)]', '[slice(2)]'],
  ])('%s', async (_, parameter, condition, given, expected) => {
    expect(await sources(parameter, condition, { x: given })).toEqual({ x: expected });
  });

  test('equal arguments shrink together', async () => {
    expect(await sources('x: int, y: int', 'x != y', { x: '77', y: '77' })).toEqual({ x: '0', y: '0' });
  });

  test('a Literal keeps its value, whatever the annotation is called', async () => {
    const prelude = 'from typing import Literal\nMode = Literal["fast", "slow"]';
    expect(await sources('m: Mode, n: Literal[3]', 'False', { m: '"slow"', n: '3' }, prelude)).toEqual({
      m: "'slow'",
      n: '3',
    });
  });

  test('the failure stays the same one', async () => {
    const code = 'def f(x: int):\n    assert x != 0\n    assert x < 100\n';
    const [outcome] = await new Replayer(kernel, code, 'f').run(PROPERTY, [{ x: '5000' }]);
    expect(outcome).toMatchObject({ kind: 'failed', input: { x: '100' } });
  });

  test('it is bounded, and the same every time', async () => {
    const run = async () => {
      const replayer = new Replayer(kernel, 'def f(x: list[int]):\n    assert sum(x) < 9999\n', 'f');
      const [outcome] = await replayer.run(PROPERTY, [{ x: `[${Array.from({ length: 60 }, (_, i) => i * 37)}]` }]);
      return { outcome, replays: replayer.replays };
    };
    const first = await run();
    expect(first.outcome?.kind).toBe('failed');
    expect(first.replays).toBeLessThanOrEqual(153);
    expect(await run()).toEqual(first);
  });
});

describe('arguments', () => {
  test.each([
    ['ints beyond 2**53', '2**53', '2**53'],
    ['powers of ten', '10**309', '10**309'],
    ['the largest float as an int', '2**1024 - 2**970', '2**1024 - 2**970'],
    ['negative sums', '-(10**40) + 3', '-(10**40 - 3)'],
    ['products', '37 * 10**50', '37 * 10**50'],
    ['no short form', '3 ** 50', String(3n ** 50n)],
    ['beyond 4300 digits', '7 ** 6000', `0x${(7n ** 6000n).toString(16)}`],
  ])('int: %s', async (_, given, expected) => {
    const { counterexample, input } = await shrunk('x: int', `x != ${given}`, { x: given });
    expect(input).toEqual({ x: expected });
    expect(counterexample.call.slice(0, 500)).toBe(`f(${expected})`.slice(0, 500));
    expect(typeof counterexample.args.x).toBe('string');
  });

  test.each([
    ['2**53 - 1', 2 ** 53 - 1],
    ['True', true],
    ['None', null],
    ['1.5', 1.5],
    ['"é😀"', 'é😀'],
    ['[1, [True, None]]', [1, [true, null]]],
    ['{"a": 1}', { a: 1 }],
    ['-0.0', '-0.0'],
    ['float("inf")', "float('inf')"],
    ['"\\ud800"', "'\\ud800'"],
    ['(1, 2)', '(1, 2)'],
    ['(1,)', '(1,)'],
    ['{2, 1}', '{1, 2}'],
    ['set()', 'set()'],
    ['frozenset({1})', 'frozenset({1})'],
    ['b"a"', "b'a'"],
    ['{1: 2}', '{1: 2}'],
    ['[1, (2,)]', '[1, (2,)]'],
  ])('%s as JSON, or as source', async (given, expected) => {
    const condition = `not (x == v and str(x) == str(v))`;
    const { counterexample } = await shrunk(`x, v=${given}`, condition, { x: given });
    expect(counterexample.args).toEqual({ x: expected });
  });
});
