/** Small faults that are made on purpose, to see whether tests notice. */
import type { SourceFile } from '../service.ts';

/** One fault: the text with one piece replaced. */
export interface Mutant {
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets of what is replaced. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

/** Method of the syntax Worker about mutants. The answer depends on the arguments alone. */
export interface MutantApi {
  /**
   * One mutant for each of these lines of a Python file that has something to change, in their order: a comparison, a boundary, `and` and
   * `or`, `not`, arithmetic, `break` and `continue`, a constant, a returned value, else the whole statement is dropped.
   */
  mutants(file: SourceFile, lines: readonly number[]): Promise<readonly Mutant[]>;
}
