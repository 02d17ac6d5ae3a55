import { describe, expect, it, test } from 'vitest';
import { RandomTerms } from '../../../test/differential/random-terms.ts';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { Evaluator } from '../terms/evaluate.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { isRefutedByBounds } from './bounds.ts';

describe('bounds decide', () => {
  const terms = new Terms();
  const [x, y] = [terms.variable('float', 'x'), terms.variable('float', 'y')];
  const within = (low: number, high: number, term = x): readonly BoolTerm[] => [
    terms.floatCompare('fle', terms.float(low), term),
    terms.floatCompare('fle', term, terms.float(high)),
  ];
  const product = terms.floatArithmetic('fmul', x, y);
  const beyondOne = terms.not(terms.floatCompare('fle', product, terms.float(1)));

  it('a product of numbers from 0 to 1', () => {
    expect(isRefutedByBounds([...within(0, 1), ...within(0, 1, y), beyondOne])).toBe(true);
  });

  it('nothing where an operand may be nan', () => {
    expect(isRefutedByBounds([...within(0, 1), beyondOne])).toBe(false);
  });

  it('a number kept between two limits', () => {
    const [low, high] = [terms.float(-1), terms.float(1)];
    const atMost = terms.ite(terms.floatCompare('flt', high, x), high, x);
    const clamped = terms.ite(terms.floatCompare('flt', atMost, low), low, atMost);
    const inside = terms.and(terms.floatCompare('fle', low, clamped), terms.floatCompare('fle', clamped, high));
    expect(isRefutedByBounds([terms.not(terms.isNan(x)), terms.not(inside)])).toBe(true);
    expect(isRefutedByBounds([terms.not(inside)])).toBe(false);
  });

  it.each([
    ['may hold', false, (at: number) => terms.variable('bool', `b${at}`)],
    ['cannot hold', true, (at: number) => terms.floatCompare('flt', x, terms.float(-at - 1))],
  ])('conditions that share their parts, each part once, beside others that %s', (_, isRefuted, other) => {
    let condition: BoolTerm = terms.floatCompare('flt', x, y);
    for (let level = 0; level < 60; level++) {
      const [p, q] = [other(2 * level), other(2 * level + 1)];
      condition = terms.and(terms.or(condition, p), terms.or(condition, q));
    }
    expect(isRefutedByBounds([condition, ...within(2, 3), ...within(0, 1, y)])).toBe(isRefuted);
  });

  it('a remainder', () => {
    const remainder = terms.floatRemainder(x, terms.float(360));
    const outside = terms.not(terms.floatCompare('flt', remainder, terms.float(360)));
    expect(isRefutedByBounds([...within(0, 1e300), outside])).toBe(true);
    expect(isRefutedByBounds([...within(0, Infinity), outside])).toBe(false);
  });
});

test('conditions that hold under some model are never refuted', () => {
  let refuted = 0;
  const rounds = amount(4000, 1500);
  for (let index = 1; index <= rounds; index++) {
    const seed = seedOf(index);
    const terms = new Terms();
    const generator = new RandomTerms(terms, new Random(seed), { sorts: ['int', 'float'], conversions: true });
    const conditions = [generator.bool(2), generator.bool(3), generator.bool(4)].map(({ term }) => term);
    const evaluator = new Evaluator(generator.model());
    const holding = conditions.flatMap((one) => {
      const value = evaluator.value(one);
      return value === undefined ? [] : [value === true ? one : terms.not(one)];
    });
    expect(isRefutedByBounds(holding), `seed ${seed}`).toBe(false);
    if (isRefutedByBounds(conditions.map((one) => terms.not(one)))) refuted += 1;
  }
  expect(refuted).toBeGreaterThan(amount(20, 2));
});
