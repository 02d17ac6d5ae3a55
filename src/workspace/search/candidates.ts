/** Which chunks can be hits: those with the most telling terms of a query. */
import type { Sql } from '../../lib/sql.ts';
import type { Language } from '../../syntax/api.ts';
import { DocumentScores, type ScopedDocument } from './document-scores.ts';
import { compareTexts, type WeightedTerm } from './vocabulary.ts';
import { indexWord } from './words.ts';

/** Entries of the index that are read for one query; terms that are in more chunks than are left only count in the ranking. */
const MOST_ENTRIES = 60_000;
/** Chunks that are found by their words. */
export const MOST_FOUND = 300;

/** Entries that one statement gives as a list; a value has at most 2 MB. */
const WINDOW = 100_000;

const COMMA = 44;
const ZERO = 48;

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
export interface SearchScope {
  /** Files that may be hits. */
  readonly files: number;
  /** Documents that may be hits, in order of their chunks. */
  readonly documents: readonly ScopedDocument[];
  allows(chunk: number): boolean;
  /** The path under which a document is shown, given its first one by name; undefined when it may be no hit. */
  pathOf(document: number, first: string): string | undefined;
}

/** What the rarest terms of a query find. */
export interface FoundCandidates {
  readonly chunks: readonly number[];
  /** What each document is worth as a whole, by its id. */
  readonly documents: ReadonlyMap<number, number>;
}

/**
 * The best chunks with the rarest of `terms`, which come rarest first, by the sum of what these count; and BM25 of whole documents, in
 * which a term occurs as often as it has chunks, with the best chunks of the best documents.
 */
export function findChunks(sql: Sql, terms: readonly WeightedTerm[], scope: SearchScope): FoundCandidates {
  const { most } = sql.exec<{ most: number }>('SELECT coalesce(max(chunk), 0) AS most FROM word_chunk').one();
  const scores = new Float64Array(most + 1);
  const found: number[] = [];
  const documents = new DocumentScores(scope.documents);
  let entries = 0;
  for (const { id, chunks, idf, weight } of terms) {
    if (entries > 0 && entries + chunks > MOST_ENTRIES) break;
    entries += chunks;
    const allowed: number[] = [];
    for (const chunk of chunksWith(sql, id)) {
      const score = scores[chunk] ?? 0;
      if (score === 0) {
        if (!scope.allows(chunk)) continue;
        found.push(chunk);
      }
      allowed.push(chunk);
      scores[chunk] = score + weight * idf;
    }
    documents.add(allowed, weight);
  }
  const chunks = new Set(best(sql, found, scores));
  for (const chunk of documents.bestChunks(scores)) chunks.add(chunk);
  return { chunks: [...chunks], documents: documents.scores };
}

/** What is known of `chunks`, by path and line. */
export function loadCandidates(sql: Sql, chunks: Iterable<number>, scope: SearchScope): readonly Candidate[] {
  const rows = sql.exec<{
    chunk: number;
    document: number;
    language: Language;
    lineStart: number;
    lineEnd: number;
    scope: string;
    length: number;
    terms: ArrayBuffer;
    first: string | null;
  }>(
    `SELECT chunk.id AS chunk, chunk.document, language, line_start AS lineStart, line_end AS lineEnd, scope, length, terms,
       (SELECT min(path) FROM file WHERE file.document = chunk.document) AS first
     FROM json_each(?) JOIN chunk ON chunk.id = value JOIN word_chunk ON word_chunk.chunk = chunk.id
       JOIN document ON document.id = chunk.document`,
    JSON.stringify([...chunks]),
  );
  const candidates: Candidate[] = [];
  for (const { first, ...row } of rows) {
    const path = first === null ? undefined : scope.pathOf(row.document, first);
    if (path !== undefined) candidates.push({ ...row, path, terms: new Uint8Array(row.terms) });
  }
  return candidates.sort(comparePlaces);
}

/** By path, then by line. */
export function comparePlaces(left: Candidate, right: Candidate): number {
  return compareTexts(left.path, right.path) || left.lineStart - right.lineStart;
}

function* chunksWith(sql: Sql, term: number): Generator<number, void> {
  for (let after = 0, more = true; more; ) {
    const { chunks, count } = sql
      .exec<{ chunks: string | null; count: number }>(
        `SELECT group_concat(rowid) AS chunks, count(*) AS count
         FROM (SELECT rowid FROM word_index WHERE word_index MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?)`,
        `"${indexWord(term)}"`,
        after,
        WINDOW,
      )
      .one();
    const numbers = chunks === null ? [] : parseNumbers(chunks);
    yield* numbers;
    after = numbers.at(-1) ?? after;
    more = count === WINDOW;
  }
}

/** The numbers of a list with commas; lists are long. */
function parseNumbers(list: string): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === COMMA) {
      numbers.push(number);
      number = 0;
    } else number = number * 10 + (code - ZERO);
  }
  numbers.push(number);
  return numbers;
}

/** The best of `found` by their scores; of those that are equal at the end, the first by path and line. */
function best(sql: Sql, found: readonly number[], scores: Float64Array): readonly number[] {
  if (found.length <= MOST_FOUND) return found;
  const scoreOf = (chunk: number) => scores[chunk] ?? 0;
  const last = Float64Array.from(found, scoreOf).sort().at(-MOST_FOUND) ?? 0;
  const above = found.filter((chunk) => scoreOf(chunk) > last);
  const equal = found.filter((chunk) => scoreOf(chunk) === last);
  if (above.length + equal.length === MOST_FOUND) return [...above, ...equal];
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
