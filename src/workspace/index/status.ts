/** Reads the state of the index. */
import type { Sql, SqlValue } from '../../lib/sql.ts';
import type { Coverage } from '../coverage.ts';
import type { IndexFacts, IndexStatus, IndexStatusRequest, LanguageFacts, Page } from './service.ts';
import type { Skip } from './skips.ts';

/** The state without lists. `gitBytes` are what the contents of git's objects take. */
export function readFacts(sql: Sql, coverage: Coverage, gitBytes: number): IndexFacts {
  const { settled, analysed, reused, indexed_at, failures, last_error, last_error_at } = sql
    .exec<{
      settled: number;
      analysed: number;
      reused: number;
      indexed_at: number | null;
      failures: number;
      last_error: string | null;
      last_error_at: number | null;
    }>('SELECT * FROM index_state')
    .one();
  const { kept, text } = sql
    .exec<{ kept: number; text: number }>('SELECT count(*) AS kept, coalesce(sum(bytes), 0) AS text FROM document')
    .one();
  return {
    coverage,
    settled: settled === 2,
    ...(indexed_at !== null && { lastIndexed: iso(indexed_at) }),
    healthy: failures === 0,
    ...(last_error !== null && { lastError: { message: last_error, at: iso(last_error_at ?? 0) } }),
    reuse: { analysed, reused, kept },
    bytes: { database: sql.databaseSize, git: gitBytes, text },
  };
}

/** The whole state. */
export function readStatus(sql: Sql, facts: IndexFacts, request: IndexStatusRequest): IndexStatus {
  return {
    ...facts,
    languages: sql
      .exec<{ language: LanguageFacts['language']; files: number; lines: number; bytes: number; damaged: number }>(
        `SELECT language, count(*) AS files, sum(lines) AS lines, sum(bytes) AS bytes, sum(damaged) AS damaged
         FROM file JOIN document ON document.id = file.document GROUP BY language ORDER BY files DESC, language`,
      )
      .toArray(),
    counts: {
      documents: countLive(sql, 'document', 'id'),
      chunks: countLive(sql, 'chunk', 'document'),
      symbols: countLive(sql, 'symbol', 'document'),
      references: countLive(sql, 'reference', 'document'),
      imports: countLive(sql, 'import', 'document'),
    },
    skippedReasons: sql
      .exec<{ reason: Skip['reason']; files: number }>(
        `SELECT skipped AS reason, count(*) AS files FROM file WHERE skipped IS NOT NULL
         GROUP BY skipped ORDER BY files DESC, skipped`,
      )
      .toArray(),
    skipped: page<{ file: string; reason: Skip['reason']; detail: string }>(
      sql,
      request,
      'path AS file, skipped AS reason, detail',
      'file WHERE skipped IS NOT NULL',
      'path',
    ),
    secrets: secretsOf(sql, request),
  };
}

/** Secrets in files of the covered commit that are indexed. */
export function secretsOf(sql: Sql, request: IndexStatusRequest): IndexStatus['secrets'] {
  return page<{ file: string; line: number; kind: string }>(
    sql,
    request,
    'path AS file, line, kind',
    'secret JOIN file ON file.document = secret.document',
    'path, line, kind',
  );
}

function countLive(sql: Sql, table: string, document: string): number {
  const live = 'SELECT id FROM document WHERE live = 1';
  return sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE ${document} IN (${live})`).one().rows;
}

function page<Item extends Record<string, SqlValue>>(
  sql: Sql,
  { offset, limit }: IndexStatusRequest,
  columns: string,
  rows: string,
  order: string,
): Page<Item> {
  return {
    total: sql.exec<{ total: number }>(`SELECT count(*) AS total FROM ${rows}`).one().total,
    items: sql.exec<Item>(`SELECT ${columns} FROM ${rows} ORDER BY ${order} LIMIT ? OFFSET ?`, limit, offset).toArray(),
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
