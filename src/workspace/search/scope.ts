/** Which chunks a search may answer with, by the paths of their files. */
import type { Sql } from '../../lib/sql.ts';
import { type PathWishes, pathFilter } from '../path-filter.ts';
import type { SearchScope } from './candidates.ts';
import { isTest } from './file-kind.ts';

/** What a caller wants of files. */
export interface FileWishes extends PathWishes {
  readonly includeTests: boolean;
}

interface IndexedFile {
  readonly path: string;
  readonly isTest: boolean;
  readonly document: number;
  /** Ids of its chunks, which follow each other: those of a document are written together. */
  readonly first: number;
  readonly last: number;
}

/** The files of a database as they were after so many changes to it. */
interface FileList {
  readonly changes: number;
  readonly files: readonly IndexedFile[];
}

/** What was read last from each database: reading all files would be the slowest part of a search in many. */
const lists = new WeakMap<Sql, FileList>();

/** The chunks of wanted files. Throws `ToolFailure` for patterns that cannot be used. */
export function searchScope(sql: Sql, wishes: FileWishes): SearchScope {
  const { paths, excludePaths, fileTypes, includeTests } = wishes;
  if (includeTests && paths.length + excludePaths.length + fileTypes.length === 0) return everything(sql);
  const fits = pathFilter(wishes);
  const files = indexedFiles(sql).filter((file) => (includeTests || !file.isTest) && fits(file.path));
  const allowed = new Uint8Array(files.reduce((most, { last }) => Math.max(most, last), 0) + 1);
  for (const { first, last } of files) allowed.fill(1, first, last + 1);
  // Of several files with one content, the first by path is shown.
  const pathOf = new Map(files.toReversed().map(({ path, document }) => [document, path]));
  return {
    files: files.length,
    documents: documentsOf(files),
    allows: (chunk) => allowed[chunk] === 1,
    pathOf: (document) => pathOf.get(document),
  };
}

function everything(sql: Sql): SearchScope {
  const { files } = sql.exec<{ files: number }>('SELECT count(*) AS files FROM file WHERE document IS NOT NULL').one();
  return { files, documents: documentsOf(indexedFiles(sql)), allows: () => true, pathOf: (_, first) => first };
}

/** The documents of files, in order of their chunks. */
function documentsOf(files: readonly IndexedFile[]): readonly IndexedFile[] {
  const each = new Map(files.map((file) => [file.document, file]));
  return [...each.values()].sort((left, right) => left.first - right.first);
}

/** All indexed files, by path. */
function indexedFiles(sql: Sql): readonly IndexedFile[] {
  const { changes } = sql.exec<{ changes: number }>('SELECT total_changes() AS changes').one();
  const known = lists.get(sql);
  if (known?.changes === changes) return known.files;
  const files = sql
    .exec<{ path: string; document: number; first: number; last: number }>(
      `SELECT path, file.document, first, last FROM file
         JOIN (SELECT document, min(id) AS first, max(id) AS last FROM chunk GROUP BY document) AS ids
           ON ids.document = file.document
       ORDER BY path`,
    )
    .toArray()
    .map((file) => ({ ...file, isTest: isTest(file.path) }));
  lists.set(sql, { changes, files });
  return files;
}
