/** Search by meaning: what is asked and answered. */
import type { Language } from '../../syntax/api.ts';
import type { Coverage } from '../coverage.ts';
import type { FileWishes } from './scope.ts';

/** Places that one answer gives at most. */
export const MOST_HITS = 50;
/** Other words for one query. */
export const MOST_PHRASINGS = 5;
/** Places of one file in an answer. */
export const MOST_OF_A_FILE = 3;

/** The part of embeddings in a search: of all chunks, of some, or of none, since there is no model or it did not answer. */
export type EmbeddingsUse = 'complete' | 'partial' | 'none' | 'failed';

/** What embeddings add to one search. */
export interface Similarity {
  readonly use: EmbeddingsUse;
  /** Chunks that are near to the query in meaning, among those that may be hits, and how near: up to 1. */
  nearest(allows: (chunk: number) => boolean): ReadonlyMap<number, number>;
}

/** Where there is no model. */
export const NO_SIMILARITY: Similarity = { use: 'none', nearest: () => new Map() };

/** Asks for places that fit a query. */
export interface SearchRequest extends FileWishes {
  readonly query: string;
  /** The same in other words; a place scores the mean of what it scores for each. At most {@link MOST_PHRASINGS}. */
  readonly phrasings?: readonly string[];
  /** Places that are passed over, best first. */
  readonly offset?: number;
  /** At most {@link MOST_HITS}. */
  readonly topK: number;
  /** Places with a lower score are left out; 0 to 1. */
  readonly minScore: number;
}

/** A place that fits. */
export interface SearchHit {
  readonly file: string;
  readonly content: string;
  /** 0 to 1: the share of what the first place by every signal would have. */
  readonly score: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Names of the definitions around it, outermost first with dots between; empty at the top of a file. */
  readonly scope: string;
  readonly language: Language;
  /** Why it was found. */
  readonly reasons: readonly string[];
}

/** What was found. */
export interface SearchResult {
  /** Best first, equal ones by path and line. */
  readonly hits: readonly SearchHit[];
  /** Places that were ranked and have at least the lowest score, given or not; at most {@link MOST_OF_A_FILE} of a file. */
  readonly total: number;
  /** Files that the filters let through. */
  readonly filesSearched: number;
  /** Words of the query that no file has. */
  readonly unknownWords: readonly string[];
  /** The part that embeddings had. */
  readonly embeddings: EmbeddingsUse;
  readonly coverage: Coverage;
}
