import { beforeAll, describe, expect, test } from 'vitest';
import { loadZ3 } from '../../../scripts/lib/node-engine.ts';
import type { Z3 } from '../../../wasm/symbolic/z3/z3.ts';
import { lower } from '../smt/lower.ts';
import { Evaluator } from './evaluate.ts';
import { forall, substitute, sumTo } from './quantify.ts';
import { charactersOf } from './regex.ts';
import { Terms } from './strings.ts';
import { type BoolTerm, hasSort, type IntTerm } from './term.ts';

const terms = new Terms();
const [i, j, n] = [terms.variable('int', 'i'), terms.variable('int', 'j'), terms.variable('int', 'n')];

function item(position: IntTerm): IntTerm {
  const applied = terms.opaque('int', 'xs', [position]);
  if (!hasSort(applied, 'int')) throw new TypeError('an opaque integer');
  return applied;
}

/** The body holds for every integer from 0 up to `end`. */
function every(end: IntTerm, body: (at: IntTerm) => BoolTerm): BoolTerm {
  const inside = terms.and(terms.le(terms.zero, i), terms.lt(i, end));
  return forall(terms, i, terms.implies(inside, body(i)));
}

describe('substitution', () => {
  const term = terms.ite(
    terms.lt(i, j),
    terms.mul(i, terms.add(i, j)),
    terms.mod(j, terms.add(terms.mul(i, i), terms.one)),
  );

  test('gives what evaluation with the value gives', () => {
    for (const value of [-3n, 0n, 1n, 7n]) {
      const model = new Map([
        ['i', value],
        ['j', 5n],
      ]);
      const replaced = substitute(terms, term, i, terms.int(value));
      expect(new Evaluator(model).value(replaced)).toBe(new Evaluator(model).value(term));
    }
  });

  test('leaves a term without the variable as it is', () => {
    expect(substitute(terms, terms.add(j, n), i, terms.zero)).toBe(terms.add(j, n));
  });
});

describe('quantifiers', () => {
  test('the name of the variable does not matter', () => {
    const positive = (at: IntTerm): BoolTerm => terms.lt(terms.zero, item(at));
    expect(forall(terms, i, positive(i))).toBe(forall(terms, j, positive(j)));
  });

  test('a body without the variable is the condition itself', () => {
    expect(forall(terms, i, terms.lt(j, n))).toBe(terms.lt(j, n));
  });

  test("quantifiers nest without taking each other's variable", () => {
    const ordered = forall(terms, i, forall(terms, j, terms.implies(terms.lt(i, j), terms.le(item(i), item(j)))));
    const swapped = forall(terms, i, forall(terms, j, terms.implies(terms.lt(j, i), terms.le(item(i), item(j)))));
    expect(ordered).not.toBe(swapped);
  });
});

describe('sums', () => {
  test('a short sum is written out', () => {
    expect(sumTo(terms, i, terms.mul(i, i), terms.int(4))).toBe(terms.int(14));
    expect(sumTo(terms, i, i, terms.int(-2))).toBe(terms.zero);
  });

  test('a sum in a sum has no term', () => {
    const inner = sumTo(terms, i, item(i), n);
    expect(inner && sumTo(terms, i, terms.add(i, inner), n)).toBeUndefined();
  });
});

describe('what the solver makes of them', () => {
  let z3: Z3;
  beforeAll(async () => {
    z3 = await loadZ3();
  });

  const status = (...assertions: readonly BoolTerm[]): string =>
    z3.checkAtOnce(lower(assertions).text, [], 200_000_000).status;
  const sum = (count: IntTerm): IntTerm => sumTo(terms, i, item(i), count) ?? terms.zero;
  const isInside = terms.and(terms.le(terms.zero, j), terms.lt(j, n));

  test('a condition on all items holds for each of them', () => {
    const all = every(n, (at) => terms.lt(terms.zero, item(at)));
    expect(status(all, isInside, terms.le(item(j), terms.zero))).toBe('unsat');
  });

  test('and says nothing of what lies outside', () => {
    const all = every(n, (at) => terms.lt(terms.zero, item(at)));
    expect(status(all, terms.eq(j, n), terms.le(item(j), terms.zero))).not.toBe('unsat');
  });

  test('a condition on all but the last and on the last is one on all', () => {
    const before = every(n, (at) => terms.lt(terms.zero, item(at)));
    const after = every(terms.add(n, terms.one), (at) => terms.lt(terms.zero, item(at)));
    expect(status(terms.le(terms.zero, n), before, terms.lt(terms.zero, item(n)), terms.not(after))).toBe('unsat');
    expect(status(terms.le(terms.zero, n), before, terms.not(after))).not.toBe('unsat');
  });

  test('an operator that only axioms describe may be any function under a quantifier', () => {
    const all = every(n, (at) => terms.same(terms.length(terms.intToStr(item(at))), terms.one));
    expect(status(all, isInside, terms.eq(item(j), terms.int(12)))).not.toBe('sat');
  });

  test('a sum grows by the next item', () => {
    const next = terms.add(n, terms.one);
    expect(status(terms.le(terms.zero, n), terms.not(terms.eq(sum(next), terms.add(sum(n), item(n)))))).toBe('unsat');
    expect(status(terms.le(terms.zero, n), terms.not(terms.eq(sum(next), sum(n))))).not.toBe('unsat');
  });

  test('a sum of nothing is 0', () => {
    expect(status(terms.le(n, terms.zero), terms.not(terms.eq(sum(n), terms.zero)))).toBe('unsat');
  });

  test('operators with different languages are different functions', () => {
    const text = terms.opaque('str', 'texts', [i]);
    if (!hasSort(text, 'str')) throw new TypeError('an opaque text');
    const without = (character: string) => terms.strip('lstrip', text, charactersOf(character));
    const isSame = forall(terms, i, terms.same(without('a'), without('b')));
    expect(status(terms.not(isSame))).not.toBe('unsat');
  });
});
