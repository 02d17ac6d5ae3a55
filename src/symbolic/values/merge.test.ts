import { describe, expect, test } from 'vitest';
import { Terms } from '../terms/strings.ts';
import { mergeValues } from './merge.ts';
import type { Case, PlainValue } from './value.ts';

const terms = new Terms();
const guard = terms.variable('bool', 'guard');

describe('joining unions', () => {
  const count = 1000;
  let reads = 0;

  /** A list that counts how often it is looked at. */
  function list(object: number): PlainValue {
    return {
      get kind(): 'list' {
        reads += 1;
        return 'list';
      },
      object,
    };
  }

  function lists(from: number, side: string): readonly Case[] {
    return Array.from({ length: count }, (_, index) => ({
      guard: terms.variable('bool', `${side}${index}`),
      value: list(from + index),
    }));
  }

  test('looks at a case as often as there are cases that it can be joined with', () => {
    const [yes, no] = [lists(0, 'yes'), lists(count / 2, 'no')];
    reads = 0;
    const merged = mergeValues(terms, guard, { kind: 'union', cases: yes }, { kind: 'union', cases: no });
    expect(merged.kind === 'union' && merged.cases.length).toBe(1.5 * count);
    expect(reads).toBeLessThan(50 * count);
  });

  test('joins numbers with numbers, lists with themselves, and keeps their order', () => {
    const one = { kind: 'int', term: terms.one } as const;
    const two = { kind: 'int', term: terms.int(2) } as const;
    const [first, second] = [list(1), list(2)];
    const some = terms.variable('bool', 'some');
    const union = (value: PlainValue, other: PlainValue) => mergeValues(terms, some, value, other);
    const merged = mergeValues(terms, guard, union(one, first), union(second, two));
    const values = merged.kind === 'union' ? merged.cases.map(({ value }) => value) : [];
    const number = { kind: 'int', term: terms.ite(terms.and(guard, some), terms.one, terms.int(2)) };
    expect(values).toEqual([number, first, second]);
  });
});

describe('comparisons of literals', () => {
  test('make no terms but their result', () => {
    const [small, large] = [terms.int(7_001), terms.int(7_002)];
    const before = terms.size;
    expect([terms.le(small, large), terms.lt(large, small)]).toEqual([terms.true, terms.false]);
    expect(terms.size).toBe(before);
  });
});
