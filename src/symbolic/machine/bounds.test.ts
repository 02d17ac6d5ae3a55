import { describe, expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { Evaluator } from '../terms/evaluate.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { decidedByBounds, withoutImplied } from './bounds.ts';
import { assume, INITIAL_STATE } from './state.ts';

const terms = new Terms();
const n = terms.variable('int', 'n');
const other = terms.variable('int', 'm');
const is = (value: number): BoolTerm => terms.eq(n, terms.int(value));
const atMost = (value: number): BoolTerm => terms.le(n, terms.int(value));
const above = (value: number): BoolTerm => terms.lt(terms.int(value), n);

function decided(members: readonly BoolTerm[], asked: BoolTerm): boolean | undefined {
  return decidedByBounds(members.reduce(assume, INITIAL_STATE).condition, asked);
}

describe('what bounds on the path say', () => {
  test.each<[string, readonly BoolTerm[], BoolTerm, boolean | undefined]>([
    ['an equality decides every comparison', [is(4)], above(4), false],
    ['an equality is known', [is(4)], is(4), true],
    ['other values are excluded', [is(4)], is(3), false],
    ['bounds exclude what is outside', [above(0), atMost(5)], is(6), false],
    ['bounds exclude what is outside, below', [above(0), atMost(5)], is(0), false],
    ['what is inside stays open', [above(0), atMost(5)], is(3), undefined],
    ['bounds that meet are an equality', [above(3), atMost(4)], is(4), true],
    ['a looser bound follows', [atMost(5)], atMost(7), true],
    ['a looser bound follows, negated', [atMost(5)], above(7), false],
    ['values are excluded one by one', [above(-1), terms.not(is(0)), terms.not(is(1))], above(1), true],
    ['an excluded value in the middle is known', [above(-1), terms.not(is(3))], is(3), false],
    ['members of conjunctions count', [terms.and(above(0), is(4))], is(3), false],
    ['members of negated disjunctions count', [terms.not(terms.or(is(0), is(1)))], is(1), false],
    ['members of disjunctions do not', [terms.or(is(0), is(1))], is(1), undefined],
    ['members of negated conjunctions do not', [terms.not(terms.and(above(0), atMost(3)))], is(1), undefined],
    ['other terms do not count', [terms.eq(other, terms.int(4))], is(3), undefined],
  ])('%s', (_name, members, asked, expected) => {
    expect(decided(members, asked)).toBe(expected);
    expect(decided(members, terms.not(asked))).toBe(expected === undefined ? undefined : !expected);
  });

  test('agree with the integers from -3 to 8', () => {
    const conditions = [-1, 0, 2, 4].flatMap((value) => [is(value), atMost(value), above(value), terms.not(is(value))]);
    const values = Array.from({ length: 12 }, (_, index) => index - 3);
    const holds = (condition: BoolTerm, value: number): boolean => {
      const position = conditions.indexOf(condition);
      const bound = [-1, 0, 2, 4][position >> 2] ?? 0;
      return [value === bound, value <= bound, value > bound, value !== bound][position & 3] ?? false;
    };
    for (const first of conditions) {
      for (const second of conditions) {
        const left = values.filter((value) => holds(first, value) && holds(second, value));
        for (const asked of conditions) {
          const known = decided([first, second], asked);
          if (known !== undefined) expect(left.filter((value) => holds(asked, value) !== known)).toEqual([]);
        }
      }
    }
  });
});

describe('members that others imply', () => {
  const not = (...values: readonly number[]) => values.map((value) => terms.not(is(value)));

  test.each<[string, readonly BoolTerm[], readonly BoolTerm[]]>([
    ['are left out behind an equality', [...not(0, 7, 14), is(21)], [is(21)]],
    ['are left out behind a tighter bound', [atMost(9), ...not(8), atMost(5), above(1)], [atMost(5), above(1)]],
    ['stay where nothing implies them', [...not(3), above(1)], [...not(3), above(1)]],
    ['stay once where they are the same', [above(1), above(1)], [above(1)]],
    [
      'stay where they are of other terms',
      [terms.eq(other, terms.int(3)), is(2)],
      [terms.eq(other, terms.int(3)), is(2)],
    ],
  ])('%s', (_name, members, expected) => {
    expect(withoutImplied(members)).toEqual(expected);
  });

  test('leave a condition that says the same', () => {
    const parts = [-1, 0, 1, 2, 3].flatMap((at) => [is(at), terms.not(is(at)), atMost(at), above(at)]);
    for (let index = 0; index < amount(2_000, 200); index++) {
      const random = new Random(seedOf(index));
      const members = Array.from({ length: 1 + random.below(6) }, () => random.pick(parts));
      for (let value = -3; value <= 5; value++) {
        const evaluator = new Evaluator(new Map([['n', BigInt(value)]]));
        const holds = (all: readonly BoolTerm[]) => all.every((member) => evaluator.holds(member));
        expect(holds(withoutImplied(members))).toBe(holds(members));
      }
    }
  });
});
