/** Which chunks a search may answer with, by the paths of their files. */
import type { Sql } from '../../lib/sql.ts';
import { type PathWishes, pathFilter } from '../path-filter.ts';
import type { Scope } from './candidates.ts';
import { isTest } from './file-kind.ts';

/** What a caller wants of files. */
export interface FileWishes extends PathWishes {
  readonly includeTests: boolean;
}

/** The chunks of wanted files. Throws `ToolFailure` for patterns that cannot be used. */
export function searchScope(sql: Sql, wishes: FileWishes): Scope {
  const { paths, excludePaths, fileTypes, includeTests } = wishes;
  if (includeTests && paths.length + excludePaths.length + fileTypes.length === 0) return everything(sql);
  const fits = pathFilter(wishes);
  const files = sql
    .exec<{ path: string; document: number }>(
      'SELECT path, document FROM file WHERE document IS NOT NULL ORDER BY path DESC',
    )
    .toArray()
    .filter(({ path }) => (includeTests || !isTest(path)) && fits(path));
  const pathOf = new Map(files.map(({ path, document }) => [document, path]));
  const allowed = allowedChunks(sql, pathOf);
  return { files: files.length, allows: (chunk) => allowed[chunk] === 1, pathOf: (document) => pathOf.get(document) };
}

function everything(sql: Sql): Scope {
  const known = new Map<number, string | undefined>();
  const { files } = sql.exec<{ files: number }>('SELECT count(*) AS files FROM file WHERE document IS NOT NULL').one();
  return {
    files,
    allows: () => true,
    pathOf(document) {
      if (!known.has(document)) {
        const { path } = sql
          .exec<{ path: string | null }>('SELECT min(path) AS path FROM file WHERE document = ?', document)
          .one();
        known.set(document, path ?? undefined);
      }
      return known.get(document);
    },
  };
}

/** 1 at the ids of the chunks of `documents`. The chunks of a document are written together: their ids follow each other. */
function allowedChunks(sql: Sql, documents: ReadonlyMap<number, string>): Uint8Array {
  const { most } = sql.exec<{ most: number }>('SELECT coalesce(max(id), 0) AS most FROM chunk').one();
  const allowed = new Uint8Array(most + 1);
  const ranges = sql.exec<{ document: number; first: number; last: number }>(
    'SELECT document, min(id) AS first, max(id) AS last FROM chunk GROUP BY document',
  );
  for (const { document, first, last } of ranges) if (documents.has(document)) allowed.fill(1, first, last + 1);
  return allowed;
}
