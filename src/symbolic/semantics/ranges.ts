/** Ranges: https://docs.python.org/3/library/stdtypes.html#ranges */
import type { Machine } from '../execute/machine.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { intValue, type PlainValue } from '../values/value.ts';
import { checkedPosition, fromEnd } from './sequences.ts';

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

/** `range[index]`; raises IndexError outside the range. */
export function rangeItem(machine: Machine, range: RangeValue, index: IntTerm): PlainValue {
  const position = checkedPosition(machine, index, rangeLength(machine.terms, range));
  return intValue(rangeElement(machine.terms, range, position));
}

/** `range[lower:upper:step]`, a range again; absent bounds are the ends. The step is a literal other than 0. */
export function rangeSlice(
  machine: Machine,
  range: RangeValue,
  { lower, upper }: { readonly lower?: IntTerm; readonly upper?: IntTerm },
  step: bigint,
): RangeValue {
  const { terms } = machine;
  const length = rangeLength(terms, range);
  // backwards the ends are the last position and the one before the first
  const [least, most] = step > 0n ? [terms.zero, length] : [terms.int(-1), terms.sub(length, terms.one)];
  const bounded = (bound: IntTerm): IntTerm => {
    const position = fromEnd(machine, bound, length);
    const atLeast = terms.ite(terms.lt(position, least), least, position);
    return terms.ite(terms.lt(most, atLeast), most, atLeast);
  };
  const [first, end] = step > 0n ? [least, most] : [most, least];
  const from = lower === undefined ? first : bounded(lower);
  const to = upper === undefined ? end : bounded(upper);
  return {
    kind: 'range',
    start: rangeElement(terms, range, from),
    stop: rangeElement(terms, range, to),
    step: terms.mul(range.step, terms.int(step)),
  };
}

function atLeastZero(terms: Terms, value: IntTerm): IntTerm {
  return terms.ite(terms.lt(value, terms.zero), terms.zero, value);
}
