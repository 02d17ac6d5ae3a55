import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { Replayer } from './replayer.ts';
import { conditions, contract } from './test-properties.ts';
import type { ContractProperty, Input } from './trial.ts';

const kernel = await bootNodeKernel();

const CODE = [
  'class Base:',
  '    def __init__(self, low=0, parts=()):',
  '        self.low, self.parts = low, parts',
  '    def __repr__(self): return f"{type(self).__name__}({self.low})"',
  '    def lower(self, by): self.low -= by',
  'class Derived(Base): pass',
  'def f(x): return 1 // 0',
].join('\n');

const INVARIANTS: NonNullable<ContractProperty['invariants']> = [
  { className: 'Base', conditions: conditions('self.low >= 0') },
  { className: 'Derived', conditions: conditions('self.low < 5', 'self.low != 3 or missing') },
];

async function judged(name: string, parts: Partial<ContractProperty>, ...inputs: readonly Input[]) {
  const property = contract({ invariants: INVARIANTS, ...parts });
  const outcomes = await new Replayer(kernel, CODE, name).run(property, inputs);
  return outcomes.map((one) =>
    one.kind === 'failed' ? [one.counterexample.call, one.counterexample.violates] : one.kind,
  );
}

describe('invariants', () => {
  test.each([
    ['Base(1)', 'failed'],
    ['Base(-1)', 'rejected'],
    ['Derived(-1)', 'rejected'],
    ['Derived(7)', 'rejected'],
    ['Derived(3)', 'rejected'],
    ['Base(7)', 'failed'],
    ['[Base(1), (Base(-1),)]', 'rejected'],
    ['{1: {"a": Base(-1)}}', 'rejected'],
    ['Base(1, [Base(-1)])', 'rejected'],
    ['(lambda one: one.parts.append(one) or one)(Base(0, []))', 'failed'],
  ])('an argument is %s', async (x, kind) => {
    const [outcome] = await new Replayer(kernel, CODE, 'f').run(contract({ invariants: INVARIANTS }), [{ x }]);
    expect(outcome?.kind).toBe(kind);
  });

  test('a method keeps them, and they are reported as promises of their own', async () => {
    const kept = conditions('self.low >= 0');
    expect(await judged('Base.lower', { kept }, { self: 'Base(3)', by: '3' }, { self: 'Base(3)', by: '4' })).toEqual([
      'held',
      ['Base(3).lower(4)', 'inv: self.low >= 0'],
    ]);
  });

  test('a constructor is given an object that has yet to meet them, and called as one', async () => {
    const kept = conditions('self.low >= 0');
    const self = 'Base.__new__(Base)';
    expect(await judged('Base.__init__', { kept }, { self, low: '2' }, { self, low: '-10', parts: '()' })).toEqual([
      'held',
      ['Base(-1, ())', 'inv: self.low >= 0'],
    ]);
  });
});

describe('shared objects', () => {
  const code = 'def f(xs, ys=None, *, zs=None):\n    assert xs is not ys and xs is not zs, len(xs)\n';
  const run = (input: Input) => new Replayer(kernel, code, 'f').run(contract(), [input]);

  test('the name of an earlier argument means that argument', async () => {
    expect(await run({ xs: '[1]', ys: '[1]' })).toMatchObject([{ kind: 'held' }]);
    expect(await run({ xs: '[1, 2]', ys: 'xs', zs: '0' })).toMatchObject([
      {
        kind: 'failed',
        counterexample: { call: 'f((xs := []), xs, zs=0)', args: { xs: [], ys: [], zs: 0 } },
        input: { xs: '[]', ys: 'xs' },
      },
    ]);
    expect(await run({ xs: '[1]', zs: 'xs' })).toMatchObject([{ counterexample: { call: 'f((xs := []), zs=xs)' } }]);
  });

  test('an argument in which an object has a name is shown as it is', async () => {
    const nested = 'def f(rows):\n    assert rows[0] is not rows[1]\n';
    const rows = '[(shared := [1]), shared]';
    expect(await new Replayer(kernel, nested, 'f').run(contract(), [{ rows }])).toMatchObject([
      { counterexample: { call: `f(${rows})`, args: { rows } } },
    ]);
  });
});
