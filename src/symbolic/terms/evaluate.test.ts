import { describe, expect, test } from 'vitest';
import { Evaluator, evaluate } from './evaluate.ts';
import type { Value } from './operations.ts';
import { Terms } from './strings.ts';
import type { IntTerm } from './term.ts';

const terms = new Terms();
const x = terms.variable('int', 'x');
const y = terms.variable('int', 'y');
const model = (entries: Readonly<Record<string, Value>>) => new Map(Object.entries(entries));

describe('laziness', () => {
  const quotientAboveThree = terms.lt(terms.int(3), terms.floorDiv(x, y));
  const guard = terms.not(terms.eq(y, terms.zero));

  test('a conjunction is false whatever a member without value would be', () => {
    expect(evaluate(terms.and(guard, quotientAboveThree), model({ x: 8n, y: 0n }))).toBe(false);
    expect(evaluate(terms.and(quotientAboveThree, guard), model({ x: 8n, y: 0n }))).toBe(false);
    expect(evaluate(terms.and(guard, quotientAboveThree), model({ x: 8n, y: 2n }))).toBe(true);
  });

  test('a disjunction is true whatever a member without value would be', () => {
    expect(evaluate(terms.or(quotientAboveThree, terms.eq(y, terms.zero)), model({ y: 0n }))).toBe(true);
  });

  test('only the taken branch needs a value', () => {
    const guarded = terms.ite(guard, terms.mod(x, y), terms.int(-1));
    expect(evaluate(guarded, model({ x: 8n, y: 0n }))).toBe(-1n);
    expect(evaluate(guarded, model({ x: 8n, y: 5n }))).toBe(3n);
  });

  test('what needs a missing value has none', () => {
    expect(evaluate(quotientAboveThree, model({ x: 8n, y: 0n }))).toBeUndefined();
    const unknown = terms.opaque('int', 'hash', [x]);
    expect(evaluate(terms.add(unknown, terms.one), model({ x: 1n }))).toBeUndefined();
    expect(evaluate(terms.or(terms.le(unknown, x), terms.le(x, terms.one)), model({ x: 1n }))).toBe(true);
  });
});

test('variables that the model leaves out have the default of their sort', () => {
  expect(evaluate(terms.variable('str', 'missing'), new Map())).toBe('');
  expect(evaluate(terms.add(x, terms.one), new Map())).toBe(1n);
});

test('a value of another sort is refused', () => {
  expect(() => evaluate(x, model({ x: 1.5 }))).toThrow(TypeError);
});

test('8,000 nested terms are evaluated without recursion', () => {
  let chain: IntTerm = x;
  for (let i = 0; i < 8_000; i++) {
    chain = terms.ite(terms.variable('bool', `c${i % 7}`), terms.floorDiv(chain, terms.int(2)), terms.add(chain, y));
  }
  expect(evaluate(chain, model({ x: 5n, y: 2n }))).toBe(16_005n);
});

test('an evaluator remembers shared subterms', () => {
  // without sharing this has 2 ** 300 leaves
  let square: IntTerm = x;
  for (let i = 0; i < 300; i++)
    square = terms.mod(terms.mul(terms.add(square, y), terms.add(square, y)), terms.int(97));
  const evaluator = new Evaluator(model({ x: 3n, y: 4n }));
  let expected = 3n;
  for (let i = 0; i < 300; i++) expected = (expected + 4n) ** 2n % 97n;
  expect(evaluator.value(square)).toBe(expected);
});
