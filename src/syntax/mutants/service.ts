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
   * For each of these lines of functions of a Python file, in their order, the mildest mutant, or all of them: a comparison, a boundary, `and`
   * and `or`, `not`, arithmetic, `break` and `continue`, a constant, a condition, a returned value, a whole statement that is dropped.
   */
  mutants(file: SourceFile, lines: readonly number[], which: 'mildest' | 'all'): Promise<readonly Mutant[]>;
}
