import { beforeAll, describe, expect, test } from 'vitest';
import { loadSolvers, loadZ3, solverOf } from '../../../scripts/lib/node-engine.ts';
import { RandomTerms } from '../../../test/differential/random-terms.ts';
import type { Z3 } from '../../../wasm/symbolic/z3/z3.ts';
import { Pace } from '../../lib/pace.ts';
import { Random } from '../../lib/random.ts';
import { Evaluator, type Model } from '../terms/evaluate.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { SmtBackend } from './backend.ts';
import { Solver } from './solver.ts';

let z3: Z3;
let solvers: SmtBackend;
beforeAll(async () => {
  z3 = await loadZ3();
  solvers = await loadSolvers();
});

/** Z3, with a record of what it was asked. */
function recorder() {
  const scripts: string[] = [];
  const backend = solverOf((script, values, fuel) => {
    scripts.push(script);
    return z3.checkAtOnce(script, values, fuel);
  });
  return { scripts, backend };
}

const pace = new Pace(async () => true);

const FUEL = 4_000_000_000;
const terms = new Terms();
const [x, y, z] = [terms.variable('int', 'x'), terms.variable('int', 'y'), terms.variable('int', 'z')];
const f = terms.variable('float', 'f');
const within = (term: typeof x, low: bigint, high: bigint) =>
  terms.and(terms.le(terms.int(low), term), terms.le(term, terms.int(high)));

describe('verdicts', () => {
  const check = (...assertions: BoolTerm[]) => new Solver(solvers, FUEL).check(assertions, pace);

  test('the one input of a narrow path is found', async () => {
    const verdict = await check(
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
  test.each(proofs)('proved: %s', async (_name, assertions) => {
    const verdict = await new Solver(solvers, FUEL).check(assertions, pace, { fuel: FUEL });
    expect(verdict).toEqual({ status: 'unsat' });
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
  test.each(witnesses)('found: %s', async (_name, assertions) => {
    const verdict = await check(...assertions);
    expect(verdict).toMatchObject({ status: 'sat', exact: true });
    const evaluator = new Evaluator(verdict.status === 'sat' ? verdict.model : new Map());
    for (const assertion of assertions) expect(evaluator.holds(assertion)).toBe(true);
  });

  test('behind an opaque function a model is only a candidate', async () => {
    const verdict = await check(terms.eq(terms.opaque('int', 'hash', [x]), terms.int(7)), terms.eq(x, terms.int(3)));
    expect(verdict).toEqual({ status: 'sat', model: new Map([['x', 3n]]), exact: false });
    const twice = [terms.opaque('int', 'hash', [x]), terms.opaque('int', 'hash', [y])] as const;
    expect(await check(terms.eq(x, y), terms.not(terms.eq(...twice)))).toEqual({ status: 'unsat' });
  });

  test('no assertions hold, and false does not', async () => {
    expect(await check()).toEqual({ status: 'sat', model: new Map(), exact: true });
    expect(await check(terms.true, terms.false)).toEqual({ status: 'unsat' });
  });
});

describe('questions that need no query', () => {
  test('one that was answered', async () => {
    const solver = new Solver(solvers, FUEL);
    const question = [terms.eq(terms.mul(x, x), terms.int(49)), terms.lt(x, terms.zero)];
    const first = await solver.check(question, pace);
    expect(solver.budget.queries).toBe(1);
    expect(await solver.check([...question].reverse(), pace)).toEqual(first);
    expect(solver.budget.queries).toBe(1);
  });

  test('one that a known model satisfies', async () => {
    const solver = new Solver(solvers, FUEL);
    const model: Model = new Map([
      ['x', 3n],
      ['z', 9n],
    ]);
    solver.addModel(model);
    expect(await solver.check([terms.lt(terms.one, x)], pace)).toEqual({
      status: 'sat',
      model: new Map([['x', 3n]]),
      exact: true,
    });
    expect(solver.budget.queries).toBe(0);
  });

  test('parts without a common variable are asked about once, and apart', async () => {
    const { backend, scripts } = recorder();
    const solver = new Solver(backend, FUEL);
    const path = [terms.eq(terms.mul(x, x), terms.int(49)), terms.lt(terms.int(5), x)];
    await solver.check(path, pace);
    const verdict = await solver.check([...path, terms.eq(z, terms.int(12))], pace);
    expect(verdict).toMatchObject({
      status: 'sat',
      exact: true,
      model: new Map([
        ['x', 7n],
        ['z', 12n],
      ]),
    });
    expect(scripts).toHaveLength(2);
    expect(scripts[1]).not.toContain('49');
    expect(await solver.check([...path, terms.lt(z, y), terms.lt(y, z)], pace)).toEqual({ status: 'unsat' });
  });
});

describe('budget', () => {
  const hard = [
    terms.eq(
      terms.add(terms.mul(x, terms.mul(x, x)), terms.mul(y, terms.mul(y, y)), terms.mul(z, terms.mul(z, z))),
      terms.int(33),
    ),
  ];

  test('a spent budget answers unknown, and known answers stay', async () => {
    const solver = new Solver(solvers, 3_000_000);
    const easy = [terms.eq(x, terms.int(5))];
    const answer = await solver.check(easy, pace);
    expect(await solver.check(hard, pace)).toMatchObject({ status: 'unknown', reason: 'budget' });
    expect(solver.budget.fuel).toBe(0);
    expect(await solver.check([terms.eq(y, terms.int(6))], pace)).toMatchObject({
      status: 'unknown',
      reason: 'budget',
    });
    expect(await solver.check(easy, pace)).toEqual(answer);
  });

  test('one question may take only its share, and may be asked again with more', async () => {
    const solver = new Solver(solvers, FUEL);
    expect(await solver.check(hard, pace, { fuel: 1_000_000 })).toMatchObject({ status: 'unknown' });
    expect(solver.budget.fuel).toBeGreaterThanOrEqual(FUEL - 1_000_000);
    const queries = solver.budget.queries;
    await solver.check(hard, pace, { fuel: 2_000_000 });
    expect(solver.budget.queries).toBe(queries + 1);
  });
});

/** Random conditions, each asked of one solver. */
async function session(backend: SmtBackend) {
  const own = new Terms();
  const solver = new Solver(backend, FUEL);
  const asked = [];
  for (let seed = 0; seed < 40; seed++) {
    const generator = new RandomTerms(own, new Random(seed), { sorts: ['int', 'float', 'str'], conversions: true });
    const assertions = [generator.bool(2).term, generator.bool(2).term];
    asked.push({ generator, assertions, verdict: await solver.check(assertions, pace, { fuel: 20_000_000 }) });
  }
  return asked;
}

test('the same questions are the same bytes and get the same answers', async () => {
  const [first, second] = [recorder(), recorder()];
  const answers = (await session(first.backend)).map(({ verdict }) => verdict);
  expect((await session(second.backend)).map(({ verdict }) => verdict)).toEqual(answers);
  expect(second.scripts).toEqual(first.scripts);
});

test('what is called impossible never happens, and what is called a model is one', async () => {
  const counts = { sat: 0, unsat: 0, unknown: 0 };
  for (const { generator, assertions, verdict } of await session(solvers)) {
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
