/** The axioms of text operators hold for the operators' true values, and exclude wrong ones once a point is learnt. */
import { beforeAll, expect, test } from 'vitest';
import { loadZ3 } from '../../../scripts/lib/node-engine.ts';
import { TEXT_OPERATORS, type TextOperator } from '../../../test/differential/random-texts.ts';
import type { Z3 } from '../../../wasm/symbolic/z3/z3.ts';
import { Random } from '../../lib/random.ts';
import { operate, type Value } from '../terms/operations.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm, Term } from '../terms/term.ts';
import { lower } from './lower.ts';
import { type LearntPoints, learn } from './refine.ts';

let z3: Z3;
beforeAll(async () => {
  z3 = await loadZ3();
});

const TEXTS = [
  '',
  'a',
  'b',
  'A',
  'ab',
  'aab',
  ' a ',
  'abab',
  'ba b',
  'aBc',
  '12',
  'é',
  'ß',
  'x😀',
  'aaaaaaa',
  'abcabcabcabc',
];
const INTEGERS = [-1n, 0n, 1n, 2n, 5n, 65n, 0x1f600n];
const FUEL = 60_000_000;

/** The operator applied to variables, and that those have random values; undefined where it has no value for them. */
function instance(terms: Terms, random: Random, { takes, build, operator, detail, sort }: TextOperator) {
  const values: readonly Value[] = takes.map((taken) => random.pick<Value>(taken === 'str' ? TEXTS : INTEGERS));
  const value = operate(operator, values, detail);
  if (value === undefined || (typeof value === 'string' && value.length > 1000)) return undefined;
  const strings = takes.flatMap((taken, at) => (taken === 'str' ? [terms.variable('str', `s${at}`)] : []));
  const integers = takes.flatMap((taken, at) => (taken === 'int' ? [terms.variable('int', `i${at}`)] : []));
  const given = values.map(
    (one, at): BoolTerm =>
      typeof one === 'string'
        ? terms.same(terms.variable('str', `s${at}`), terms.str(one))
        : terms.same(terms.variable('int', `i${at}`), terms.int(BigInt(one))),
  );
  const application = build(terms, strings, integers);
  const isValue = terms.same<typeof sort>(application, literalOf(terms, value));
  return { values, application, given, isValue };
}

function literalOf(terms: Terms, value: Value): Term {
  switch (typeof value) {
    case 'boolean':
      return terms.bool(value);
    case 'bigint':
      return terms.int(value);
    case 'number':
      return terms.float(value);
    case 'string':
      return terms.str(value);
  }
}

test.each(TEXT_OPERATORS.map((one, index) => [`${one.operator} ${one.detail.name ?? ''}`, one, index] as const))(
  '%s has its true values',
  (_name, one, index) => {
    const random = new Random(index + 1);
    let checked = 0;
    for (let round = 0; round < 25; round++) {
      const terms = new Terms();
      const found = instance(terms, random, one);
      if (found === undefined) continue;
      const { status } = z3.checkAtOnce(lower([...found.given, found.isValue]).text, [], FUEL);
      expect(status, JSON.stringify(found.values.map(String))).not.toBe('unsat');
      checked += status === 'sat' ? 1 : 0;
    }
    expect(checked).toBeGreaterThan(0);
  },
);

test.each(TEXT_OPERATORS.map((one, index) => [`${one.operator} ${one.detail.name ?? ''}`, one, index] as const))(
  '%s has no other value at a point that was learnt',
  (_name, one, index) => {
    const random = new Random(index + 100);
    for (let round = 0; round < 10; round++) {
      const terms = new Terms();
      const found = instance(terms, random, one);
      // characters beyond the solver's are renamed, so nothing is learnt of them
      if (
        found === undefined ||
        found.application.kind !== 'application' ||
        JSON.stringify(found.values, String).includes('😀')
      )
        continue;
      if (found.values.includes(0x1f600n)) continue;
      const points: LearntPoints = new Map();
      learn(points, found.application, found.values);
      const { status } = z3.checkAtOnce(lower([...found.given, terms.not(found.isValue)], points).text, [], FUEL);
      expect(status, JSON.stringify(found.values.map(String))).toBe('unsat');
    }
  },
);
