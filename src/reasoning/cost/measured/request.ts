/** What the counting of steps is asked for; `wasm/python/testing/lemma_cost` reads it. */
import { pythonText } from '../../../lib/python-text.ts';

/** One function to run at growing sizes. */
export interface MeasureRequest {
  /** Where the repository is mounted. */
  readonly root: string;
  /** Of the file, below the root. */
  readonly path: string;
  /** `f` or `Class.method`. */
  readonly function: string;
  /** An expression of `n` for the arguments, a tuple of several; empty: they are made by annotations and names. */
  readonly inputs: string;
  /** Whether the peak of memory is measured, too. */
  readonly memory: boolean;
  /** Steps of one run, and of all. */
  readonly most_steps: number;
  readonly most_steps_in_all: number;
}

/** The program that measures in an interpreter. */
export function measureProgram(request: MeasureRequest): string {
  return `import lemma_cost\nlemma_cost.measure(${pythonText(JSON.stringify(request))})`;
}
