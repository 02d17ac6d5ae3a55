/** Catching an exception that means something to the engine, such as the StopIteration of an iterator. */
import { isSubclass } from '../values/classes.ts';
import type { PyClass, Value } from '../values/value.ts';
import type { Machine, Raised } from './machine.ts';
import type { Joined } from './state.ts';

/** Runs `work`; where it raises an exception of the class, `caught` goes on instead. Throws Dead where neither goes on. */
export function catching(machine: Machine, caughtClass: PyClass, work: () => Value, caught: () => Value): Value {
  const outer = machine.raised;
  const own: Raised[] = [];
  machine.raised = own;
  let end: Joined<Value> | undefined;
  try {
    end = machine.attempt(machine.state, work);
  } finally {
    machine.raised = outer;
  }
  const ends = end === undefined ? [] : [end];
  for (const one of own) {
    if (!isSubclass(one.exception.class, caughtClass)) {
      outer.push(one);
      continue;
    }
    const recovered = machine.attempt(one.state, caught);
    if (recovered !== undefined) ends.push(recovered);
  }
  return machine.continueFromAll(ends);
}
