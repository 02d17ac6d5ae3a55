/** How well a chunk fits a query by its words: those of its text, of the names in it, and of its path. */
import { saturated } from './bm25.ts';
import type { Candidate } from './candidates.ts';
import { isTest } from './file-kind.ts';
import { decodeOccurrences } from './forward.ts';
import { termsOf } from './terms.ts';
import type { Totals, WeightedTerm } from './vocabulary.ts';

/** How much of its length counts against a chunk. */
const LENGTH_SHARE = 0.75;
/** What an occurrence counts in names of definitions, in the file's name and in its folders, where one in the text counts 1. */
const IN_NAMES = 3;
const IN_FILE_NAME = 4;
const IN_FOLDERS = 1;
/** What words are worth in tests, where they are worth 1 in other files. */
const TEST_SHARE = 0.85;

/** What a query's terms are worth in a chunk. */
export interface WordScores {
  /** BM25F: BM25 with occurrences counted by where they are. */
  readonly words: number;
  /** What the terms that are in names count, in proportion to all terms in names. */
  readonly names: number;
}

/** Scores chunks for any terms. */
export class WordScorer {
  readonly #candidates: readonly { candidate: Candidate; path: ReadonlyMap<string, number>; share: number }[];
  readonly #totals: Totals;

  constructor(candidates: readonly Candidate[], totals: Totals) {
    const paths = new Map<string, ReadonlyMap<string, number>>();
    this.#candidates = candidates.map((candidate) => {
      const path = paths.get(candidate.path) ?? pathTerms(candidate.path);
      paths.set(candidate.path, path);
      return { candidate, path, share: isTest(candidate.path) ? TEST_SHARE : 1 };
    });
    this.#totals = totals;
  }

  /** Scores of each candidate, in order. */
  score(terms: readonly WeightedTerm[]): readonly WordScores[] {
    const byId = new Map(terms.map((term) => [term.id, term]));
    return this.#candidates.map(({ candidate, path, share }) => {
      const { words, names } = this.#scoreOne(candidate, byId, path);
      return { words: words * share, names: names * share };
    });
  }

  #scoreOne(
    candidate: Candidate,
    terms: ReadonlyMap<number, WeightedTerm>,
    path: ReadonlyMap<string, number>,
  ): WordScores {
    const relativeLength = candidate.length / this.#totals.averageLength;
    const inText = new Set<number>();
    let words = 0;
    let named = 0;
    let allNames = 0;
    decodeOccurrences(candidate.terms, (id, text, names) => {
      if (names > 0) allNames++;
      const term = terms.get(id);
      if (term === undefined) return;
      inText.add(id);
      const value = term.weight * term.idf;
      words += value * saturated(text + IN_NAMES * names + (path.get(term.term) ?? 0), relativeLength, LENGTH_SHARE);
      if (names > 0) named += value;
    });
    for (const { id, term, weight, idf } of terms.values()) {
      const count = inText.has(id) ? 0 : (path.get(term) ?? 0);
      if (count > 0) words += weight * idf * saturated(count, relativeLength, LENGTH_SHARE);
    }
    return { words, names: named === 0 ? 0 : named / Math.sqrt(allNames + 2) };
  }
}

/** Terms of a path and what each counts. */
export function pathTerms(path: string): ReadonlyMap<string, number> {
  const slash = path.lastIndexOf('/') + 1;
  const counts = new Map<string, number>();
  for (const term of termsOf(path.slice(0, slash))) counts.set(term, IN_FOLDERS);
  for (const term of termsOf(path.slice(slash))) counts.set(term, IN_FILE_NAME);
  return counts;
}
