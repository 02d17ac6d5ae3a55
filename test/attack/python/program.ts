/** Hostile programs as data: what each does, and all that may come of it. */
import type { CellStatus } from '../../../src/python/protocol.ts';

export interface Program {
  readonly name: string;
  readonly code: string;
  /** The ways in which the cell may end. */
  readonly ends: readonly CellStatus[];
  /** What the answer, as JSON, has to match besides. */
  readonly says?: RegExp;
  /** Seconds until the cell is interrupted; 20 when nothing is said. */
  readonly timeout?: number;
  /** Files that are uploaded before. */
  readonly uploads?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /** Set when the program breaks the next cell instead of its own; that one tells what was lost then. */
  readonly breaksNext?: true;
  /** Set when the program itself deletes the files that were there before, or overwrites the variables. */
  readonly destroys?: 'files' | 'variables';
}
