/** What the index tells of itself. */
import type { Language } from '../../syntax/api.ts';
import type { Coverage } from '../coverage.ts';
import type { EmbeddingsState } from '../embeddings/embeddings.ts';
import type { Skip } from './skips.ts';

/** Asks for the state of the index; `offset` and `limit` are of its lists. */
export interface IndexStatusRequest {
  readonly offset: number;
  readonly limit: number;
}

/** A part of a list that can be long. */
export interface Page<Item> {
  /** Items of the whole list. */
  readonly total: number;
  readonly items: readonly Item[];
}

/** The files of a language. */
export interface LanguageFacts {
  readonly language: Language;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
  /** Files that have parts which could not be parsed. */
  readonly damaged: number;
}

/** How much of the work was done before, by any commit: contents are analysed once. */
export interface Reuse {
  /** Contents that were analysed since the workspace was made. */
  readonly analysed: number;
  /** Files that needed an analysis which was there already. */
  readonly reused: number;
  /** Contents whose analysis is kept, of the covered commit and of earlier ones. */
  readonly kept: number;
}

/** The state of the index without its lists. */
export interface IndexFacts {
  readonly coverage: Coverage;
  /** Whether what rests on all documents together, such as centrality, is computed for the covered commit. */
  readonly settled: boolean;
  /** ISO 8601: when a slice of work ended last. Absent before the first. */
  readonly lastIndexed?: string;
  /** Whether the last slice of work did not fail, as it does when the syntax engine is away. */
  readonly healthy: boolean;
  /** The last error there ever was. */
  readonly lastError?: { readonly message: string; readonly at: string };
  readonly reuse: Reuse;
  readonly bytes: {
    /** Of the whole database. */
    readonly database: number;
    /** Contents of git's objects, compressed. */
    readonly git: number;
    /** Texts of the documents that are kept. */
    readonly text: number;
  };
}

/** The state of the index. */
export interface IndexStatus extends IndexFacts {
  /** By files, most first. */
  readonly languages: readonly LanguageFacts[];
  /** Rows of the covered commit. */
  readonly counts: {
    readonly documents: number;
    readonly chunks: number;
    readonly symbols: number;
    readonly references: number;
    readonly imports: number;
  };
  readonly skippedReasons: readonly { readonly reason: Skip['reason']; readonly files: number }[];
  /** By path. */
  readonly skipped: Page<Skip & { readonly file: string }>;
  /** Absent where no embedding model is configured. */
  readonly embeddings?: EmbeddingsState;
  /** By path and line; never the secret itself. */
  readonly secrets: Page<{ readonly file: string; readonly line: number; readonly kind: string }>;
}
