/** Subscripts and slices: https://docs.python.org/3/reference/expressions.html#subscriptions */
import type { Machine } from '../../machine/machine.ts';
import { settleForeign } from '../../oracle/operations.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type PlainValue, typeName, type Value } from '../../values/value.ts';
import { subscriptDict } from '../containers/dict-methods.ts';
import { withPositions } from '../containers/slices.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { isEnumeration, memberByName } from '../objects/enumerations.ts';
import type { AnyLength, SliceBounds } from '../objects/held-items.ts';
import { callSpecial } from '../objects/special-methods.ts';
import { isTypeExpression, TYPE_EXPRESSION } from '../objects/typing.ts';
import { use } from '../objects/unmodelled.ts';
import { partOf, reversed } from '../sequences/any-length.ts';
import { rangeItem, rangeSlice } from '../sequences/ranges.ts';
import { isItemSequence, itemAt, likeAny, likeSequence, withContent } from '../sequences/sequences.ts';
import { characterAt, sliceText } from '../sequences/text-slices.ts';
import { clamp, isText } from '../sequences/texts.ts';
import { groupOf } from '../texts/regex-match.ts';

/** `value[index]`. */
export function subscript(machine: Machine, value: PlainValue, index: PlainValue): Value {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  if (isTypeExpression(value) || (value.kind === 'class' && value.class.attributes === undefined))
    return TYPE_EXPRESSION;
  if (value.kind === 'foreign') return settleForeign(machine, [value, index], (object, at) => `(${object})[${at}]`);
  if (value.kind === 'dict') return subscriptDict(machine, value, index);
  if (isText(value) || isItemSequence(value)) {
    if (index.kind === 'unmodelled' || index.kind === 'unbound') return use(machine, index);
    if (index.kind === 'instance') return machine.cut('index', '__index__ of an object is not called here');
    if (!isInteger(index)) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    const position = integerTerm(machine, index);
    return isText(value) ? characterAt(machine, value, position) : itemAt(machine, value, position);
  }
  if (value.kind === 'range' && isInteger(index)) return rangeItem(machine, value, integerTerm(machine, index));
  if (value.kind === 'match') return groupOf(machine, value, index);
  if (value.kind === 'instance') {
    const item = callSpecial(machine, value, '__getitem__', index);
    return item ?? machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  if (value.kind === 'class' && isEnumeration(value.class)) return memberByName(machine, value.class, index);
  // an item of a namespace is an entry in brackets
  if (value.kind === 'namespace' && index.kind === 'str' && index.term.kind === 'literal') {
    const item = value.entries.get(`[${index.term.value}]`);
    return item ?? machine.raise({ kind: 'exception', class: exceptionClass('KeyError') });
  }
  if (UNSLICEABLE.has(value.kind)) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  return machine.cut('subscript', `subscripts of a value of type ${typeName(value)} are not modelled`);
}

/** Kinds of values that have no slices. */
const UNSLICEABLE: ReadonlySet<PlainValue['kind']> = new Set([
  'none',
  'bool',
  'int',
  'float',
  'set',
  'frozenset',
  'function',
]);

/** `value[lower:upper]` where a bound is no integer: TypeError, but for mappings, which take any bounds. */
export function refuseBounds(machine: Machine, value: PlainValue): Value {
  if (UNSLICEABLE.has(value.kind) || isItemSequence(value) || isText(value) || value.kind === 'range') {
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  return machine.cut('slice', `slices of a value of type ${typeName(value)} with these bounds are not modelled`);
}

/** `value[lower:upper:step]`. */
export function slice(machine: Machine, value: PlainValue, bounds: SliceBounds): Value {
  if (value.kind === 'unmodelled' || value.kind === 'unbound') return use(machine, value);
  if (isText(value)) return sliceText(machine, value, bounds);
  if (value.kind === 'range' && bounds.step?.kind !== 'application' && bounds.step?.kind !== 'variable') {
    const step = bounds.step?.value ?? 1n;
    if (step !== 0n) return rangeSlice(machine, value, bounds, step);
    return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  }
  if (UNSLICEABLE.has(value.kind)) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  if (value.kind === 'list' && value.class !== undefined) machine.cut('slice', 'only plain lists are sliced');
  if (!isItemSequence(value)) {
    return machine.cut('slice', `slices of a value of type ${typeName(value)} with these bounds are not modelled`);
  }
  return withContent(
    machine,
    value,
    (items) =>
      withPositions(machine, items.length, bounds, (positions) =>
        likeSequence(
          machine,
          value,
          positions.flatMap((at) => items[at] ?? []),
        ),
      ),
    (items) => likeAny(machine, value, sliceAny(machine, items, bounds)),
  );
}

/** A slice of a sequence of any length, with steps of one. */
function sliceAny(machine: Machine, items: AnyLength, { lower, upper, step }: SliceBounds): AnyLength {
  const { terms } = machine;
  if (step === terms.int(-1) && lower === undefined && upper === undefined) return reversed(machine, items);
  if (step !== undefined && step !== terms.one) {
    return machine.cut('slice', 'slices with a step of a sequence of any length are not modelled');
  }
  const start = lower === undefined ? terms.zero : clamp(machine, lower, items.length);
  const stop = upper === undefined ? items.length : clamp(machine, upper, items.length);
  const isEmpty = terms.le(stop, start);
  return partOf(machine, items, start, terms.ite(isEmpty, terms.zero, terms.sub(stop, start)));
}
