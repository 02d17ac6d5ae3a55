/** Ranges: https://docs.python.org/3/library/stdtypes.html#ranges */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { type RangeValue, rangeElement, rangeLength } from '../../values/ranges.ts';
import { intValue, type PlainValue } from '../../values/value.ts';
import { checkedPosition, fromEnd } from './sequences.ts';

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
