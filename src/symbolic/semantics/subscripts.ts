/** Subscripts and slices: https://docs.python.org/3/reference/expressions.html#subscriptions */
import type { Machine } from '../execute/machine.ts';
import type { IntTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { type PlainValue, typeName, type Value } from '../values/value.ts';
import { integerTerm, isInteger } from './numbers.ts';
import { isItemSequence, itemAt, likeSequence, sliceItems, withItems } from './sequences.ts';
import { characterAt, substring } from './strings.ts';
import { use } from './truth.ts';

/** Bounds of a slice as integers; absent ones are the ends. */
export interface SliceBounds {
  readonly lower?: IntTerm;
  readonly upper?: IntTerm;
  readonly step?: IntTerm;
}

/** `value[index]`. */
export function subscript(machine: Machine, value: PlainValue, index: PlainValue): Value {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  if (value.kind === 'str' || isItemSequence(value)) {
    if (index.kind === 'unmodelled' || index.kind === 'unbound') return use(machine, index);
    if (!isInteger(index)) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    const position = integerTerm(machine, index);
    return value.kind === 'str' ? characterAt(machine, value.term, position) : itemAt(machine, value, position);
  }
  return machine.cut('subscript', `subscripts of a value of type ${typeName(value)} are not modelled`);
}

/** `value[lower:upper:step]`. */
export function slice(machine: Machine, value: PlainValue, bounds: SliceBounds): Value {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  const { lower, upper, step } = bounds;
  if (value.kind === 'str' && (step === undefined || step === machine.terms.one)) {
    return substring(machine, value.term, lower, upper);
  }
  if (!isItemSequence(value)) {
    return machine.cut('slice', `slices of a value of type ${typeName(value)} with these bounds are not modelled`);
  }
  const [from, to, by = 1n] = [literal(machine, lower), literal(machine, upper), literal(machine, step)];
  if (by === 0n) return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  return withItems(machine, value, (items) => likeSequence(machine, value, sliceItems(items, from, to, by)));
}

function literal(machine: Machine, bound: IntTerm | undefined): bigint | undefined {
  if (bound === undefined || bound.kind === 'literal') return bound?.value;
  return machine.cut('slice', 'a slice bound of a list or tuple depends on the inputs');
}
