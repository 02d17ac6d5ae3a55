/** Equality of sequences of any length. */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm } from '../../terms/term.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import type { AnyLength } from '../objects/held-items.ts';
import { truth } from '../objects/truth.ts';
import { everywhere, itemOf } from './any-length.ts';

/** An item is equal to itself even where it is nan, and which floats are one object is not known here. */
function refuseFloats(machine: Machine, { element }: AnyLength): void {
  if (holdsFloat(element)) machine.cut('floats in a sequence', 'the identity of floats in sequences is not modelled');
}

function holdsFloat(value: Value): boolean {
  switch (value.kind) {
    case 'float':
      return true;
    case 'tuple':
      return value.items.some(holdsFloat);
    case 'union':
      return value.cases.some((one) => holdsFloat(one.value));
    default:
      return false;
  }
}

/** Whether some item is equal to a value. Ends the path where comparing could raise or change something. */
export function containsEqual(machine: Machine, sequence: AnyLength, wanted: PlainValue): BoolTerm {
  const { terms } = machine;
  refuseFloats(machine, sequence);
  const differs = everywhere(machine, sequence.length, (position) =>
    terms.not(truth(machine, machine.interpreter.compare('==', itemOf(machine, sequence, position), wanted))),
  );
  return terms.not(differs);
}

/** Whether a sequence of any length holds just these items. */
export function equalToKnown(machine: Machine, sequence: AnyLength, items: readonly Value[]): BoolTerm {
  const { terms } = machine;
  refuseFloats(machine, sequence);
  const isEqual = items.map((item, at) =>
    truth(machine, machine.interpreter.compare('==', itemOf(machine, sequence, terms.int(at)), item)),
  );
  return terms.and(terms.eq(sequence.length, terms.int(items.length)), ...isEqual);
}

/** Whether two sequences hold equal items. */
export function equalAny(machine: Machine, left: AnyLength, right: AnyLength): BoolTerm {
  const { terms } = machine;
  refuseFloats(machine, left);
  const isSameItem = everywhere(machine, left.length, (position) =>
    truth(
      machine,
      machine.interpreter.compare('==', itemOf(machine, left, position), itemOf(machine, right, position)),
    ),
  );
  return terms.and(terms.eq(left.length, right.length), isSameItem);
}
