import { expect, it } from 'vitest';
import { ENTRY_MODES, type Entry } from '../index/tree-changes.ts';
import { changedFiles, type HistoryCommit, type HistorySource } from './changes.ts';

const FILE = '100644';
const BY = { name: 'A', email: 'a@example.org' };

/** Commits whose trees are given by id; counts the entries that are read. */
function sourceOf(trees: Readonly<Record<string, readonly Entry[]>>, parents: readonly string[]) {
  const counted = { entries: 0 };
  const commitOf = (tree: string, from: readonly string[]): HistoryCommit => ({
    tree,
    parents: from,
    author: BY,
    committer: { seconds: 0 },
    message: '',
  });
  const source: HistorySource = {
    has: () => true,
    commit: (oid) => commitOf(oid, []),
    tree(oid) {
      const entries = trees[oid] ?? [];
      counted.entries += entries.length;
      return entries;
    },
    blob: () => undefined,
    blobSize: () => undefined,
  };
  return { source, counted, merge: commitOf('merge', parents) };
}

function folder(count: number, contentOf: (index: number) => string): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => ({ mode: FILE, name: `f${index}`, oid: contentOf(index) }));
}

it('finds of a merge what no parent has, with each folder read once a parent', () => {
  const size = 1000;
  const { source, counted, merge } = sourceOf(
    {
      left: folder(size, (index) => `left ${index}`),
      right: folder(size, (index) => (index < 10 ? 'right' : `merge ${index}`)),
      merge: folder(size, (index) => `merge ${index}`),
    },
    ['left', 'right'],
  );
  const changes = changedFiles(source, merge);
  expect(changes).toHaveLength(10);
  expect(changes?.[0]).toEqual({ path: 'f0', status: 'modified', oldBlob: 'left 0', newBlob: 'merge 0' });
  expect(counted.entries).toBe(4 * size);
});

it('does not know what a merge changed when its parents are too many to compare', () => {
  const parents = Array.from({ length: 300 }, (_, index) => `p${index}`);
  const trees = Object.fromEntries(parents.map((name) => [name, folder(1000, (index) => `${name} ${index}`)]));
  const { source, counted, merge } = sourceOf({ ...trees, merge: folder(1000, (index) => `merge ${index}`) }, parents);
  expect(changedFiles(source, merge)).toBeUndefined();
  expect(counted.entries).toBeLessThan(210_000);
});

it('takes files of one content that moved with their folder for renamed, in their order', () => {
  const files = folder(3, () => 'same');
  const { source, merge } = sourceOf(
    {
      before: [{ mode: ENTRY_MODES.tree, name: 'a', oid: 'files' }],
      merge: [{ mode: ENTRY_MODES.tree, name: 'b', oid: 'files' }],
      files,
    },
    ['before'],
  );
  expect(changedFiles(source, merge)?.map(({ path, from }) => [path, from])).toEqual([
    ['b/f0', 'a/f0'],
    ['b/f1', 'a/f1'],
    ['b/f2', 'a/f2'],
  ]);
});
