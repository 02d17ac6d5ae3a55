/** Finds commits by words, ids, authors, times and paths. */
import type { Sql } from '../../lib/sql.ts';
import { pathFilter } from '../path-filter.ts';
import { type ChangedFile, linesWeight, MATCH_WEIGHTS } from './service.ts';

/** Places where words are, as columns of `history_words`, the one that counts most first. */
export const PLACES = ['subject', 'path', 'body', 'lines'] as const;

/** A place where words are. */
export type CommitPart = (typeof PLACES)[number];

/** What a commit must be like. */
export interface Filters {
  /** Seconds since 1970. */
  readonly since?: number;
  readonly author?: string;
  readonly path?: string;
}

/** A commit that matches. */
export interface Hit {
  readonly oid: string;
  readonly score: number;
  /** Words that were found, by their best place. */
  readonly found: ReadonlyMap<CommitPart, readonly string[]>;
}

type Row = { id: number; oid: string; seconds: number; author: string; files: string | null; words: number };

/** Commits that match, best first; of equally good ones the newest first. Without words, all that pass the filters. */
export function findHits(
  sql: Sql,
  words: readonly string[],
  ids: ReadonlySet<string>,
  filters: Filters,
): readonly Hit[] {
  const places = words.map((word) => placesOf(sql, word));
  const files = filters.path === undefined ? 'NULL' : 'files';
  const rows = sql
    .exec<Row>(`SELECT id, oid, seconds, author, ${files} AS files, words FROM history_commit WHERE indexed <> 0`)
    .toArray();
  const rarity = places.map((found) => Math.log(1 + (rows.length - found.size + 0.5) / (found.size + 0.5)));
  const most = rarity.reduce((sum, each) => sum + each, 0);
  const passes = filterOf(filters);
  const hits: (Hit & { readonly seconds: number })[] = [];
  for (const row of rows) {
    if (!passes(row)) continue;
    const found = new Map<CommitPart, string[]>();
    let sum = 0;
    for (const [index, word] of words.entries()) {
      const place = places[index]?.get(row.id);
      if (place === undefined) continue;
      found.set(place, [...(found.get(place) ?? []), word]);
      sum += (rarity[index] ?? 0) * weightOf(place, row.words);
    }
    const named = ids.has(row.oid);
    if (words.length > 0 && found.size === 0 && !named) continue;
    hits.push({ oid: row.oid, seconds: row.seconds, score: named ? 1 : most === 0 ? 0 : sum / most, found });
  }
  return hits.sort(
    (left, right) => right.score - left.score || right.seconds - left.seconds || (left.oid < right.oid ? -1 : 1),
  );
}

/** Commits that have a word, each with the place that counts most. */
function placesOf(sql: Sql, word: string): ReadonlyMap<number, CommitPart> {
  const best = new Map<number, CommitPart>();
  for (const place of PLACES) {
    // Words are letters and digits only, so that nothing in them is syntax of FTS5.
    const rows = sql.exec<{ id: number }>(
      'SELECT rowid AS id FROM history_words WHERE history_words MATCH ?',
      `${place} : "${word}"`,
    );
    for (const { id } of rows) if (!best.has(id)) best.set(id, place);
  }
  return best;
}

function weightOf(place: CommitPart, words: number): number {
  return place === 'lines' ? linesWeight(words) : MATCH_WEIGHTS[place];
}

function filterOf({ since, author, path }: Filters): (row: Row) => boolean {
  const wanted = author?.toLowerCase();
  const matches = path === undefined ? undefined : pathFilter({ paths: [path], excludePaths: [], fileTypes: [] });
  return (row) => {
    if (since !== undefined && row.seconds < since) return false;
    if (wanted !== undefined && !row.author.toLowerCase().includes(wanted)) return false;
    if (matches === undefined) return true;
    return parseFiles(row.files).some(({ path: file, from }) => matches(file) || (from !== undefined && matches(from)));
  };
}

/** The files of a commit, as `history_commit` has them. */
export function parseFiles(json: string | null): readonly ChangedFile[] {
  return json === null ? [] : (JSON.parse(json) as readonly ChangedFile[]);
}
