/** What a commit changed: files, and lines of them. */
import { diffLines, linesIn } from '../../lib/line-diff.ts';
import { type Entry, type EntryBudget, TooManyChanges, treeChanges } from '../index/tree-changes.ts';
import type { ChangedFile } from './service.ts';

/** Where history is read; a git repository is one. */
export interface HistorySource {
  has(oid: string): boolean;
  /** Throws when there is none of that id. */
  commit(oid: string): HistoryCommit;
  /** Throws when there is none of that id. */
  tree(oid: string): readonly Entry[];
  blob(oid: string): Uint8Array | undefined;
  blobSize(oid: string): number | undefined;
}

/** A commit, as git has it. */
export interface HistoryCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  readonly committer: { readonly seconds: number };
  readonly message: string;
}

/** A file that a commit changed, and the blobs before and after. */
export interface FileChange extends ChangedFile {
  readonly oldBlob?: string;
  readonly newBlob?: string;
}

/** Entries of folders that are looked at for the changes of one commit, against all its parents. */
const MOST_ENTRIES = 200_000;

/** As {@link changesOf}; undefined also for more changes than are looked at. */
export function changedFiles(source: HistorySource, commit: HistoryCommit): readonly FileChange[] | undefined {
  try {
    return changesOf(source, commit);
  } catch (error) {
    if (error instanceof TooManyChanges) return undefined;
    throw error;
  }
}

/** The files that a commit changed, in order; undefined when its parents are not there. Of a merge, those that no parent has so. */
function changesOf(source: HistorySource, commit: HistoryCommit): readonly FileChange[] | undefined {
  if (!commit.parents.every((parent) => source.has(parent))) return undefined;
  const [first, ...others] = new Set(commit.parents.map((parent) => source.commit(parent).tree));
  const budget: EntryBudget = { entries: MOST_ENTRIES };
  let changes = [...changesBetween(source, first, commit.tree, budget)];
  for (const tree of others) {
    if (changes.length === 0) break;
    const differing = new Set<string>();
    for (const { path, oldBlob, newBlob } of changesBetween(source, tree, commit.tree, budget))
      if (oldBlob !== newBlob) differing.add(path);
    changes = changes.filter(({ path }) => differing.has(path));
  }
  return withRenames(changes).sort((left, right) => (left.path < right.path ? -1 : 1));
}

function* changesBetween(
  source: HistorySource,
  from: string | undefined,
  to: string,
  budget: EntryBudget,
): Generator<FileChange> {
  for (const change of treeChanges(source, from, to, budget)) {
    const { path, old: oldBlob } = change;
    if (change.kind === 'gone') yield { path, status: 'deleted', oldBlob: change.old };
    else if (oldBlob === undefined) yield { path, status: 'added', newBlob: change.oid };
    else yield { path, status: 'modified', oldBlob, newBlob: change.oid };
  }
}

/** A file that went and one that came with the same content are one that was renamed. */
function withRenames(changes: readonly FileChange[]): FileChange[] {
  const gone = new Map<string, FileChange[]>();
  // From the end, where an array gives its items up at once.
  for (const change of changes.toReversed()) {
    if (change.status !== 'deleted' || change.oldBlob === undefined) continue;
    const same = gone.get(change.oldBlob) ?? [];
    same.push(change);
    gone.set(change.oldBlob, same);
  }
  const renamed = new Set<FileChange>();
  const result = changes.map((change): FileChange => {
    const old = change.status === 'added' ? gone.get(change.newBlob ?? '')?.pop() : undefined;
    if (old === undefined) return change;
    renamed.add(old);
    return { ...change, status: 'renamed', from: old.path, ...(old.oldBlob !== undefined && { oldBlob: old.oldBlob }) };
  });
  return result.filter((change) => !renamed.has(change));
}

/** Lines that a change brought and took. */
export interface LineChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** False when there are more: lines that were moved about in too many places are left out. */
  readonly exact: boolean;
}

const NO_LINES: LineChanges = { added: [], removed: [], exact: true };

/** How much of blobs may still be read. */
export interface ReadBudget {
  files: number;
  bytes: number;
}

/** Lines that may have been moved about in a file; a commit may change many files. */
const MOST_MOVES = 200;
/** Bytes of a blob that is compared. */
const LARGEST_BLOB = 512 << 10;

/** The changed lines of a file, none of a binary one; undefined when it is large, or the budget, which it takes from, is used up. */
export function changedLines(source: HistorySource, change: FileChange, budget: ReadBudget): LineChanges | undefined {
  if (budget.files < 1) return undefined;
  const blobs = [change.oldBlob, change.newBlob].map((oid) => (oid === undefined ? 0 : source.blobSize(oid)));
  const bytes = blobs.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const readable = blobs.every((size) => size !== undefined && size <= LARGEST_BLOB);
  if (!readable || budget.bytes < bytes) return undefined;
  if (change.oldBlob === change.newBlob) return NO_LINES;
  budget.files--;
  budget.bytes -= bytes;
  const before = linesOf(source, change.oldBlob);
  const after = linesOf(source, change.newBlob);
  if (before === undefined || after === undefined) return NO_LINES;
  const diff = diffLines(before, after, MOST_MOVES);
  const removed = diff.exact ? diff.hunks.map((hunk) => hunk.before) : diff.removed;
  const added = diff.exact ? diff.hunks.map((hunk) => hunk.after) : diff.added;
  return { added: linesIn(after, added), removed: linesIn(before, removed), exact: diff.exact };
}

/** The lines of a text; undefined for a binary file. */
function linesOf(source: HistorySource, oid: string | undefined): readonly string[] | undefined {
  const data = oid === undefined ? new Uint8Array() : source.blob(oid);
  if (data === undefined || data.includes(0)) return undefined;
  const lines = new TextDecoder().decode(data).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
