import { beforeAll, describe, expect, test } from 'vitest';
import { loadZ3 } from '../../../scripts/lib/node-engine.ts';
import { RandomTerms, SAMPLES, VARIABLES } from '../../../test/differential/random-terms.ts';
import { amount, seedOf } from '../../../test/generated.ts';
import type { Z3 } from '../../../wasm/symbolic/z3/z3.ts';
import { Random } from '../../lib/random.ts';
import { Evaluator } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import { literalText } from './literals.ts';
import { lower, type Script } from './lower.ts';
import { type LearntPoints, learn } from './refine.ts';

let z3: Z3;
beforeAll(async () => {
  z3 = await loadZ3();
});

const FUEL = 1_000_000_000;

describe('sharing and depth', () => {
  test('a term with 2 ** 200 paths is written once', () => {
    const terms = new Terms();
    const y = terms.variable('int', 'y');
    let term: IntTerm = terms.variable('int', 'x');
    for (let i = 0; i < 200; i++) term = terms.mod(terms.mul(terms.add(term, y), terms.add(term, y)), terms.int(97));
    const { text } = lower([terms.le(term, terms.int(96))]);
    expect(text.length).toBeLessThan(100_000);
  });

  test('8,000 nested if-then-elses reach Z3', () => {
    const terms = new Terms();
    let term: IntTerm = terms.zero;
    for (let i = 0; i < 8_000; i++) {
      term = terms.ite(terms.variable('bool', `c${i % 5}`), terms.add(term, terms.one), terms.add(term, terms.int(2)));
    }
    const { text } = lower([terms.le(term, terms.zero)]);
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    expect(longest).toBeLessThan(2_000);
    // Z3 may decide it or give up, but it accepts the text
    expect(['unsat', 'unknown']).toContain(z3.checkAtOnce(text, [], 100_000_000).status);
  });
});

test('the same assertions give the same text, whatever was built before', () => {
  const build = (terms: Terms) => {
    const [x, f] = [terms.variable('int', 'x'), terms.variable('float', 'f')];
    const shared = terms.floorDiv(x, terms.int(3));
    return lower([terms.le(terms.mul(shared, shared), x), terms.compareMixed('intltfloat', x, f)]).text;
  };
  const used = new Terms();
  used.le(used.variable('int', 'other'), used.int(99));
  expect(build(used)).toBe(build(new Terms()));
});

describe('Python meets SMT-LIB', () => {
  const terms = new Terms();
  const [x, y] = [terms.variable('int', 'x'), terms.variable('int', 'y')];
  const [s, t] = [terms.variable('str', 's'), terms.variable('str', 't')];
  const statusOf = (...assertions: BoolTerm[]) => z3.checkAtOnce(lower(assertions).text, [], FUEL).status;

  test('floor division and remainder for every sign of a variable divisor', () => {
    for (const [a, b] of [
      [7n, 2n],
      [-7n, 2n],
      [7n, -2n],
      [-7n, -2n],
      [6n, -3n],
      [-6n, 3n],
    ] as const) {
      const at = [terms.eq(x, terms.int(a)), terms.eq(y, terms.int(b))];
      const [quotient, remainder] = [terms.floorDiv(terms.int(a), terms.int(b)), terms.mod(terms.int(a), terms.int(b))];
      expect(statusOf(...at, terms.not(terms.eq(terms.floorDiv(x, y), quotient))), `${a} // ${b}`).toBe('unsat');
      expect(statusOf(...at, terms.not(terms.eq(terms.mod(x, y), remainder))), `${a} % ${b}`).toBe('unsat');
    }
  });

  test('a literal above the characters of SMT-LIB keeps its length and may be anything else', () => {
    const high = terms.str('\u{10ffff}z');
    expect(statusOf(terms.same(s, high), terms.not(terms.eq(terms.length(s), terms.int(2))))).toBe('unsat');
    expect(statusOf(terms.same(s, high), terms.strLt(s, terms.str('a')))).toBe('sat');
    expect(lower([terms.same(s, high)]).text).not.toContain('10ffff');
  });

  test('characters below are exact, surrogates included', () => {
    const emoji = terms.str('😀');
    expect(statusOf(terms.same(terms.concat(s, t), emoji), terms.contains(s, terms.str('\ud83d')))).toBe('unsat');
    expect(statusOf(terms.same(s, emoji), terms.strLe(s, terms.str('\uffff')))).toBe('unsat');
    expect(statusOf(terms.same(s, emoji), terms.not(terms.eq(terms.length(s), terms.one)))).toBe('unsat');
  });

  test('negative numbers have texts, and only digits have values', () => {
    expect(statusOf(terms.same(terms.intToStr(x), terms.str('-12')), terms.not(terms.eq(x, terms.int(-12))))).toBe(
      'unsat',
    );
    expect(statusOf(terms.eq(terms.strToInt(terms.intToStr(x)), x), terms.lt(x, terms.int(-1)))).toBe('unsat');
  });

  test('identity of floats is not their equality', () => {
    const [f, g] = [terms.variable('float', 'f'), terms.variable('float', 'g')];
    const equal = terms.floatCompare('feq', f, g);
    expect(statusOf(equal, terms.not(terms.same(f, g)))).toBe('sat');
    expect(statusOf(terms.same(f, g), terms.not(equal), terms.not(terms.isNan(f)))).toBe('unsat');
  });
});

