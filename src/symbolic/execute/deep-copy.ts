/** Copies of values with everything that they hold, as `copy.deepcopy` makes them: what is shared stays shared. */
import type { Machine } from '../machine/machine.ts';
import { isEnumeration } from '../semantics/objects/enumerations.ts';
import type { ObjectId, PlainValue, Value } from '../values/value.ts';

/** A copy of the value; `copies` are those made before, by the object that they are of. */
export function deepCopy(machine: Machine, value: Value, copies: Map<ObjectId, ObjectId>): Value {
  if (value.kind !== 'union') return copiedPlain(machine, value, copies);
  const cases = value.cases.map((one) => ({ guard: one.guard, value: copiedPlain(machine, one.value, copies) }));
  return { kind: 'union', cases };
}

function copiedPlain(machine: Machine, value: PlainValue, copies: Map<ObjectId, ObjectId>): PlainValue {
  const copy = (part: Value): Value => deepCopy(machine, part, copies);
  switch (value.kind) {
    case 'tuple':
      return { ...value, items: value.items.map(copy) };
    case 'namespace':
      return { ...value, entries: new Map([...value.entries].map(([name, entry]) => [name, copy(entry)])) };
    case 'instance':
      return isEnumeration(value.class) ? value : { ...value, object: copiedObject(machine, value.object, copies) };
    case 'list':
    case 'dict':
    case 'set':
    case 'frozenset':
      return { ...value, object: copiedObject(machine, value.object, copies) };
    default:
      return value;
  }
}

function copiedObject(machine: Machine, object: ObjectId, copies: Map<ObjectId, ObjectId>): ObjectId {
  const known = copies.get(object);
  if (known !== undefined) return known;
  const content = machine.contentOf(object);
  const made = machine.allocate(content);
  copies.set(object, made);
  const copied = deepCopy(machine, content, copies);
  machine.store(made, copied);
  return made;
}
