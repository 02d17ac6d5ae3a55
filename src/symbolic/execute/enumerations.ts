/** Definitions of enumerations, and calls of them: https://docs.python.org/3/library/enum.html */
import type { Machine } from '../machine/machine.ts';
import { isSameObject, membersOf } from '../semantics/objects/enumerations.ts';
import { namespaceOf } from '../semantics/objects/namespaces.ts';
import { truth } from '../semantics/objects/truth.ts';
import { compare } from '../semantics/operators/comparison.ts';
import type { ClassDef, Expression } from '../syntax/ast.ts';
import type { Arguments } from '../values/arguments.ts';
import { exceptionClass, isSubclass, libraryClass } from '../values/classes.ts';
import { intValue, type PlainValue, type PyClass, strValue, type Value } from '../values/value.ts';

/**
 * Turns what the body of an enumeration has bound into its members; equal values make one member and its aliases.
 * @param bound the class body's names
 */
export function withMembers(
  machine: Machine,
  enumeration: PyClass,
  definition: ClassDef,
  bound: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  if (isSubclass(enumeration, libraryClass('enum.Flag'))) machine.cut('enum.Flag', 'flags are not modelled');
  const entries = new Map(bound);
  const made: { readonly value: Value; readonly member: PlainValue }[] = [];
  for (const name of assignedNames(machine, definition)) {
    const given = bound.get(name);
    if (given === undefined || given.kind === 'descriptor' || isPrivate(name)) continue;
    const value =
      given.kind === 'builtin' && given.name === 'enum.auto' ? nextValue(machine, enumeration, name, made) : given;
    const known = made.find((one) => isKnownEqual(machine, one.value, value));
    const member = known?.member ?? makeMember(machine, enumeration, name, value);
    if (known === undefined) made.push({ value, member });
    entries.set(name, member);
  }
  return entries;
}

function isPrivate(name: string): boolean {
  return name.startsWith('_');
}

/** The names that the body assigns. Cuts where it may bind names in other ways. */
function assignedNames(machine: Machine, definition: ClassDef): readonly string[] {
  return definition.body.flatMap((statement) => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.map((target) => nameOf(machine, target));
      case 'annassign':
        return statement.value === undefined ? [] : [nameOf(machine, statement.target)];
      case 'function':
      case 'expression':
      case 'pass':
        return [];
      default:
        return machine.cut('enum', 'an enumeration with other statements than assignments and methods is not modelled');
    }
  });
}

function nameOf(machine: Machine, target: Expression): string {
  return target.kind === 'name' ? target.id : machine.cut('enum', 'members that are unpacked are not modelled');
}

function isKnownEqual(machine: Machine, left: Value, right: Value): boolean {
  const same = truth(machine, compare(machine, '==', left, right));
  return same.kind === 'literal' ? same.value : machine.cut('enum', 'the members depend on the inputs');
}

function makeMember(machine: Machine, enumeration: PyClass, name: string, value: Value): PlainValue {
  const entries = new Map<string, Value>([
    ['_name_', strValue(machine.terms.str(name))],
    ['_value_', value],
    ['name', strValue(machine.terms.str(name))],
    ['value', value],
  ]);
  return { kind: 'instance', object: machine.allocate({ kind: 'namespace', entries }), class: enumeration };
}

/** `auto()`: one more than the greatest value so far, or the lower-cased name in a StrEnum. */
function nextValue(
  machine: Machine,
  enumeration: PyClass,
  name: string,
  made: readonly { readonly value: Value }[],
): Value {
  const { terms } = machine;
  if (isSubclass(enumeration, libraryClass('enum.StrEnum'))) return strValue(terms.str(name.toLowerCase()));
  const values = made.map(({ value }) =>
    value.kind === 'int' && value.term.kind === 'literal'
      ? value.term.value
      : machine.cut('auto()', 'auto() after values that are no integers is not modelled'),
  );
  const greatest = values.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
  return intValue(terms.int(greatest + 1n));
}

/** `Color(value)`: the member with this value; raises ValueError where there is none. */
export function memberByValue(machine: Machine, enumeration: PyClass, { positional, named }: Arguments): Value {
  const [wanted, second] = positional;
  if (wanted === undefined || second !== undefined || named.size > 0) {
    return machine.cut(`${enumeration.name}()`, 'making an enumeration by a call is not modelled');
  }
  const members = [...membersOf(machine, enumeration).values()];
  if (members.some((member) => isSameObject(member, wanted))) return wanted;
  const search = ([first, ...rest]: readonly PlainValue[]): Value => {
    if (first?.kind !== 'instance') return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
    const value = namespaceOf(machine, first.object).get('_value_');
    if (value === undefined) throw new TypeError('a member has a value');
    const same = truth(machine, compare(machine, '==', value, wanted));
    return machine.choose(
      same,
      () => first,
      () => search(rest),
    );
  };
  return search(members);
}
