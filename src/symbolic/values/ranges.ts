/** What ranges stand for: https://docs.python.org/3/library/stdtypes.html#ranges */
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import type { PlainValue } from './value.ts';

export type RangeValue = Extract<PlainValue, { kind: 'range' }>;

/** How many integers the range holds; its step is a literal, or known not to be 0. */
export function rangeLength(terms: Terms, range: RangeValue): IntTerm {
  const { start, stop, step } = range;
  const up = atLeastZero(terms, terms.floorDiv(terms.add(terms.sub(stop, start), terms.sub(step, terms.one)), step));
  const down = atLeastZero(
    terms,
    terms.floorDiv(terms.add(terms.sub(start, stop), terms.sub(terms.neg(step), terms.one)), terms.neg(step)),
  );
  return terms.ite(terms.lt(terms.zero, step), up, down);
}

/** The range's element at a 0-based position. */
export function rangeElement(terms: Terms, range: RangeValue, index: IntTerm): IntTerm {
  return terms.add(range.start, terms.mul(range.step, index));
}

/** Whether an integer is among the range's elements. */
export function rangeContains(terms: Terms, range: RangeValue, value: IntTerm): BoolTerm {
  const { start, stop, step } = range;
  const within = terms.ite(
    terms.lt(terms.zero, step),
    terms.and(terms.le(start, value), terms.lt(value, stop)),
    terms.and(terms.lt(stop, value), terms.le(value, start)),
  );
  return terms.and(within, terms.eq(terms.mod(terms.sub(value, start), step), terms.zero));
}

function atLeastZero(terms: Terms, value: IntTerm): IntTerm {
  return terms.ite(terms.lt(value, terms.zero), terms.zero, value);
}
