/** Parts of the index: each keeps one search structure over the live documents in tables of its own. */
import type { Chunk, FileFacts } from '../../syntax/api.ts';

/** A document that has become live; its rows are in the tables of the index. */
export interface LiveDocument {
  readonly id: number;
  /** As the table `document` has it. */
  readonly text: string;
  readonly language: FileFacts['language'];
  readonly chunks: readonly (Chunk & { readonly id: number })[];
}

/** One search structure. What it holds depends on the live documents only, not on the order in which they came. */
export interface IndexPart {
  /** Stored. */
  readonly name: string;
  /**
   * What it makes of a document: raised, or computed, when that changes, so that documents which are there already are removed and added
   * again. Absent for a part that sees to that itself.
   */
  readonly version?: string;
  /** Takes in a document. */
  add(document: LiveDocument): void;
  /** Forgets a document, whose rows are still in the tables of the index. */
  remove(document: LiveDocument): void;
  /**
   * Work over all documents together, done once none is waiting. Does one slice of it and returns whether more is left. It is called
   * after every change; a part that has nothing to do returns false at once.
   */
  settle?(): boolean;
  /** True when it takes so long to settle that only answers which rest on it wait for that. */
  readonly settlesLate?: boolean;
}
