import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { Replayer } from './replayer.ts';
import { conditions, contract } from './test-properties.ts';
import type { ConditionText, ContractProperty, Input } from './trial.ts';

const kernel = await bootNodeKernel();

function called(
  source: string,
  ...names: readonly (string | readonly [keyword: string, name: string])[]
): ConditionText {
  const args = names.map((one) => (typeof one === 'string' ? { name: one } : { keyword: one[0], name: one[1] }));
  return { text: source, source, line: 2, args };
}

async function judged(code: string, parts: Partial<ContractProperty>, ...inputs: readonly Input[]) {
  const outcomes = await new Replayer(kernel, code, 'f').run(contract(parts), inputs);
  return outcomes.map((one) => (one.kind === 'failed' ? one.counterexample.message : one.kind));
}

describe('conditions that are functions', () => {
  test('get what they are given, and see the names of the module only', async () => {
    const code = 'LIMIT = 3\ndef f(x, y=7):\n    return x\n';
    const parts = {
      preconditions: [called('lambda a: a < LIMIT', ['a', 'x'])],
      postconditions: [called('lambda r, y: r != 1 and y == 7', '__return__', ['y', 'y']), called('lambda: x > 0')],
    };
    expect(await judged(code, parts, { x: '3' }, { x: '1' }, { x: '2' })).toEqual([
      'rejected',
      'The postcondition is false: 1 was returned',
      "The postcondition raised NameError: name 'x' is not defined: 0 was returned",
    ]);
  });

  test('a bag has arguments and the result as attributes and items, but stays a dict', async () => {
    const parts = {
      preconditions: [called('lambda _: _.items and _["items"] and len(_) == 1', '.bag')],
      postconditions: [called('lambda _: _.result == len(_["items"]) and "values" not in _', '.bag')],
    };
    const code = 'def f(items):\n    return len(items)\n';
    expect(await judged(code, parts, { items: '[]' }, { items: '[1]' })).toEqual(['rejected', 'held']);
  });

  test('snapshots are taken before the call', async () => {
    const parts = {
      snapshots: [{ name: 'n', capture: called('lambda xs: 10 // len(xs)', ['xs', 'xs']) }],
      postconditions: [called('lambda OLD, xs: OLD.n == 10 and len(xs) == 2', ['OLD', '.snapshots'], ['xs', 'xs'])],
    };
    const code = 'def f(xs):\n    xs.append(1)\n';
    expect(await judged(code, parts, { xs: '[0]' }, { xs: '[]' })).toEqual([
      'held',
      'ZeroDivisionError: division by zero',
    ]);
  });
});

test('modules import without the contract libraries, whose decorators change nothing', async () => {
  const code = [
    'import deal, icontract',
    'from icontract import require',
    '@deal.chain(deal.pre(lambda x: x > 0), deal.safe)',
    '@deal.pure',
    '@deal.safe()',
    '@require(lambda x: x > 0, error=icontract.ViolationError)',
    'def f(x):',
    '    return x',
    '@icontract.invariant(lambda self: False)',
    '@deal.inv(lambda self: False)',
    'class A(icontract.DBC): pass',
    'A()',
  ].join('\n');
  expect(await judged(code, { postconditions: conditions('_ == x') }, { x: '-1' })).toEqual(['held']);
  const { status } = await kernel.evaluate({ program: 'import icontract', stepLimit: 1_000_000 });
  expect(status).toBe('failed');
});

describe('mutation of arguments', () => {
  const mutation = { except: ['free'], obligation: 'no argument except free is mutated' };
  const code = [
    'class Box:',
    '    def __init__(self, value): self.value = value',
    '    def __repr__(self): return f"Box({self.value!r})"',
    '    def __eq__(self, other): return True',
    'def f(kept, free):',
    '    free.append(1)',
    '    if len(free) > 1:',
    '        target = kept.value if isinstance(kept, Box) else kept',
    '        target.clear()',
    '        target.extend(free[:2])',
  ].join('\n');

  test.each([
    ['[]', '[]', 'held'],
    ['[5, 1]', '[5]', 'held'],
    ['[5]', '[5]', 'The argument kept is mutated, from [] to [0, 1]: None was returned'],
    ['Box([1])', '[2]', 'The argument kept is mutated, from Box([1]) to Box([0, 1]): None was returned'],
  ])('f(%s, %s)', async (kept, free, outcome) => {
    expect(await judged(code, { mutation }, { kept, free })).toEqual([outcome]);
  });

  test('a value of another type is another value', async () => {
    const converting = 'def f(xs):\n    xs[:] = [int(x) for x in xs]\n';
    expect(await judged(converting, { mutation }, { xs: '[3.0]' })).toEqual([
      'The argument xs is mutated, from [0.0] to [0]: None was returned',
    ]);
  });
});
