/** Which paths differ between two trees: folders that are equal are not looked into. */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { MODES, type Oid, type TreeEntry } from '../object.ts';
import type { Repository } from '../repository.ts';

/** What a path has. */
export type Side = Pick<TreeEntry, 'mode' | 'oid'>;

/** A path that was changed; a side is undefined where there is no file. */
export interface ChangedPath {
  readonly path: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** Units of work for a folder, and for one of its entries. */
const FOLDER_UNITS = 40;
const ENTRY_UNITS = 0.5;

/** The paths that differ, in order; undefined stands for an empty tree. Those that came until the budget was spent. */
export function* changedPaths(
  repository: Repository,
  before: Oid | undefined,
  after: Oid | undefined,
  work: WorkBudget,
): Steps<readonly ChangedPath[]> {
  const found: ChangedPath[] = [];
  const waiting: { readonly folder: string; readonly before: Oid | undefined; readonly after: Oid | undefined }[] = [
    { folder: '', before, after },
  ];
  const entriesOf = (tree: Oid | undefined) => {
    const entries = tree === undefined ? [] : repository.tree(tree);
    work.spend(FOLDER_UNITS + entries.length * ENTRY_UNITS);
    return entries;
  };
  for (let next = waiting.pop(); next !== undefined && !work.isSpent; next = waiting.pop()) {
    if (next.before === next.after) continue;
    const others = new Map(entriesOf(next.before).map((entry) => [entry.name, entry]));
    const compare = (name: string, old: TreeEntry | undefined, fresh: TreeEntry | undefined) => {
      if (old?.oid === fresh?.oid && old?.mode === fresh?.mode) return;
      const path = next.folder + name;
      const [left, right] = [folderOf(old), folderOf(fresh)];
      if (left !== right) waiting.push({ folder: `${path}/`, before: left, after: right });
      const [one, other] = [fileOf(old), fileOf(fresh)];
      if (one !== undefined || other !== undefined) found.push({ path, before: one, after: other });
    };
    for (const entry of entriesOf(next.after)) {
      compare(entry.name, others.get(entry.name), entry);
      others.delete(entry.name);
    }
    for (const [name, entry] of others) compare(name, entry, undefined);
    yield;
  }
  return found.sort((left, right) => (left.path < right.path ? -1 : 1));
}

function folderOf(entry: TreeEntry | undefined): Oid | undefined {
  return entry?.mode === MODES.tree ? entry.oid : undefined;
}

function fileOf(entry: TreeEntry | undefined): Side | undefined {
  return entry === undefined || entry.mode === MODES.tree ? undefined : { mode: entry.mode, oid: entry.oid };
}
