/** Answers of `git_commit_retrieval`: hits with what their commits changed. */

import { maskSecrets } from '../../lib/secrets/mask.ts';
import type { Sql } from '../../lib/sql.ts';
import { changedFiles, changedLines, type HistorySource } from './changes.ts';
import { findHits, type Hit, PLACES, parseFiles } from './search.ts';
import type { FindCommitsRequest, FindCommitsResult, FoundCommit, HistoryCoverage, MatchingLine } from './service.ts';
import { parseSince } from './since.ts';
import { queryWords, wordsOf } from './words.ts';

/** Words of a query that are looked for. */
const MOST_WORDS = 32;
/** Files that are named of one commit. */
const MOST_FILES = 100;
/** Lines that are shown of one commit, and characters of each. */
const MOST_LINES = 3;
const LONGEST_LINE = 200;
/** What is read for the lines of one commit. */
const MOST_READ = { files: 20, bytes: 1 << 17 } as const;

/** Where commits are looked for. */
export interface HistoryReader {
  readonly sql: Sql;
  readonly source: HistorySource;
  /** Ids of commits of the repository that begin with these digits; at most `most`. */
  commitsStarting(digits: string, most: number): readonly string[];
}

/** Throws `ToolFailure` for a `since` that is no time. */
export function findCommits(
  reader: HistoryReader,
  request: FindCommitsRequest,
  coverage: HistoryCoverage,
): FindCommitsResult {
  const { query, most, author, path, now } = request;
  const since = request.since === undefined ? undefined : parseSince(request.since, now);
  const all = queryWords(query);
  const words = all.slice(0, MOST_WORDS);
  const hits = findHits(reader.sql, words, idsOf(reader, query), {
    ...(since !== undefined && { since: since / 1000 }),
    ...(author !== undefined && { author }),
    ...(path !== undefined && { path }),
  });
  const commits = hits.slice(0, most).map((hit) => describe(reader, hit, words));
  return {
    commits,
    totalFound: hits.length,
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    coverage,
    notes: [
      ...(words.length === 0 ? ['The query has no words: commits are listed newest first.'] : []),
      ...(words.length < all.length
        ? [`The query has ${all.length} different words; the first ${MOST_WORDS} were looked for.`]
        : []),
    ],
  };
}

function idsOf(reader: HistoryReader, query: string): ReadonlySet<string> {
  const digits = query.trim().toLowerCase();
  return new Set(/^[0-9a-f]{4,40}$/.test(digits) ? reader.commitsStarting(digits, 100) : []);
}

type Row = {
  author: string;
  files: string | null;
  more_files: number;
  lines_added: number;
  lines_removed: number;
  lines_complete: number;
};

function describe(reader: HistoryReader, { oid, score, found }: Hit, words: readonly string[]): FoundCommit {
  const row = reader.sql
    .exec<Row>(
      `SELECT author, files, more_files, lines_added, lines_removed, lines_complete FROM history_commit WHERE oid = ?`,
      oid,
    )
    .one();
  const { message, committer, parents } = reader.source.commit(oid);
  const files = parseFiles(row.files);
  return {
    sha: oid,
    message,
    author: row.author,
    date: new Date(committer.seconds * 1000).toISOString(),
    parents,
    files: files.slice(0, MOST_FILES),
    moreFiles: row.more_files + Math.max(0, files.length - MOST_FILES),
    linesAdded: row.lines_added,
    linesRemoved: row.lines_removed,
    linesComplete: row.lines_complete === 1,
    changesKnown: row.files !== null,
    score,
    matched: PLACES.flatMap((place) => {
      const there = found.get(place);
      return there === undefined ? [] : [`${place}: ${there.join(', ')}`];
    }),
    matchingLines: matchingLines(reader.source, oid, words),
  };
}

/** The changed lines with the most words of the query, in the order of the files; some, when there is much to read. */
function matchingLines(source: HistorySource, oid: string, words: readonly string[]): readonly MatchingLine[] {
  if (words.length === 0) return [];
  const wanted = new Set(words);
  // Words are letters and digits; splitting every line into words would take long.
  const worthALook = new RegExp(words.join('|'), 'iu');
  const budget = { ...MOST_READ };
  const lines: (MatchingLine & { readonly matches: number })[] = [];
  for (const change of changedFiles(source, source.commit(oid)) ?? []) {
    if (budget.files < 1) break;
    const { added = [], removed = [] } = changedLines(source, change, budget) ?? {};
    for (const [sign, texts] of [
      ['+', added],
      ['-', removed],
    ] as const) {
      for (const text of texts) {
        if (!worthALook.test(text)) continue;
        const matches = new Set([...wordsOf(text)].filter((word) => wanted.has(word))).size;
        if (matches > 0) lines.push({ path: change.path, sign, text, matches });
      }
    }
  }
  return lines
    .sort((left, right) => right.matches - left.matches)
    .slice(0, MOST_LINES)
    .map(({ path, sign, text }) => ({ path, sign, text: shown(text) }));
}

function shown(line: string): string {
  const text = maskSecrets(line).text.trim();
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text;
}
