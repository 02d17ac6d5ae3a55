/** What running calls is asked for; `wasm/python/testing/lemma_trace` reads it. */
import { pythonText } from '../../lib/python-text.ts';

/** Calls that are to reach one function. */
export interface RunRequest {
  /** Where the repository is mounted. */
  readonly root: string;
  /** Of the entry's file, below the root. */
  readonly path: string;
  /** `f`, `C.m` or `f.inner`, and the lines where it stands. */
  readonly function: string;
  readonly line_start: number;
  readonly line_end: number;
  /** Expressions of Python in the names of the module. */
  readonly calls: readonly string[];
  /** Of one call. */
  readonly most_steps: number;
  readonly most_frames: number;
  /** Calls between the entry and what is recorded. */
  readonly depth: number;
  /** The only call that is run, and the frame of it that is looked into, by their numbers. */
  readonly only?: number;
  readonly frame?: number;
}

/** The program that runs them in an interpreter. */
export function runProgram(request: RunRequest): string {
  return `import lemma_trace\nlemma_trace.trace(${pythonText(JSON.stringify(request))})`;
}
