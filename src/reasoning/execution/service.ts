/** What Python code did when it was run: a frame for each call of the repository's functions. */
import type { Place, Unseen } from '../service.ts';

/** A call to run, as a Python expression in the names of the entry's module, and the sides of decisions it was found for. */
export interface PlannedCall {
  readonly call: string;
  readonly takes: readonly string[];
}

/** Calls to run: given by the caller, or found by the symbolic engine. */
export interface RunPlan {
  readonly from: 'caller' | 'symbolic';
  readonly calls: readonly PlannedCall[];
  /** What is to be said of them, such as why there are none. */
  readonly notes: readonly string[];
}

/** `1.4`: of the second call the fifth frame. */
export interface FrameId {
  readonly call: number;
  readonly number: number;
}

/** How a run or a call ended. `cut`: by the limit of steps, `closed`: a generator that nobody asked for more. */
export type Ending =
  | { readonly kind: 'returned'; readonly value: string }
  | { readonly kind: 'raised' | 'cut' | 'closed'; readonly what: string; readonly line?: number }
  /** A generator that waits, or a call that was running when the interpreter ended. */
  | { readonly kind: 'unfinished' };

/** A place within a value, such as `order.lines[2]`, and its text before and after; absent where there was or is none. */
export interface Change {
  readonly where: string;
  readonly before?: string;
  readonly after?: string;
}

/** One call of a function of the repository. */
export interface ExecutedFrame extends Place {
  /** `<index of the run>.<number of the frame>`: the same question has the same. */
  readonly id: string;
  readonly parent?: string;
  /** Calls between the entry and it. */
  readonly depth: number;
  readonly function: string;
  /** The line of the repository that calls it, maybe through a library; absent for the entry. */
  readonly calledAt?: Place;
  /** Short texts by parameter, made without running code of the values. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly ending: Ending;
  /** The first values that a generator gave, and how many there were. */
  readonly yields: readonly string[];
  readonly yielded: number;
  /** What the call changed in its arguments, of their first 300 parts. */
  readonly mutations: readonly Change[];
  /** Lines that ran, such as `7-9, 11`. */
  readonly lines: string;
  /** Such as `26 if order.bad: no`. */
  readonly decisions: readonly string[];
  /** Only of the frame that is looked into: each line with what it changed in locals, and how many lines more there were. */
  readonly steps?: readonly { readonly line: number; readonly changes: readonly Change[] }[];
  readonly omittedSteps?: number;
}

/** A function of the repository, by where it is defined. */
export interface ExecutedFunction extends Place {
  readonly name: string;
}

/** Calls from one line of a function to another function, in one run. */
export interface ExecutedEdge {
  readonly from: ExecutedFunction;
  readonly line: number;
  readonly to: ExecutedFunction;
  readonly times: number;
}

/** One call of the plan. */
export interface ExecutedCall extends PlannedCall {
  /** How the whole expression ended; `unusable` where it never came so far. */
  readonly ending: Ending | { readonly kind: 'unusable'; readonly why: string };
  /** Lines, jumps back and calls that were counted. */
  readonly steps: number;
  /** Calls of the repository's functions that are recorded, and those beyond the limits, which are only counted. */
  readonly frames: number;
  readonly left: number;
  /** What of the machine, the day or the sandbox decides how it ends, as far as its lines say. */
  readonly restsOn?: string;
}

/** What was run, or why nothing was. */
export type Execution =
  | { readonly kind: 'not run'; readonly why: string }
  | {
      readonly kind: 'run';
      readonly from: RunPlan['from'];
      readonly calls: readonly ExecutedCall[];
      readonly frames: readonly ExecutedFrame[];
      readonly edges: readonly ExecutedEdge[];
      readonly unseen: readonly Unseen[];
    };