/** Fixes variables and approximated applications to their true values: the axioms must allow them. */
function fixed(script: Script, evaluator: Evaluator): string {
  const constants: readonly (readonly [string, Term])[] = [
    ...script.variables.map(({ symbol, variable }) => [symbol, variable] as const),
    ...script.approximations.map(({ symbol, application }) => [symbol, application] as const),
  ];
  const facts = constants.map(([symbol, term]) => {
    const value = evaluator.value(term);
    return value === undefined ? '' : `(assert (= ${symbol} ${literalText(value)}))`;
  });
  return [script.text, ...facts].join('\n');
}

test('the axioms of conversions hold for the true values, at any points', () => {
  let approximated = 0;
  const conditions = amount(500, 200);
  for (let index = 1; index <= conditions; index++) {
    const seed = seedOf(index);
    const random = new Random(seed);
    const terms = new Terms();
    const generator = new RandomTerms(terms, random, { sorts: ['int', 'float'], conversions: true });
    const model = generator.model();
    // integers near the limits of exact conversion, too
    for (const name of VARIABLES.int) {
      if (random.below(2)) model.set(name, 2n ** BigInt(random.below(60)) + BigInt(random.below(5)) - 2n);
    }
    const condition = generator.bool(3).term;
    const evaluator = new Evaluator(model);
    const assertion = evaluator.holds(condition) ? condition : terms.not(condition);
    if (!evaluator.holds(assertion)) continue;
    const points: LearntPoints = new Map();
    for (const { application } of lower([assertion]).approximations) {
      const truth = evaluator.value(application);
      const samples: Value[] = [random.pick(SAMPLES.float), random.pick(SAMPLES.int), random.pick(SAMPLES.int)];
      for (const sample of truth === undefined ? samples : [truth, ...samples]) learn(points, application, [sample]);
      const operands = application.args.map((one) => evaluator.value(one)).filter((value) => value !== undefined);
      if (operands.length === application.args.length) learn(points, application, operands);
      learn(points, application, [8n]);
    }
    const script = lower([assertion], points);
    approximated += script.approximations.length;
    const { status } = z3.checkAtOnce(fixed(script, evaluator), [], FUEL);
    expect(status, `seed ${seed}\n${script.text}`).not.toBe('unsat');
  }
  expect(approximated).toBeGreaterThan(conditions * amount(0.6, 0.4));
});

test('the axioms hold at the limits of exact conversion', () => {
  const terms = new Terms();
  const [x, y, z] = [terms.variable('int', 'x'), terms.variable('int', 'y'), terms.variable('int', 'z')];
  const f = terms.variable('float', 'f');
  const [converted, quotient] = [terms.intToFloat(x), terms.trueDiv(x, y)];
  const conditions = [
    terms.eq(terms.floatToInt(converted), z),
    terms.eq(terms.floatToInt(quotient), z),
    terms.eq(terms.floatToInt(f), z),
    terms.floatCompare('flt', converted, terms.intToFloat(z)),
    terms.floatCompare('flt', terms.trueDiv(x, terms.int(3)), terms.trueDiv(z, terms.int(7))),
    terms.floatCompare('feq', quotient, terms.trueDiv(z, y)),
    ...(['intltfloat', 'intlefloat', 'inteqfloat'] as const).flatMap((operator) => [
      terms.compareMixed(operator, z, converted),
      terms.compareMixed(operator, z, quotient),
      terms.compareMixed(operator, z, f),
    ]),
  ];
  const random = new Random(1);
  const near = () =>
    (random.below(2) ? 1n : -1n) *
    (2n ** BigInt(random.pick([0, 1, 51, 52, 53, 54, 57])) + BigInt(random.below(7)) - 3n);
  for (let round = 0; round < 60; round++) {
    const model = new Map<string, Value>([
      ['x', near()],
      ['y', random.pick([near(), 1n, -1n, 3n, -7n])],
    ]);
    const quotientValue = new Evaluator(model).value(quotient);
    const target =
      BigInt(Math.trunc(typeof quotientValue === 'number' ? quotientValue : 0)) + BigInt(random.below(3)) - 1n;
    model.set(
      'z',
      random.pick([target, (BigInt(String(model.get('x'))) / 3n) * 7n, near(), BigInt(String(model.get('x')))]),
    );
    model.set('f', Number(model.get('z')) + random.pick([0, 0, 0.5, -1]));
    const evaluator = new Evaluator(model);
    for (const condition of conditions) {
      if (evaluator.value(condition) === undefined) continue;
      const assertion = evaluator.holds(condition) ? condition : terms.not(condition);
      const points: LearntPoints = new Map();
      for (const { application } of lower([assertion]).approximations) {
        for (const value of [...model.values(), evaluator.value(application) ?? 0n])
          learn(points, application, [value]);
      }
      const script = lower([assertion], points);
      const { status } = z3.checkAtOnce(fixed(script, evaluator), [], FUEL);
      expect(status, `${JSON.stringify([...model].map(String))}\n${script.text}`).toBe('sat');
    }
  }
});
