/** Lists and tuples of any length as arguments: for proofs, since no model tells what they hold. */

import type { Machine } from '../execute/machine.ts';
import type { InputType } from '../inputs/input-type.ts';
import { everywhere, sequenceOf, substituteValue } from '../semantics/any-length.ts';
import { compare } from '../semantics/comparison.ts';
import type { AnyLength } from '../semantics/sequences.ts';
import { truth } from '../semantics/truth.ts';
import type { Terms } from '../terms/strings.ts';
import type { IntTerm } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import { boolValue, floatValue, intValue, NONE, strValue, type Value } from '../values/value.ts';
import type { ArgumentMaker, SymbolicArgument } from './parameters.ts';
import { lengthName } from './variables.ts';

/** A list, tuple or set of any length; undefined where its items are no scalars or tuples of scalars. */
export function anyLengthArgument(
  { machine, objects, exists }: ArgumentMaker,
  type: Extract<InputType, { kind: 'list' | 'tuples' | 'set' | 'frozenset' }>,
  name: string,
): SymbolicArgument | undefined {
  const { terms } = machine;
  if (!isFlatType(type.element)) return undefined;
  const length = terms.variable('int', lengthName(name));
  machine.assume(terms.le(terms.zero, length));
  const items = sequenceOf(machine, length, (position) => itemAt(terms, type.element, `item of ${name}`, position));
  const source = (): undefined => undefined;
  if (type.kind === 'tuples') return { value: items, source };
  const object = machine.allocate(items);
  objects.add(type, object, name, exists);
  if (type.kind !== 'list') assumeDistinct(machine, items);
  return { value: { kind: type.kind, object }, source };
}

/** No two elements of a set are equal. */
function assumeDistinct(machine: Machine, { length, element, index }: AnyLength): void {
  const { terms } = machine;
  const differs = everywhere(machine, length, (later) =>
    everywhere(machine, later, (earlier) => {
      const [left, right] = [earlier, later].map((at) => substituteValue(terms, element, index, at));
      return left === undefined || right === undefined
        ? terms.false
        : terms.not(truth(machine, compare(machine, '==', left, right)));
    }),
  );
  machine.assume(differs);
}

function isFlatType(type: InputType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'none':
      return true;
    case 'tuple':
      return type.items.every(isFlatType);
    case 'choice':
      return type.options.every(isFlatType);
    default:
      return false;
  }
}

/** The item at a position: functions of the position, of which nothing else is known. */
function itemAt(terms: Terms, type: InputType, name: string, position: IntTerm): Value {
  switch (type.kind) {
    case 'none':
      return NONE;
    case 'scalar':
      switch (type.sort) {
        case 'bool':
          return boolValue(terms.opaque('bool', name, [position]));
        case 'int':
          return intValue(terms.opaque('int', name, [position]));
        case 'float':
          return floatValue(terms.opaque('float', name, [position]));
        case 'str':
          return strValue(terms.opaque('str', name, [position]));
      }
      break;
    case 'tuple':
      return {
        kind: 'tuple',
        items: type.items.map((item, index) => itemAt(terms, item, `${name}[${index}]`, position)),
      };
    case 'choice':
      return type.options
        .map((option, index) => itemAt(terms, option, `${name}|${index}`, position))
        .reduce((before, option, index) =>
          mergeValues(terms, terms.opaque('bool', `${name} is option ${index}`, [position]), option, before),
        );
  }
  throw new TypeError(`a ${type.kind} is no item of a sequence of any length`);
}
