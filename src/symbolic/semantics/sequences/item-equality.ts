/** Items of containers are found by identity first, and by equality then. */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm } from '../../terms/term.ts';
import type { Value } from '../../values/value.ts';
import { truth } from '../objects/truth.ts';

/** Whether two elements of containers are the same object, or equal. Cuts where both may be nan and perhaps one object. */
export function equalOrSame(machine: Machine, left: Value, right: Value): BoolTerm {
  if (isSameObject(left, right)) return machine.terms.true;
  refuseNanIdentity(machine, left, right);
  return truth(machine, machine.interpreter.compare('==', left, right));
}

/** Whether two values are known to be one object. */
function isSameObject(left: Value, right: Value): boolean {
  if (left === right) return true;
  const isObject = 'object' in left && 'object' in right && left.object !== undefined;
  return isObject && left.kind === right.kind && left.object === right.object;
}

/** Two floats in a container may be one object: then nan equals itself. */
export function refuseNanIdentity(machine: Machine, left: Value, right: Value): void {
  const both = machine.terms.and(nanCondition(machine, left), nanCondition(machine, right));
  machine.cutIf(both, 'nan in a container', 'whether two nan are one object is not modelled');
}

/** When a value is nan, or holds one in a tuple. */
export function nanCondition(machine: Machine, value: Value): BoolTerm {
  const { terms } = machine;
  switch (value.kind) {
    case 'union':
      return terms.or(...value.cases.map((one) => terms.and(one.guard, nanCondition(machine, one.value))));
    case 'float':
      return terms.isNan(value.term);
    case 'tuple':
      return terms.or(...value.items.map((item) => nanCondition(machine, item)));
    default:
      return terms.false;
  }
}
