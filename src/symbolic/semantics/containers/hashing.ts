/** Keys of dictionaries and elements of sets: https://docs.python.org/3/glossary.html#term-hashable */
import type { Machine } from '../../machine/machine.ts';
import { hasValueEquality } from '../../oracle/source.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, NONE, type PlainValue, typeName, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { namespaceOf } from '../objects/namespaces.ts';
import { callSpecial } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { refuseNanIdentity } from '../sequences/item-equality.ts';
import { isText } from '../sequences/texts.ts';

/** Raises TypeError for a value that cannot be hashed; cuts where its class decides by a method of its own. */
export function requireHashable(machine: Machine, value: Value): void {
  machine.dispatch(value, (plain) => {
    switch (plain.kind) {
      case 'list':
      case 'dict':
      case 'set':
        return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
      case 'tuple':
        for (const item of plain.items) requireHashable(machine, item);
        return NONE;
      case 'instance':
        return requireHashableObject(machine, plain);
      case 'foreign':
        if (hasValueEquality(plain)) return NONE;
        return machine.cut('hash', `the hash of this ${plain.type} depends on its identity`);
      case 'slice':
      case 'view':
        return machine.cut('hash', `the hash of a value of type ${typeName(plain)} is not modelled`);
      case 'unmodelled':
      case 'unbound':
        return use(machine, plain);
      default:
        return NONE;
    }
  });
}

/** Objects are hashed by identity, unless their class says how they are equal: then it has to say how they are hashed. */
function requireHashableObject(machine: Machine, object: Extract<PlainValue, { kind: 'instance' }>): Value {
  for (const { attributes } of object.class.mro) {
    const own = attributes === undefined ? undefined : namespaceOf(machine, attributes);
    if (own?.has('__hash__'))
      return machine.cut('hash', `the hash of an object of ${object.class.name} is not modelled`);
    const equality = own?.get('__eq__');
    if (equality === undefined) continue;
    const record = equality.kind === 'generated' ? equality.class.record : undefined;
    if (record?.isFrozen !== true) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    // the fields of a frozen dataclass that are compared are those that are hashed
    for (const { name, isCompared } of record.fields) {
      if (isCompared) requireHashable(machine, machine.interpreter.attribute(object, name));
    }
    return NONE;
  }
  return NONE;
}

/** Integers below are their own hash in every build of CPython. */
const SMALLEST_MODULUS = 2n ** 31n - 1n;

/** `hash(value)`: known of small integers; of large ones and of texts only that it is a function, which depends on the process. */
export function hashOf(machine: Machine, value: PlainValue): Value {
  const special = value.kind === 'instance' ? callSpecial(machine, value, '__hash__') : undefined;
  if (special !== undefined) return machine.dispatch(special, (made) => hashOfObject(machine, made));
  requireHashable(machine, value);
  const { terms } = machine;
  if (isInteger(value)) {
    const integer = integerTerm(machine, value);
    const modulus = terms.int(SMALLEST_MODULUS);
    const isSmall = terms.and(terms.lt(terms.neg(modulus), integer), terms.lt(integer, modulus));
    const small = terms.ite(terms.eq(integer, terms.int(-1)), terms.int(-2), integer);
    return intValue(terms.ite(isSmall, small, terms.opaque('int', 'hash of int', [integer])));
  }
  if (isText(value)) return intValue(terms.opaque('int', `hash of ${value.kind}`, [value.term]));
  return machine.cut('hash()', `the hash of a value of type ${typeName(value)} is not modelled`);
}

/** What `__hash__` answers has to be an integer, whose own hash is taken. */
function hashOfObject(machine: Machine, answer: PlainValue): Value {
  if (isInteger(answer)) return hashOf(machine, answer);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Whether two hashable values are one key: the same object, or equal. */
function sameKey(machine: Machine, left: Value, right: Value): BoolTerm {
  const { terms } = machine;
  if (left === right) return terms.true;
  const [a, b] = [canonicalKey(left), canonicalKey(right)];
  if (a !== undefined && b !== undefined) return terms.bool(a === b);
  refuseNanIdentity(machine, left, right);
  return truth(machine, machine.interpreter.compare('==', left, right));
}

const canonical = new WeakMap<Value, string>();

/** A text that two known keys share where they are equal; undefined for a value that is not known, and for nan. */
function canonicalKey(value: Value): string | undefined {
  const known = canonical.get(value);
  if (known !== undefined) return known;
  const made = describe(value);
  if (made !== undefined) canonical.set(value, made);
  return made;
}

function describe(value: Value): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'none';
    case 'bool':
      return value.term.kind === 'literal' ? `number ${value.term.value ? 1 : 0}` : undefined;
    case 'int':
      return value.term.kind === 'literal' ? `number ${value.term.value}` : undefined;
    case 'float': {
      if (value.term.kind !== 'literal' || Number.isNaN(value.term.value)) return undefined;
      const { value: float } = value.term;
      return `number ${Number.isInteger(float) ? BigInt(float) : float}`;
    }
    case 'str':
    case 'bytes':
      return value.term.kind === 'literal' ? `${value.kind} ${JSON.stringify(value.term.value)}` : undefined;
    case 'tuple': {
      const items = value.items.map(canonicalKey);
      return items.includes(undefined) ? undefined : `tuple ${JSON.stringify(items)}`;
    }
    default:
      return undefined;
  }
}

/** A position at which a key may be found, and when it is. */
export interface KeyMatch {
  readonly index: number;
  readonly holds: BoolTerm;
}

/** Where a key may be among keys that differ from each other; a match that holds for certain is the only one. */
export function findKey(machine: Machine, keys: readonly Value[], wanted: Value): readonly KeyMatch[] {
  const matches: KeyMatch[] = [];
  for (const [index, key] of keys.entries()) {
    const holds = sameKey(machine, key, wanted);
    const known = machine.known(holds);
    if (known === true) return [{ index, holds: machine.terms.true }];
    if (known === undefined) matches.push({ index, holds });
  }
  return matches;
}

/** Goes on with the position of a key, case by case, and with `missing` where it is at none. */
export function withKey(
  machine: Machine,
  [first, ...rest]: readonly KeyMatch[],
  found: (index: number) => Value,
  missing: () => Value,
): Value {
  if (first === undefined) return missing();
  return machine.choose(
    first.holds,
    () => found(first.index),
    () => withKey(machine, rest, found, missing),
  );
}

/** Whether a key is at one of these positions. */
export function isFound({ terms }: Machine, matches: readonly KeyMatch[]): BoolTerm {
  return terms.or(...matches.map(({ holds }) => holds));
}
