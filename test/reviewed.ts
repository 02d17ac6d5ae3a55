/** Two states of a small workspace as the subject of a review, without a Worker around it. */
import type { DiffFile } from '../src/review/diff/diff.ts';
import type { SourceTree, Subject } from '../src/review/source.ts';

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/** A review of what is between two states; hunks are not told, only which files changed. */
export function subjectOf(before: Files, after: Files): Subject {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const files = paths.flatMap((path): DiffFile[] => {
    if (before[path] === after[path]) return [];
    const status = before[path] === undefined ? 'added' : after[path] === undefined ? 'deleted' : 'modified';
    return [{ path, status, binary: false, hunks: [] }];
  });
  return { diff: { files }, before: treeOf(before), after: treeOf(after), byRisk: files };
}

function treeOf(files: Files): SourceTree {
  return { read: async (path) => files[path], paths: async () => Object.keys(files).sort() };
}
