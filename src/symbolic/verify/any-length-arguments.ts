/** Lists and tuples of any length as arguments: for proofs, since no model tells what they hold. */

import type { InputType } from '../inputs/input-type.ts';
import type { Machine } from '../machine/machine.ts';
import type { AnyLength } from '../semantics/objects/held-items.ts';
import { truth } from '../semantics/objects/truth.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { everywhere, scalarOf, sequenceOf, substituteValue } from '../semantics/sequences/any-length.ts';
import type { Terms } from '../terms/strings.ts';
import type { Term } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import { NONE, type Value } from '../values/value.ts';
import type { ArgumentMaker, SymbolicArgument } from './symbolic-argument.ts';

import { lengthName } from './variables.ts';

/**
 * A list, tuple or set of any length; items that are no scalars can be passed on, and not looked into. Undefined for
 * a set of such. */
export function anyLengthArgument(
  { machine, objects, exists, line }: ArgumentMaker,
  type: Extract<InputType, { kind: 'list' | 'tuples' | 'set' | 'frozenset' }>,
  name: string,
): SymbolicArgument | undefined {
  const { terms } = machine;
  const isOrdered = type.kind === 'list' || type.kind === 'tuples';
  if (!isOrdered && !isFlatType(type.element)) return undefined;
  const length = terms.variable('int', lengthName(name));
  machine.assume(terms.le(terms.zero, length));
  const items = sequenceOf(machine, length, (position) =>
    unknownOf({ terms, line }, type.element, `item of ${name}`, [position]),
  );
  const source = (): undefined => undefined;
  if (type.kind === 'tuples') return { value: items, source };
  const object = machine.allocate(items);
  objects.add(type, object, name, exists);
  if (!isOrdered) assumeDistinct(machine, items);
  return { value: { kind: type.kind, object }, source };
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

/** Assumes that no two elements of a set are equal; nothing, where comparing them is not modelled. */
function assumeDistinct(machine: Machine, { length, element, index }: AnyLength): void {
  const { terms } = machine;
  const { value: differ, effects } = machine.withhold(() =>
    machine.attempt(machine.state, () =>
      everywhere(machine, length, (later) =>
        everywhere(machine, later, (earlier) => {
          const [left, right] = [earlier, later].map((at) => substituteValue(terms, element, index, at));
          return left === undefined || right === undefined
            ? terms.false
            : terms.not(truth(machine, compare(machine, '==', left, right)));
        }),
      ),
    ),
  );
  if (differ === undefined || effects.cuts.length + effects.raised.length > 0) return;
  machine.continueFrom(differ.state);
  machine.assume(differ.value);
}

/** What making an unknown value needs. */
interface UnknownMaker {
  readonly terms: Terms;
  /** 1-based line of the parameter. */
  readonly line: number;
}

/** A value of this type that is a function of these terms, of which nothing else is known. */
export function unknownOf(maker: UnknownMaker, type: InputType, name: string, args: readonly Term[]): Value {
  const { terms, line } = maker;
  switch (type.kind) {
    case 'none':
      return NONE;
    case 'scalar':
      return scalarOf(terms, type.sort, name, args);
    case 'tuple':
      return {
        kind: 'tuple',
        items: type.items.map((item, index) => unknownOf(maker, item, `${name}[${index}]`, args)),
      };
    case 'choice':
      return type.options
        .map((option, index) => unknownOf(maker, option, `${name}|${index}`, args))
        .reduce((before, option, index) =>
          mergeValues(terms, terms.opaque('bool', `${name} is option ${index}`, args), option, before),
        );
    default:
      return { kind: 'unmodelled', construct: name, line };
  }
}
