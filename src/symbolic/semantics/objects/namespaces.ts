/** The attributes that objects and classes hold themselves. */
import type { Machine } from '../../machine/machine.ts';
import { exceptionClass } from '../../values/classes.ts';
import type { ExceptionValue, ObjectId, PlainValue, Value } from '../../values/value.ts';
import { use } from './unmodelled.ts';

/** The attributes that an object of the heap holds. */
export function namespaceOf(machine: Machine, object: ObjectId): ReadonlyMap<string, Value> {
  const content = machine.contentOf(object);
  if (content.kind === 'namespace') return content.entries;
  if (content.kind === 'unmodelled') return use(machine, content);
  throw new TypeError('the object holds no attributes');
}

/** Sets one attribute of an object of the heap, whatever its class says. */
export function setEntry(machine: Machine, object: ObjectId, name: string, value: Value): void {
  const entries = new Map(namespaceOf(machine, object)).set(name, value);
  machine.store(object, { kind: 'namespace', entries });
}

/** The constructor arguments of an exception; undefined where the engine does not model the text of a built-in message. */
export function argumentsOf(
  machine: Machine,
  exception: Extract<PlainValue, { kind: 'exception' }>,
): readonly Value[] | undefined {
  if (exception.object === undefined) return exception.args;
  const args = namespaceOf(machine, exception.object).get('args');
  return args?.kind === 'tuple' ? args.items : undefined;
}

/** Ends the path in the AttributeError of an attribute that is not there. */
export function missingAttribute(machine: Machine): never {
  return machine.raise({ kind: 'exception', class: exceptionClass('AttributeError') });
}

/** `super().__init__(…)` of an exception class: the arguments become `args`. */
export function initialiseException(machine: Machine, exception: ExceptionValue, args: readonly Value[]): void {
  if (exception.object !== undefined) setEntry(machine, exception.object, 'args', { kind: 'tuple', items: args });
}
