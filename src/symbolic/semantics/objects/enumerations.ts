/** Enumerations and their members: https://docs.python.org/3/library/enum.html */
import type { Machine } from '../../machine/machine.ts';
import { exceptionClass, isSubclass, libraryClass } from '../../values/classes.ts';
import type { PlainValue, PyClass, Value } from '../../values/value.ts';
import { namespaceOf } from './namespaces.ts';

/** Members of an enumeration by name, aliases left out, in the order of their definition. */
export function membersOf(machine: Machine, enumeration: PyClass): ReadonlyMap<string, PlainValue> {
  const members = new Map<string, PlainValue>();
  if (enumeration.attributes === undefined) return members;
  for (const [name, value] of namespaceOf(machine, enumeration.attributes)) {
    if (value.kind !== 'instance' || value.class !== enumeration) continue;
    if (![...members.values()].some((one) => isSameObject(one, value))) members.set(name, value);
  }
  return members;
}

/** Whether two values are one object of the module's classes. */
export function isSameObject(left: Value, right: Value): boolean {
  return left.kind === 'instance' && right.kind === 'instance' && left.object === right.object;
}

/** Whether a class is an enumeration of the module. */
export function isEnumeration(candidate: PyClass): boolean {
  return candidate.attributes !== undefined && isSubclass(candidate, libraryClass('enum.Enum'));
}

/** `Color['RED']`: raises KeyError where there is no such member. */
export function memberByName(machine: Machine, enumeration: PyClass, name: PlainValue): Value {
  if (name.kind !== 'str') return machine.cut('subscript', 'members of an enumeration are looked up by texts only');
  const { terms } = machine;
  const search = ([first, ...rest]: readonly (readonly [string, PlainValue])[]): Value => {
    if (first === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('KeyError') });
    return machine.choose(
      terms.same(name.term, terms.str(first[0])),
      () => first[1],
      () => search(rest),
    );
  };
  return search([...membersOf(machine, enumeration)]);
}

/** The number or text that a member of IntEnum or StrEnum is; any other value as it is. */
export function underlyingValue(machine: Machine, value: PlainValue): Value {
  if (value.kind !== 'instance') return value;
  const isUnderlain = UNDERLAIN.some((name) => isSubclass(value.class, libraryClass(name)));
  return isUnderlain ? (namespaceOf(machine, value.object).get('_value_') ?? value) : value;
}

const UNDERLAIN = ['enum.IntEnum', 'enum.StrEnum'] as const;
