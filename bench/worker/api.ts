/** What is measured inside workerd: times without the way there. */
import type { CodePosition } from '../../src/python/protocol.ts';

/** Something to ask a session. */
export type Question =
  | { readonly kind: 'run'; readonly code: string }
  | { readonly kind: 'evaluate'; readonly program: string }
  | ({ readonly kind: 'complete' | 'inspect' } & CodePosition)
  /** What a call costs by itself. */
  | { readonly kind: 'variables' | 'describe' };

/** How often something is measured: workerd's clock has steps of a millisecond, so that short work is measured in rounds. */
export interface Repetition {
  readonly rounds: number;
  /** Times in each round. */
  readonly each: number;
}

/** An interpreter without a session: milliseconds of its boot, and of its first cell. */
export interface BareBoot {
  readonly boot: number;
  readonly cell: number;
}

/** Taking the state of an interpreter without a session, and putting it into a fresh one. */
export interface StateFigures {
  readonly takeMs: number;
  readonly restoreMs: number;
  /** Compressed. */
  readonly bytes: number;
}

/** Methods of the measuring object. Each throws when what it measures fails. */
export interface StopwatchApi {
  /** Boots an interpreter in a new isolate, from the artifacts that sessions use, and runs `1` in it. */
  bareBoot(): Promise<BareBoot>;
  /** Milliseconds of cells in an interpreter without a session, with the state taken after each, or without. */
  bareCells(code: string, takesState: boolean, repetition: Repetition): Promise<readonly number[]>;
  /** Takes the state that `code` leaves behind. */
  state(code: string): Promise<StateFigures>;
  /** Milliseconds of asking the session `name`; once unless told otherwise. */
  ask(name: string, question: Question, repetition?: Repetition): Promise<readonly number[]>;
  /** What a cell prints. */
  stdout(name: string, code: string): Promise<string>;
  /** Runs what kills the interpreter. */
  kill(name: string): Promise<void>;
  /** Bytes of the interpreter's heap. */
  heap(name: string): Promise<number>;
  erase(name: string): Promise<void>;
}
