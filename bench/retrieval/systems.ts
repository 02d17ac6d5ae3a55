/** What is compared: plain FTS5 rankings over the same chunks, Lemma's own, and its own without single signals. */

import type { SqlDatabase } from '../../src/lib/sql.ts';
import { parseQuery } from '../../src/workspace/search/query.ts';
import { rankChunks, WEIGHTS, type Weights } from '../../src/workspace/search/rank.ts';
import { searchScope } from '../../src/workspace/search/scope.ts';
import { fewOfAFile } from '../../src/workspace/search/search.ts';
import { partsOf } from '../../src/workspace/search/terms.ts';
import type { Place } from './metrics.ts';

/** Answers queries over one indexed corpus. */
export interface System {
  readonly name: string;
  /** Prepares what it needs beside the index. */
  prepare?(database: SqlDatabase): void;
  search(database: SqlDatabase, query: string): readonly Place[];
}

/** Places that are asked for: enough for ten different files. */
const DEPTH = 100;

/** Signals that take part without an embedding model. */
const SIGNALS = [
  'words',
  'related',
  'names',
  'file',
  'document',
  'stated',
  'path',
  'calls',
  'exact',
] as const satisfies (keyof Weights)[];

const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Words and, of identifiers, their parts. */
function wordsAndParts(text: string): readonly string[] {
  return words(text).flatMap((word) => {
    const parts = partsOf(word);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** The systems that the table lists; the first is what the others are compared with. */
export const SYSTEMS: readonly System[] = [
  fts('BM25', 'unicode61', words, (text) => text),
  fts('BM25 with sub-tokens', 'unicode61', wordsAndParts, (text) => `${text} ${wordsAndParts(text).join(' ')}`),
  fts(
    'trigrams',
    'trigram',
    (text) => words(text).filter((word) => word.length > 2),
    (text) => text,
  ),
  ours('Lemma', WEIGHTS),
];

const WORDS_ALONE: Weights = {
  ...{ words: 1, related: 0, names: 0, file: 0, document: 0, stated: 0, path: 0, calls: 0, exact: 0, meaning: 0 },
};

/** Lemma without one signal, and with words alone. */
export const ABLATIONS: readonly System[] = [
  ...SIGNALS.filter((signal) => signal !== 'words').map((signal) =>
    ours(`without ${signal}`, { ...WEIGHTS, [signal]: 0 }),
  ),
  ours('words alone', WORDS_ALONE),
];

/** FTS5's bm25 over path and text; any of the query's words may match. */
function fts(
  name: string,
  tokenizer: 'unicode61' | 'trigram',
  ask: (query: string) => readonly string[],
  index: (text: string) => string,
): System {
  const table = `baseline_${name.toLowerCase().replace(/\W/g, '_')}`;
  return {
    name,
    prepare({ sql }) {
      sql.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(path, text, content = '', tokenize = '${tokenizer}')`);
      const documents = sql.exec<{ id: number; path: string; text: string }>(
        'SELECT id, text, (SELECT min(path) FROM file WHERE document = document.id) AS path FROM document WHERE live = 1',
      );
      for (const { id, path, text } of documents) {
        const lines = text.split('\n');
        const chunks = sql.exec<{ id: number; first: number; last: number }>(
          'SELECT id, line_start AS first, line_end AS last FROM chunk WHERE document = ?',
          id,
        );
        for (const { id: chunk, first, last } of chunks) {
          const body = lines.slice(first - 1, last).join('\n');
          sql.exec(`INSERT INTO ${table} (rowid, path, text) VALUES (?, ?, ?)`, chunk, index(path), index(body));
        }
      }
    },
    search({ sql }, query) {
      const asked = [...new Set(ask(query))].map((word) => `"${word}"`);
      if (asked.length === 0) return [];
      return sql
        .exec<{ path: string; lineStart: number; lineEnd: number }>(
          `SELECT (SELECT min(path) FROM file WHERE file.document = chunk.document) AS path,
             line_start AS lineStart, line_end AS lineEnd
           FROM (SELECT rowid, rank FROM ${table} WHERE ${table} MATCH ? ORDER BY rank LIMIT ?)
             JOIN chunk ON chunk.id = rowid ORDER BY rank, path, line_start`,
          asked.join(' OR '),
          DEPTH,
        )
        .toArray();
    },
  };
}

/** What semantic_search ranks, with the given weights. */
function ours(name: string, weights: Weights): System {
  return {
    name,
    search({ sql }, query) {
      const scope = searchScope(sql, { paths: [], excludePaths: [], fileTypes: [], includeTests: true });
      const { ranked } = rankChunks(sql, parseQuery(query), scope, new Map(), weights);
      return fewOfAFile(ranked).slice(0, DEPTH);
    },
  };
}
