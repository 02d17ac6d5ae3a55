/** The ways in which paths end, and what a piece of the program hands to its surroundings. */
import type { Reason } from '../service.ts';
import type { ExceptionValue, Value } from '../values/value.ts';
import type { Joined, State } from './state.ts';

/** A path that ends in an exception nobody has caught yet. */
export interface Raised {
  readonly state: State;
  readonly exception: ExceptionValue;
  /** 1-based line that raised it. */
  readonly line: number;
  /** Calls in progress where it was raised. */
  readonly depth: number;
}

/** An obligation that is broken, and the 1-based line that breaks it. */
export interface Broken {
  readonly obligation: string;
  readonly line: number;
}

/** A path given up because of something the engine does not decide. */
export interface Cut {
  readonly state: State;
  readonly reason: Reason;
  /** The obligation that is broken wherever a path comes to `state`, which is yet to be decided; absent where nothing is known to be broken. */
  readonly broken?: Broken;
  /** 1-based line that the outermost call had come to; absent where nothing was being called. */
  readonly line?: number;
}

/** A path that ends in `return` (or at the end of a body, with None). */
export interface Returned extends Joined<Value> {
  readonly line: number;
}

/** Everything that a piece of the program hands over. */
export interface Effects {
  readonly raised: readonly Raised[];
  readonly cuts: readonly Cut[];
  readonly returns: readonly Returned[];
  readonly breaks: readonly State[];
  readonly continues: readonly State[];
}
