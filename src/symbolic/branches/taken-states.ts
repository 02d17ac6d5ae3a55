/** The states in which an exploration has taken the sides of decisions. */
import type { Observer } from '../machine/frame.ts';
import type { State } from '../machine/state.ts';
import type { DecisionNode } from './decisions.ts';

/** Collects states by side, of the exploration that was begun last. */
export class TakenStates {
  #states = { true: new Map<object, State[]>(), false: new Map<object, State[]>() };

  /** Forgets everything and gives the observer of a new exploration. */
  begin(): Observer {
    const states = { true: new Map<object, State[]>(), false: new Map<object, State[]>() };
    this.#states = states;
    return (decision, side, state) => {
      const known = states[`${side}`].get(decision);
      if (known === undefined) states[`${side}`].set(decision, [state]);
      else known.push(state);
    };
  }

  /** The states that took the side, in the order in which they did. */
  of(decision: DecisionNode, side: boolean): readonly State[] {
    return this.#states[`${side}`].get(decision) ?? [];
  }
}
