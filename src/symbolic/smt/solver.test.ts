import { beforeAll, describe, expect, test } from 'vitest';
import { loadZ3 } from '../../../scripts/lib/node-engine.ts';
import { Random } from '../../../test/differential/random.ts';
import { RandomTerms } from '../../../test/differential/random-terms.ts';
import type { Z3 } from '../../../wasm/symbolic/z3/z3.ts';
import { Evaluator, type Model } from '../terms/evaluate.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { BackendAnswer, SmtBackend } from './backend.ts';
import { Solver } from './solver.ts';

let z3: Z3;
beforeAll(async () => {
  z3 = await loadZ3();
});

/** Z3, with a record of what it was asked. */
class Recorder implements SmtBackend {
  readonly scripts: string[] = [];

  check(script: string, values: readonly string[], fuel: number): BackendAnswer {
    this.scripts.push(script);
    return z3.check(script, values, fuel);
  }
}

const FUEL = 4_000_000_000;
const terms = new Terms();
const [x, y, z] = [terms.variable('int', 'x'), terms.variable('int', 'y'), terms.variable('int', 'z')];
const f = terms.variable('float', 'f');
const within = (term: typeof x, low: bigint, high: bigint) =>
  terms.and(terms.le(terms.int(low), term), terms.le(term, terms.int(high)));

describe('verdicts', () => {
  const check = (...assertions: BoolTerm[]) => new Solver(z3, FUEL).check(assertions);

  test('the one input of a narrow path is found', () => {
    const verdict = check(
      terms.eq(x, terms.int(12345)),
      terms.eq(y, terms.add(terms.mul(terms.int(7), x), terms.int(3))),
    );
    expect(verdict).toEqual({
      status: 'sat',
      exact: true,
      model: new Map([
        ['x', 12345n],
        ['y', 86418n],
      ]),
    });
  });

  const half = terms.trueDiv(terms.add(x, y), terms.int(2));
  const product = terms.floatArithmetic('fmul', terms.intToFloat(x), terms.float(0.5));
  const finite = terms.and(terms.not(terms.isNan(f)), terms.not(terms.isInf(f)));
  const proofs: readonly (readonly [string, readonly BoolTerm[]])[] = [
    ['conversion is monotone', [terms.le(x, y), terms.floatCompare('flt', terms.intToFloat(y), terms.intToFloat(x))]],
    [
      'small integers survive conversion',
      [within(x, 0n, 2n ** 53n), terms.not(terms.eq(terms.floatToInt(terms.intToFloat(x)), x))],
    ],
    [
      'the mean of small integers is not below the lesser',
      [
        within(x, 0n, 1000n),
        terms.le(x, y),
        terms.le(y, terms.int(1000)),
        terms.not(terms.compareMixed('intlefloat', x, half)),
      ],
    ],
    [
      'an integer between orders an integer and a float',
      [terms.compareMixed('intltfloat', x, f), terms.floatCompare('flt', f, terms.float(3)), terms.lt(terms.int(2), x)],
    ],
    [
      'truncation is monotone',
      [finite, terms.lt(terms.floatToInt(f), terms.int(12)), terms.floatCompare('fle', terms.float(12.5), f)],
    ],
    [
      'half of a positive number is not negative',
      [terms.le(terms.zero, x), terms.floatCompare('flt', product, terms.float(0))],
    ],
    [
      '1 added to a float never makes it less',
      [terms.floatCompare('flt', terms.floatArithmetic('fadd', f, terms.float(1)), f)],
    ],
    [
      'a quotient keeps its sign',
      [
        terms.lt(terms.zero, x),
        terms.lt(terms.zero, y),
        terms.floatCompare('flt', terms.trueDiv(x, y), terms.float(0)),
      ],
    ],
  ];
  test.each(proofs)('proved: %s', (_name, assertions) => {
    expect(check(...assertions)).toEqual({ status: 'unsat' });
  });

  const witnesses: readonly (readonly [string, readonly BoolTerm[]])[] = [
    ['a float product of an integer', [terms.floatCompare('feq', product, terms.float(3.5))]],
    [
      'a float between integers',
      [
        terms.compareMixed('intltfloat', x, f),
        terms.floatCompare('flt', f, terms.float(3.5)),
        terms.lt(terms.int(2), x),
      ],
    ],
    [
      'a large integer that does not survive conversion',
      [within(x, 0n, 2n ** 80n), terms.not(terms.eq(terms.floatToInt(terms.intToFloat(x)), x))],
    ],
    [
      'a sum that equals its part',
      [finite, terms.floatCompare('feq', terms.floatArithmetic('fadd', f, terms.float(1)), f)],
    ],
    [
      'a quotient of integers',
      [terms.lt(terms.zero, y), terms.floatCompare('feq', terms.trueDiv(x, y), terms.float(0.75))],
    ],
    [
      'a truncated float',
      [finite, terms.eq(terms.floatToInt(f), terms.int(12)), terms.floatCompare('flt', terms.float(12.5), f)],
    ],
  ];
  test.each(witnesses)('found: %s', (_name, assertions) => {
    const verdict = check(...assertions);
    expect(verdict).toMatchObject({ status: 'sat', exact: true });
    const evaluator = new Evaluator(verdict.status === 'sat' ? verdict.model : new Map());
    for (const assertion of assertions) expect(evaluator.holds(assertion)).toBe(true);
  });

  test('behind an opaque function a model is only a candidate', () => {
    const verdict = check(terms.eq(terms.opaque('int', 'hash', [x]), terms.int(7)), terms.eq(x, terms.int(3)));
    expect(verdict).toEqual({ status: 'sat', model: new Map([['x', 3n]]), exact: false });
    const twice = [terms.opaque('int', 'hash', [x]), terms.opaque('int', 'hash', [y])] as const;
    expect(check(terms.eq(x, y), terms.not(terms.eq(...twice)))).toEqual({ status: 'unsat' });
  });

  test('no assertions hold, and false does not', () => {
    expect(check()).toEqual({ status: 'sat', model: new Map(), exact: true });
    expect(check(terms.true, terms.false)).toEqual({ status: 'unsat' });
  });
});

