/** Catching an exception that means something to the engine, such as the StopIteration of an iterator. */
import { isSubclass } from '../values/classes.ts';
import type { PyClass, Value } from '../values/value.ts';
import type { Machine } from './machine.ts';
import type { Raised } from './outcomes.ts';

/** Runs `work`; where it raises an exception of the class, `caught` goes on instead. Ends the path where neither goes on. */
export function catching(machine: Machine, caughtClass: PyClass, work: () => Value, caught: () => Value): Value {
  const own: Raised[] = [];
  const end = machine.collect(own, () => machine.attempt(machine.state, work));
  const ends = end === undefined ? [] : [end];
  for (const one of own) {
    if (!isSubclass(one.exception.class, caughtClass)) {
      machine.release({ raised: [one] });
      continue;
    }
    const recovered = machine.attempt(one.state, caught);
    if (recovered !== undefined) ends.push(recovered);
  }
  return machine.continueFromAll(ends);
}
