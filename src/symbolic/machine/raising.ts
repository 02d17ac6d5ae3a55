/** Exceptions that operations raise without a message that is modelled. */
import { exceptionClass } from '../values/classes.ts';
import type { Machine } from './machine.ts';

/** Ends the path in such an exception. */
export function raiseNamed(machine: Machine, name: 'TypeError' | 'ValueError' | 'IndexError' | 'KeyError'): never {
  return machine.raise({ kind: 'exception', class: exceptionClass(name) });
}
