/** The list of a commit's files: brought from one tree to another. */
import type { Sql } from '../../lib/sql.ts';
import { isRuleFile } from './ignore-rules.ts';
import { type Change, type CommitSource, ENTRY_MODES, treeChanges } from './tree-changes.ts';

/** Changes that are written in one statement, and characters of their paths: JSON may take six bytes for one, and a value has 2 MB at most. */
const BATCH = 100;
const BATCH_CHARACTERS = 200_000;

/**
 * Makes `file`, which lists the files of the tree `from`, list those of `to`; returns whether anything is to be done then. Documents that
 * lose a file wait in `departure`.
 */
export function coverTree(
  sql: Sql,
  source: CommitSource,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): boolean {
  const changedRules = new Set<string>();
  for (const changes of batches(treeChanges(source, from, to))) {
    for (const { path } of changes) if (isRuleFile(path)) changedRules.add(path.slice(0, path.lastIndexOf('/') + 1));
    if (from !== undefined) {
      const among = 'path IN (SELECT value FROM json_each(?))';
      const paths = JSON.stringify(changes.map(({ path }) => path));
      depart(sql, among, paths);
      sql.exec(`DELETE FROM file WHERE ${among}`, paths);
    }
    const rows = changes.flatMap((change) =>
      change.kind === 'gone' ? [] : [[change.path, change.oid, ...skipByMode(change.mode)]],
    );
    sql.exec(
      `INSERT INTO file (path, blob, skipped, detail)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
      JSON.stringify(rows),
    );
  }
  for (const folder of from === undefined ? [] : changedRules) {
    // All paths that begin with the folder: '0' is the character after the slash.
    const range = folder === '' ? [] : [folder, `${folder.slice(0, -1)}0`];
    const below = folder === '' ? 'TRUE' : 'path >= ? AND path < ?';
    depart(sql, below, ...range);
    const decided = `${below} AND (skipped IS NULL OR skipped NOT IN ('symlink', 'submodule'))`;
    sql.exec(`UPDATE file SET document = NULL, skipped = NULL, detail = NULL WHERE ${decided}`, ...range);
  }
  const again = sql.exec<{ id: number }>(
    "UPDATE file SET skipped = NULL, detail = NULL WHERE skipped IN ('not_analysed', 'missing') RETURNING id",
  );
  return from !== to || again.toArray().length > 0;
}

function* batches(changes: Iterable<Change>): Generator<readonly Change[]> {
  let batch: Change[] = [];
  let characters = 0;
  for (const change of changes) {
    if (batch.length === BATCH || characters > BATCH_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(change);
    characters += change.path.length;
  }
  if (batch.length > 0) yield batch;
}

function depart(sql: Sql, where: string, ...values: readonly string[]): void {
  sql.exec(
    `INSERT OR IGNORE INTO departure SELECT document FROM file WHERE ${where} AND document IS NOT NULL`,
    ...values,
  );
}

function skipByMode(mode: string): readonly [string | null, string | null] {
  switch (mode) {
    case ENTRY_MODES.symlink:
      return ['symlink', 'It is a symbolic link; what it points at is indexed at its own path.'];
    case ENTRY_MODES.submodule:
      return ['submodule', 'It is a submodule: another repository.'];
    default:
      return [null, null];
  }
}
