/**
 * Terms that stand beside a query's own where it fits best: what the workspace itself says is related (pseudo relevance feedback,
 * as in Lavrenko and Croft's relevance models, SIGIR 2001).
 */
import type { Sql } from '../../lib/sql.ts';
import type { Candidate } from './candidates.ts';
import { decodeOccurrences } from './forward.ts';
import { compareTexts, findTerms, type Totals, type WeightedTerm } from './vocabulary.ts';

/** Chunks that are taken for fitting. */
const BEST_CHUNKS = 8;
/** Chunks of these that a term must be in. */
const FEWEST_CHUNKS = 2;
const MOST_TERMS = 12;
/** What the most related term counts, where one of the query counts 1. */
const MOST_WEIGHT = 0.35;
/** Added to the length of a chunk, so that short ones do not decide alone. */
const LENGTH_OFFSET = 20;

/** Terms of the best candidates by `scores` that are not among `asked`; the most related first. */
export function relatedTerms(
  sql: Sql,
  totals: Totals,
  candidates: readonly Candidate[],
  scores: readonly number[],
  asked: readonly WeightedTerm[],
): readonly WeightedTerm[] {
  const known = new Set(asked.map(({ id }) => id));
  const best = [...scores.entries()]
    .filter(([, score]) => score > 0)
    .sort((left, right) => right[1] - left[1])
    .slice(0, BEST_CHUNKS);
  const sum = best.reduce((total, [, score]) => total + score, 0);
  const found = new Map<number, { share: number; chunks: number }>();
  for (const [index, score] of best) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    decodeOccurrences(candidate.terms, (term, text, names) => {
      if (known.has(term)) return;
      const before = found.get(term) ?? { share: 0, chunks: 0 };
      const share = ((score / sum) * (text + names)) / (candidate.length + LENGTH_OFFSET);
      found.set(term, { share: before.share + share, chunks: before.chunks + 1 });
    });
  }
  const shared = [...found].filter(([, { chunks }]) => chunks >= FEWEST_CHUNKS).map(([term]) => term);
  const related = findTerms(sql, totals, 'id', shared)
    .map((term) => ({ ...term, weight: (found.get(term.id)?.share ?? 0) * term.idf }))
    .sort((left, right) => right.weight - left.weight || compareTexts(left.term, right.term))
    .slice(0, MOST_TERMS);
  const most = related[0]?.weight ?? 1;
  return related.map((term) => ({ ...term, weight: (MOST_WEIGHT * term.weight) / most }));
}