describe('questions that need no query', () => {
  test('one that was answered', () => {
    const solver = new Solver(z3, FUEL);
    const question = [terms.eq(terms.mul(x, x), terms.int(49)), terms.lt(x, terms.zero)];
    const first = solver.check(question);
    expect(solver.budget.queries).toBe(1);
    expect(solver.check([...question].reverse())).toEqual(first);
    expect(solver.budget.queries).toBe(1);
  });

  test('one that a known model satisfies', () => {
    const solver = new Solver(z3, FUEL);
    const model: Model = new Map([
      ['x', 3n],
      ['z', 9n],
    ]);
    solver.addModel(model);
    expect(solver.check([terms.lt(terms.one, x)])).toEqual({ status: 'sat', model: new Map([['x', 3n]]), exact: true });
    expect(solver.budget.queries).toBe(0);
  });

  test('parts without a common variable are asked about once, and apart', () => {
    const backend = new Recorder();
    const solver = new Solver(backend, FUEL);
    const path = [terms.eq(terms.mul(x, x), terms.int(49)), terms.lt(terms.int(5), x)];
    solver.check(path);
    const verdict = solver.check([...path, terms.eq(z, terms.int(12))]);
    expect(verdict).toMatchObject({
      status: 'sat',
      exact: true,
      model: new Map([
        ['x', 7n],
        ['z', 12n],
      ]),
    });
    expect(backend.scripts).toHaveLength(2);
    expect(backend.scripts[1]).not.toContain('49');
    expect(solver.check([...path, terms.lt(z, y), terms.lt(y, z)])).toEqual({ status: 'unsat' });
  });
});

describe('budget', () => {
  const hard = [
    terms.eq(
      terms.add(terms.mul(x, terms.mul(x, x)), terms.mul(y, terms.mul(y, y)), terms.mul(z, terms.mul(z, z))),
      terms.int(33),
    ),
  ];

  test('a spent budget answers unknown, and known answers stay', () => {
    const solver = new Solver(z3, 3_000_000);
    const easy = [terms.eq(x, terms.int(5))];
    const answer = solver.check(easy);
    expect(solver.check(hard)).toMatchObject({ status: 'unknown', reason: 'budget' });
    expect(solver.budget.fuel).toBe(0);
    expect(solver.check([terms.eq(y, terms.int(6))])).toMatchObject({ status: 'unknown', reason: 'budget' });
    expect(solver.check(easy)).toEqual(answer);
  });

  test('one question may take only its share, and may be asked again with more', () => {
    const solver = new Solver(z3, FUEL);
    expect(solver.check(hard, { fuel: 1_000_000 })).toMatchObject({ status: 'unknown' });
    expect(solver.budget.fuel).toBeGreaterThanOrEqual(FUEL - 1_000_000);
    const queries = solver.budget.queries;
    solver.check(hard, { fuel: 2_000_000 });
    expect(solver.budget.queries).toBe(queries + 1);
  });
});

/** Random conditions, each asked of one solver. */
function session(backend: SmtBackend) {
  const own = new Terms();
  const solver = new Solver(backend, FUEL);
  return Array.from({ length: 40 }, (_, seed) => {
    const generator = new RandomTerms(own, new Random(seed), { sorts: ['int', 'float', 'str'], conversions: true });
    const assertions = [generator.bool(2).term, generator.bool(2).term];
    return { generator, assertions, verdict: solver.check(assertions, { fuel: 20_000_000 }) };
  });
}

test('the same questions are the same bytes and get the same answers', () => {
  const [first, second] = [new Recorder(), new Recorder()];
  const answers = session(first).map(({ verdict }) => verdict);
  expect(session(second).map(({ verdict }) => verdict)).toEqual(answers);
  expect(second.scripts).toEqual(first.scripts);
});

test('what is called impossible never happens, and what is called a model is one', () => {
  const counts = { sat: 0, unsat: 0, unknown: 0 };
  for (const { generator, assertions, verdict } of session(z3)) {
    counts[verdict.status] += 1;
    const models = verdict.status === 'sat' ? [verdict.model] : Array.from({ length: 200 }, () => generator.model());
    for (const model of models) {
      const evaluator = new Evaluator(model);
      const holds = assertions.every((assertion) => evaluator.holds(assertion));
      if (verdict.status === 'unsat') expect(holds).toBe(false);
      if (verdict.status === 'sat' && verdict.exact) expect(holds).toBe(true);
    }
  }
  expect(counts.sat).toBeGreaterThan(10);
  expect(counts.unsat).toBeGreaterThan(2);
});
