/** What the tests that fit a query are about: a test often has the words of an issue where the code that it tests has none of them. */
import type { Sql } from '../../lib/sql.ts';
import { type Candidate, findChunks, loadCandidates, type Scope } from './candidates.ts';
import { WordScorer } from './signals.ts';
import type { Totals, WeightedTerm } from './vocabulary.ts';

/** Chunks of tests that are followed. */
const BEST_TESTS = 10;
/** What the places of tests count: 1 divided by their number and this. */
const OFFSET = 2;
/** A name that more places define says nothing of which one is meant. */
const MOST_DEFINITIONS = 8;
/** Chunks that define a name which are looked at, in tests and elsewhere. */
const MOST_LOOKED_AT = 50;

/** Chunks that define what the best tests in `tests` call or name: what each counts; a name's share is divided among its definitions. */
export function testedChunks(
  sql: Sql,
  totals: Totals,
  asked: readonly WeightedTerm[],
  tests: Scope,
  scope: Scope,
): ReadonlyMap<number, number> {
  const candidates = loadCandidates(sql, findChunks(sql, asked, tests).chunks, tests);
  const best = new WordScorer(candidates, totals)
    .score(asked)
    .map(({ words }, index) => ({ words, candidate: candidates[index] }))
    .sort((left, right) => right.words - left.words)
    .slice(0, BEST_TESTS);
  const names = new Map<string, number>();
  for (const [place, { candidate }] of best.entries()) {
    if (candidate === undefined) continue;
    for (const name of namesIn(sql, candidate)) names.set(name, (names.get(name) ?? 0) + 1 / (place + 1 + OFFSET));
  }
  const found = new Map<number, number>();
  for (const [name, value] of names) {
    const chunks = definingChunksOf(sql, name, scope);
    if (chunks.length > MOST_DEFINITIONS) continue;
    for (const chunk of chunks) found.set(chunk, (found.get(chunk) ?? 0) + value / chunks.length);
  }
  return found;
}

function namesIn(sql: Sql, { document, lineStart, lineEnd }: Candidate): readonly string[] {
  return sql
    .exec<{ name: string }>(
      'SELECT DISTINCT name FROM reference WHERE document = ? AND line BETWEEN ? AND ? ORDER BY name',
      document,
      lineStart,
      lineEnd,
    )
    .toArray()
    .map(({ name }) => name);
}

/** Chunks of `scope` that define `name`. */
function definingChunksOf(sql: Sql, name: string, scope: Scope): readonly number[] {
  return sql
    .exec<{ chunk: number }>(
      `SELECT DISTINCT chunk.id AS chunk FROM symbol
         JOIN document ON document.id = symbol.document AND live = 1
         JOIN chunk ON chunk.document = symbol.document AND name_line BETWEEN chunk.line_start AND chunk.line_end
       WHERE symbol.name = ? LIMIT ?`,
      name,
      MOST_LOOKED_AT,
    )
    .toArray()
    .map(({ chunk }) => chunk)
    .filter((chunk) => scope.allows(chunk));
}
