import { saturated } from './bm25.ts';
import { codeShare } from './file-kind.ts';
/** BM25 of whole documents, from the chunks that each term is in. */

/** A document that may be a hit, with its chunks, whose ids follow each other. */
export interface ScopedDocument {
  readonly document: number;
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** How much of its length counts against a document. */
const LENGTH_SHARE = 0.4;
/** Documents whose best chunks become candidates, and how many of each. */
const BEST_DOCUMENTS = 40;
const BEST_CHUNKS = 6;

/** Adds up what terms are worth in documents. */
export class DocumentScores {
  readonly scores = new Map<number, number>();
  readonly #documents: readonly ScopedDocument[];
  readonly #averageLength: number;

  /** Of `documents`, in order of their chunks. */
  constructor(documents: readonly ScopedDocument[]) {
    this.#documents = documents;
    const chunks = documents.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    this.#averageLength = documents.length === 0 ? 1 : chunks / documents.length;
  }

  /** Adds a term that is in `chunks`, which ascend. */
  add(chunks: readonly number[], weight: number): void {
    const counts: (readonly [ScopedDocument, number])[] = [];
    let at = 0;
    for (const each of this.#documentsOf(chunks)) {
      let count = 0;
      for (; at < chunks.length && (chunks[at] ?? 0) <= each.last; at++) count++;
      counts.push([each, count]);
    }
    const all = this.#documents.length;
    const idf = Math.log(1 + (all - counts.length + 0.5) / (counts.length + 0.5));
    for (const [{ document, first, last, path }, count] of counts) {
      const relativeLength = (last - first + 1) / this.#averageLength;
      const value = codeShare(path) * weight * idf * saturated(count, relativeLength, LENGTH_SHARE);
      this.scores.set(document, (this.scores.get(document) ?? 0) + value);
    }
  }

  /** The chunks with the highest `scores` of the best documents. */
  *bestChunks(scores: Float64Array): Generator<number> {
    const ranges = new Map(this.#documents.map((each) => [each.document, each]));
    const best = [...this.scores].sort(([a, left], [b, right]) => right - left || a - b).slice(0, BEST_DOCUMENTS);
    for (const [document] of best) {
      const { first, last } = ranges.get(document) ?? { first: 0, last: -1 };
      const chunks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const score = (chunk: number) => scores[chunk] ?? 0;
      yield* chunks
        .filter((chunk) => score(chunk) > 0)
        .sort((left, right) => score(right) - score(left) || left - right)
        .slice(0, BEST_CHUNKS);
    }
  }

  /** The documents of `chunks`, each once. */
  *#documentsOf(chunks: readonly number[]): Generator<ScopedDocument> {
    let at = 0;
    for (const chunk of chunks) {
      const last = this.#documents[at - 1]?.last;
      if (last !== undefined && chunk <= last) continue;
      while (at < this.#documents.length && (this.#documents[at]?.last ?? 0) < chunk) at++;
      const document = this.#documents[at];
      if (document !== undefined && document.first <= chunk) {
        at++;
        yield document;
      }
    }
  }
}
