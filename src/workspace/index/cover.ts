/** The list of a commit's files: brought from one tree to another. */
import type { Sql } from '../../lib/sql.ts';
import { isRuleFile } from './ignore-rules.ts';
import { type CommitSource, ENTRY_MODES, treeChanges } from './tree-changes.ts';

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
  for (const change of treeChanges(source, from, to)) {
    const { path } = change;
    if (isRuleFile(path)) changedRules.add(path.slice(0, path.lastIndexOf('/') + 1));
    if (from !== undefined) {
      depart(sql, 'path = ?', path);
      sql.exec('DELETE FROM file WHERE path = ?', path);
    }
    if (change.kind === 'gone') continue;
    const skip = skipByMode(change.mode);
    sql.exec('INSERT INTO file (path, blob, skipped, detail) VALUES (?, ?, ?, ?)', path, change.oid, ...skip);
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
