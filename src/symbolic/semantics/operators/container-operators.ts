/** Operators of sets, dictionaries and counters, and what `operator=` changes in place. */
import type { Machine } from '../../machine/machine.ts';
import type { BinaryOperator } from '../../syntax/ast.ts';
import { NONE, type PlainValue, type Value } from '../../values/value.ts';
import { COUNTER } from '../containers/collection-classes.ts';
import { combineCounters } from '../containers/counters.ts';
import { unionOfDicts } from '../containers/dict-methods.ts';
import { extendItems } from '../containers/lists.ts';
import { combineInPlace, combineSets, isSetOperator } from '../containers/set-methods.ts';
import type { SetValue } from '../containers/sets.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import type { ListValue } from '../objects/held-items.ts';
import { setItems, withItems } from '../sequences/sequences.ts';

/** `left operator right`; undefined where they are no containers that it combines. */
export function combineContainers(
  machine: Machine,
  operator: BinaryOperator,
  left: PlainValue,
  right: PlainValue,
): Value | undefined {
  if (isSet(left) && isSet(right) && isSetOperator(operator)) return combineSets(machine, operator, left, right);
  if (left.kind === 'view' || right.kind === 'view') {
    return machine.cut(operator, 'views of dictionaries are not combined with operators');
  }
  if (left.kind !== 'dict' || right.kind !== 'dict') return undefined;
  if (left.class === COUNTER && right.class === COUNTER) return combineCounters(machine, operator, left, right);
  return operator === '|' ? unionOfDicts(machine, left, right, false) : undefined;
}

/** `target operator= value` where it changes the target; undefined where it is the operator alone. */
export function augmentContainer(
  machine: Machine,
  operator: BinaryOperator,
  target: PlainValue,
  value: PlainValue,
): Value | undefined {
  if (target.kind === 'list') return augmentList(machine, operator, target, value);
  if (target.kind === 'set' && isSet(value) && isSetOperator(operator)) {
    return combineInPlace(machine, operator, target, value);
  }
  if (target.kind !== 'dict') return undefined;
  if (target.class === COUNTER) return machine.cut(`Counter ${operator}=`, 'counters are not combined in place');
  return operator === '|' ? unionOfDicts(machine, target, value, true) : undefined;
}

function augmentList(
  machine: Machine,
  operator: BinaryOperator,
  list: ListValue,
  value: PlainValue,
): Value | undefined {
  if (operator === '+') {
    extendItems(machine, list, value);
    return list;
  }
  if (operator !== '*' || !isInteger(value)) return undefined;
  const repeated = machine.interpreter.binary('*', list, { kind: 'int', term: integerTerm(machine, value) });
  machine.dispatch(repeated, (made) => {
    if (made.kind !== 'list') return NONE;
    return withItems(machine, made, (items) => {
      setItems(machine, list, items);
      return NONE;
    });
  });
  return list;
}

function isSet(value: PlainValue): value is SetValue {
  return value.kind === 'set' || value.kind === 'frozenset';
}
