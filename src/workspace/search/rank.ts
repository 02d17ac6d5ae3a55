/** Ranks chunks for a query. */
import type { Sql } from '../../lib/sql.ts';
import { type Candidate, comparePlaces, findChunks, loadCandidates, type SearchScope } from './candidates.ts';
import { countPhrases, definingChunks } from './exact.ts';
import { relatedTerms } from './feedback.ts';
import { codeShare } from './file-kind.ts';
import { fuse } from './fusion.ts';
import { type Callee, calledChunks } from './graph.ts';
import { firstChunks, matchPaths } from './paths.ts';
import type { ParsedQuery } from './query.ts';
import { WordScorer } from './signals.ts';
import { statedDocuments } from './stated-paths.ts';
import { findTerms, readTotals, type WeightedTerm } from './vocabulary.ts';

/** What each signal is worth. */
export type Weights = Readonly<
  Record<
    'words' | 'related' | 'names' | 'file' | 'document' | 'stated' | 'path' | 'calls' | 'exact' | 'meaning',
    number
  >
>;

/** What each signal is worth; bench/retrieval tells what each adds. */
export const WEIGHTS: Weights = {
  words: 1,
  related: 0.6,
  names: 0.15,
  file: 0.3,
  document: 0.2,
  stated: 0.3,
  path: 0.15,
  calls: 0.1,
  exact: 0.3,
  meaning: 1,
};

/** A ranked chunk. */
export interface Ranked extends Candidate {
  /** 0 to 1, see `fuse`. */
  readonly score: number;
  /** How near its embedding is to the query's, where there are embeddings. */
  readonly similarity?: number;
  /** Which of the best chunks calls what it defines. */
  readonly callee?: Callee;
}

/** All chunks that can be hits, best first. */
export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** Terms of the query that the workspace has, and those that were added. */
  readonly asked: readonly WeightedTerm[];
  readonly related: readonly WeightedTerm[];
  /** Terms of the query that paths have. */
  readonly inPaths: ReadonlySet<string>;
}

/** Ranks what `scope` allows. `similarities` are those of the chunks whose embeddings are nearest to the query's. */
export function rankChunks(
  sql: Sql,
  query: ParsedQuery,
  scope: SearchScope,
  similarities: ReadonlyMap<number, number>,
  weights = WEIGHTS,
): Ranking {
  const totals = readTotals(sql);
  const asked = findTerms(sql, totals, 'term', [...query.terms.keys()]).map((term): WeightedTerm => {
    return { ...term, weight: query.terms.get(term.term)?.weight ?? 0 };
  });
  const exact = definingChunks(sql, query.identifiers, scope);
  const paths = matchPaths(sql, query.terms, (document, path) => scope.pathOf(document, path) !== undefined);
  const stated = statedDocuments(scope.documents, query.paths);
  const { chunks, documents } = findChunks(sql, asked, scope);
  const found = new Set([...chunks, ...firstChunks(sql, paths.scores.keys()), ...exact.keys(), ...similarities.keys()]);
  const candidates = loadCandidates(sql, found, scope);
  const scorer = new WordScorer(candidates, totals);
  const scores = scorer.score(asked);
  const words = scores.map((each) => each.words);
  const related = relatedTerms(sql, totals, candidates, words, asked);
  const phrases = countPhrases(sql, candidates, words, query.phrases);
  const callees = calledChunks(sql, candidates, words);
  const of = (scores: ReadonlyMap<number, number>) => candidates.map(({ chunk }) => scores.get(chunk) ?? 0);
  const fused = fuse(candidates.length, [
    { weight: weights.words, scores: words },
    { weight: weights.related, scores: scorer.score([...asked, ...related]).map((each) => each.words) },
    { weight: weights.names, scores: scores.map((each) => each.names) },
    { weight: weights.file, scores: fileScores(candidates, words) },
    { weight: weights.document, scores: candidates.map(({ document }) => documents.get(document) ?? 0) },
    { weight: weights.path, scores: candidates.map(({ document }) => paths.scores.get(document) ?? 0) },
    { weight: weights.stated, scores: candidates.map(({ document }) => stated.get(document) ?? 0) },
    { weight: weights.calls, scores: candidates.map(({ chunk }) => callees.get(chunk)?.score ?? 0) },
    { weight: weights.exact, scores: of(exact).map((score, index) => score + (phrases[index] ?? 0)) },
    { weight: weights.meaning, scores: of(similarities) },
  ]);
  const ranked = candidates.map((candidate, index): Ranked => {
    const callee = callees.get(candidate.chunk);
    const similarity = similarities.get(candidate.chunk);
    return {
      ...candidate,
      score: (fused[index] ?? 0) * codeShare(candidate.path),
      ...(callee !== undefined && { callee }),
      ...(similarity !== undefined && { similarity }),
    };
  });
  return {
    ranked: ranked.sort((left, right) => right.score - left.score || comparePlaces(left, right)),
    asked,
    related,
    inPaths: paths.known,
  };
}

/** For each candidate what its file is worth: the scores of its chunks, each half as much as the one before. */
function fileScores(candidates: readonly Candidate[], words: readonly number[]): readonly number[] {
  const byPath = new Map<string, number[]>();
  for (const [index, { path }] of candidates.entries()) {
    const scores = byPath.get(path) ?? [];
    scores.push(words[index] ?? 0);
    byPath.set(path, scores);
  }
  const sums = new Map(
    [...byPath].map(([path, scores]) => [
      path,
      scores.sort((left, right) => right - left).reduce((sum, score, place) => sum + score / 2 ** place, 0),
    ]),
  );
  return candidates.map(({ path }) => sums.get(path) ?? 0);
}
