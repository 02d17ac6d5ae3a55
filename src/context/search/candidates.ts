/** Which chunks can be hits: those with the most telling terms of a query. */
import type { Sql } from '../../lib/sql.ts';
import type { Language } from '../../syntax/service.ts';
import { compareTexts, type WeightedTerm } from './vocabulary.ts';
import { indexWord } from './words.ts';

/** Entries of the index that are read for one query; terms that are in more chunks than are left only count in the ranking. */
const MOST_ENTRIES = 60_000;
/** Chunks that are found by their words. */
export const MOST_FOUND = 300;

/** A chunk that may become a hit. */
export interface Candidate {
  readonly chunk: number;
  readonly document: number;
  readonly path: string;
  readonly language: Language;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly scope: string;
  /** Terms of its text. */
  readonly length: number;
  /** As forward.ts encodes them. */
  readonly terms: Uint8Array;
}

/** Which chunks may be hits. */
export interface Scope {
  /** Files that may be hits. */
  readonly files: number;
  allows(chunk: number): boolean;
  /** The path under which a document is shown, as far as one may be. */
  pathOf(document: number): string | undefined;
}

/** The best chunks with the rarest of `terms`, which come rarest first, by the sum of what these count. */
export function findChunks(sql: Sql, terms: readonly WeightedTerm[], scope: Scope): readonly number[] {
  const scores = new Map<number, number>();
  let entries = 0;
  for (const { id, chunks, idf, weight } of terms) {
    if (entries > 0 && entries + chunks > MOST_ENTRIES) break;
    entries += chunks;
    for (const chunk of chunksWith(sql, id)) {
      if (scope.allows(chunk)) scores.set(chunk, (scores.get(chunk) ?? 0) + weight * idf);
    }
  }
  return best(sql, scores);
}

/** What is known of `chunks`, by path and line. */
export function loadCandidates(sql: Sql, chunks: Iterable<number>, scope: Scope): readonly Candidate[] {
  const rows = sql.exec<{
    chunk: number;
    document: number;
    language: Language;
    lineStart: number;
    lineEnd: number;
    scope: string;
    length: number;
    terms: ArrayBuffer;
  }>(
    `SELECT chunk.id AS chunk, chunk.document, language, line_start AS lineStart, line_end AS lineEnd, scope, length, terms
     FROM json_each(?) JOIN chunk ON chunk.id = value JOIN word_chunk ON word_chunk.chunk = chunk.id
       JOIN document ON document.id = chunk.document`,
    JSON.stringify([...chunks]),
  );
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const path = scope.pathOf(row.document);
    if (path !== undefined) candidates.push({ ...row, path, terms: new Uint8Array(row.terms) });
  }
  return candidates.sort(comparePlaces);
}

/** By path, then by line. */
export function comparePlaces(left: Candidate, right: Candidate): number {
  return compareTexts(left.path, right.path) || left.lineStart - right.lineStart;
}

function chunksWith(sql: Sql, term: number): readonly number[] {
  const { chunks } = sql
    .exec<{ chunks: string | null }>(
      'SELECT group_concat(rowid) AS chunks FROM word_index WHERE word_index MATCH ?',
      `"${indexWord(term)}"`,
    )
    .one();
  return chunks === null ? [] : chunks.split(',').map(Number);
}

/** The best of `scores`; of those that are equal at the end, the first by path and line. */
function best(sql: Sql, scores: ReadonlyMap<number, number>): readonly number[] {
  const ordered = [...scores].sort((left, right) => right[1] - left[1]);
  const last = ordered[MOST_FOUND - 1]?.[1];
  if (last === undefined || ordered.length === MOST_FOUND) return ordered.map(([chunk]) => chunk);
  const above = ordered.filter(([, score]) => score > last).map(([chunk]) => chunk);
  const equal = ordered.filter(([, score]) => score === last).map(([chunk]) => chunk);
  const first = sql
    .exec<{ id: number }>(
      `SELECT chunk.id FROM json_each(?) JOIN chunk ON chunk.id = value
       ORDER BY (SELECT min(path) FROM file WHERE file.document = chunk.document), line_start LIMIT ?`,
      JSON.stringify(equal),
      MOST_FOUND - above.length,
    )
    .toArray();
  return [...above, ...first.map(({ id }) => id)];
}
