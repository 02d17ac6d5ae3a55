/** A loop, whatever it walks: one iteration of it, and the states that it comes to. */

import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { NONE } from '../values/value.ts';
/** A loop as the executor runs it. */
export interface Loop {
  /** What the program decides an iteration by; absent for loops inside expressions. */
  readonly decision: object | undefined;
  /** 1-based line of the loop. */
  readonly line: number;
  /** Whether there is an iteration of this number, counted from 0. */
  readonly test: (index: IntTerm) => BoolTerm;
  readonly body: (index: IntTerm) => void;
  readonly orelse: () => void;
  /** Whether the number of iterations is bounded before the loop begins. */
  readonly isBounded: boolean;
  /** Whether nothing but the body ends the loop, as in `while True`. */
  readonly isEndless: boolean;
}

/** One iteration from a head: where the test fails, and where the body ends. Undefined where the test has no value. */
export function iterateOnce(
  machine: Machine,
  loop: Loop,
  head: State,
  index: IntTerm,
): { readonly exit: State | undefined; readonly ends: readonly State[] } | undefined {
  const tested = machine.attempt(head, () => loop.test(index));
  if (tested === undefined) return undefined;
  const { state, value: test } = tested;
  const exit = machine.attempt(state, () => {
    machine.assume(machine.terms.not(test));
    observeLoop(machine, loop, false, machine.state);
  });
  const body = machine.attempt(state, () => {
    machine.assume(test);
    observeLoop(machine, loop, true, machine.state);
    loop.body(index);
  });
  return { exit: exit?.state, ends: body === undefined ? [] : [body.state] };
}

/** Tells the machine's observer which side of the loop's decision a state takes. */
export function observeLoop(machine: Machine, { decision }: Loop, side: boolean, state: State): void {
  if (decision !== undefined) machine.observe(decision, side, state);
}

/** One state for several; undefined for none. */
export function joinStates(machine: Machine, states: readonly State[]): State | undefined {
  const ends = states.map((state) => ({ state, value: NONE }));
  return machine.attempt(machine.state, () => machine.continueFromAll(ends))?.state;
}
