import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { type GitChanges, randomChanges } from '../../../test/git-changes.ts';
import type { SourceTree } from '../source.ts';
import { placeHunks } from './apply.ts';
import { addedLines } from './diff.ts';
import { parseDiff } from './parse.ts';
import { type Sides, subjectOf, subjectOfCommits, type WorkspaceReader } from './sides.ts';

const COUNT = amount(100, 12);
let changes: GitChanges;
let reader: WorkspaceReader;
beforeAll(() => {
  changes = randomChanges(seedOf(7), COUNT);
  const trees = new Map<string, ReadonlyMap<string, string>>();
  const treeOf = (commit: string) => {
    const tree = trees.get(commit) ?? new Map(entriesOf(commit));
    trees.set(commit, tree);
    return tree;
  };
  reader = {
    async read(path, commit) {
      const blob = treeOf(commit).get(path);
      if (blob === undefined || blob === '') return undefined;
      const text = changes.git('cat-file', 'blob', blob).toString('utf8');
      return text.includes('\0') ? undefined : text;
    },
    paths: async (commit) => [...treeOf(commit).keys()].sort(),
  };
});
afterAll(() => changes.remove());

/** Paths with the ids of their blobs; submodules have none. */
function entriesOf(commit: string): readonly (readonly [string, string])[] {
  const listed = changes.git('ls-tree', '-r', '-z', commit).toString('utf8').split('\0').slice(0, -1);
  return listed.map((entry) => {
    const tab = entry.indexOf('\t');
    const [mode, , blob = ''] = entry.slice(0, tab).split(' ');
    return [entry.slice(tab + 1), mode === '160000' ? '' : blob];
  });
}

function sidesOf(text: string, commit?: string): Promise<Sides> {
  const diff = parseDiff(text);
  const workspace = commit === undefined ? undefined : { name: 'demo', reader, commit };
  return subjectOf({ diff, byRisk: diff.files, ...(workspace && { workspace }) });
}

/** All files of a tree with their texts. */
async function contentOf(tree: SourceTree): Promise<ReadonlyMap<string, string | undefined>> {
  const paths = (await tree.paths()) ?? [];
  return new Map(await Promise.all(paths.map(async (path) => [path, await tree.read(path)] as const)));
}

it.each(['before', 'after'] as const)('makes both sides from a workspace that is as %s the change', async (state) => {
  let agreed = 0;
  for (const [index, pair] of changes.pairs.entries()) {
    const find = [['-M'], ['-C', '--find-copies-harder'], ['--no-renames']][index % 3] ?? [];
    const text = changes.git('diff-tree', '-r', '-p', ...find, pair.before, pair.after).toString('utf8');
    if (text === '') continue;
    const withoutIds = text.replaceAll(/^index .*\n/gm, '');
    for (const form of index % 2 === 0 ? [text] : [withoutIds]) {
      const { subject, omitted, warnings, state: said } = await sidesOf(form, pair[state]);
      // Without ids nothing tells the sides of a change apart whose hunks fit both, or that has no hunks.
      if (said !== state) continue;
      agreed++;
      const unknown = new Set(omitted.map(({ what }) => what));
      for (const side of ['before', 'after'] as const) {
        const tree = await contentOf(subject[side]);
        const commit = subjectOfCommits({ ...subject, name: 'demo', reader, base: pair.before, head: pair.after })[
          side
        ];
        const real = await contentOf(commit);
        expect([...tree.keys()], form).toEqual([...real.keys()]);
        for (const [path, content] of tree) {
          const file = subject.diff.files.find((each) => each.path === path || each.from === path);
          if (!unknown.has(path) && !unknown.has(file?.path ?? ''))
            expect(content, `${side} ${path}\n${form}`).toBe(real.get(path));
        }
      }
      expect(warnings, form).toEqual([]);
    }
  }
  expect(agreed).toBeGreaterThan(COUNT * 0.8);
});

it('knows added and deleted files without a workspace', async () => {
  const text = [
    'diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+a = 1\n+b = 2\n',
    'diff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-c = 3\n\\ No newline\n',
    'diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-d = 4\n+d = 5\n',
  ].join('');
  const { subject, omitted, state } = await sidesOf(text);
  const read = (path: string) => Promise.all([subject.before.read(path), subject.after.read(path)]);
  expect(await read('new.py')).toEqual([undefined, 'a = 1\nb = 2\n']);
  expect(await read('old.py')).toEqual(['c = 3', undefined]);
  expect(await read('x.py')).toEqual([undefined, undefined]);
  expect({ omitted, state, paths: await subject.after.paths() }).toEqual({
    omitted: [],
    state: undefined,
    paths: undefined,
  });
});

const MODIFIED = '--- a/x.py\n+++ b/x.py\n@@ -2 +2 @@\n-b = 2\n+b = 3\n';

function workspaceOf(files: Readonly<Record<string, string>>) {
  const reads: string[] = [];
  const memory: WorkspaceReader = {
    async read(path) {
      reads.push(path);
      return files[path];
    },
    paths: async () => Object.keys(files).sort(),
  };
  return { reads, workspace: { name: 'demo', reader: memory, commit: '1234567890' } };
}

it('says which files are neither as before nor as after the change', async () => {
  const diff = parseDiff(`${MODIFIED}--- a/y.py\n+++ b/y.py\n@@ -1 +1 @@\n-a\n+b\n`);
  const { workspace } = workspaceOf({ 'x.py': 'a = 1\nother\n' });
  const { subject, omitted, warnings } = await subjectOf({ diff, byRisk: diff.files, workspace });
  expect(omitted.map(({ what, why }) => [what, why])).toEqual([
    ['x.py', 'the workspace has another version, which is neither side of the diff'],
    ['y.py', 'the workspace has it on neither side'],
  ]);
  expect(warnings).toEqual([expect.stringContaining('2 of 2 files are in commit 12345678 of workspace demo neither')]);
  expect(await subject.after.read('x.py')).toBeUndefined();
});

it('gives a diff that lost its carriage returns those of the file', async () => {
  const diff = parseDiff(MODIFIED.replaceAll('\n', '\r\n'));
  const { workspace } = workspaceOf({ 'x.py': 'a = 1\r\nb = 2\r\nc = 3\r\n' });
  const { subject } = await subjectOf({ diff, byRisk: diff.files, workspace });
  expect(await subject.after.read('x.py')).toBe('a = 1\r\nb = 3\r\nc = 3\r\n');
});

it('does not take hunks for applied whose place is another one', async () => {
  const diff = parseDiff(MODIFIED);
  const { workspace } = workspaceOf({ 'x.py': 'new\na = 1\nb = 2\n' });
  const { omitted } = await subjectOf({ diff, byRisk: diff.files, workspace });
  expect(omitted).toHaveLength(1);
});

it('reads each file of a workspace once', async () => {
  const diff = parseDiff(MODIFIED);
  const { workspace, reads } = workspaceOf({ 'x.py': 'a = 1\nb = 2\n', 'other.py': '' });
  const { subject } = await subjectOf({ diff, byRisk: diff.files, workspace });
  for (let time = 0; time < 3; time++) {
    expect(await subject.after.read('x.py')).toBe('a = 1\nb = 3\n');
    expect(await subject.before.read('other.py')).toBe('');
  }
  expect(reads.sort()).toEqual(['other.py', 'x.py']);
});

describe('a diff with wrong line numbers', () => {
  const text = '--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n@@ -3,1 +3,2 @@\n c = 3\n+d = 4\n';
  const diff = parseDiff(text);
  const before = 'top\n\na = 1\nb = 2\nx\nc = 3\n';
  const after = 'top\n\na = 1\nb = 3\nx\nc = 3\nd = 4\n';

  it.each([
    ['before', before],
    ['after', after],
  ] as const)('is placed where the workspace, as it is %s, has its lines', async (state, content) => {
    const { workspace } = workspaceOf({ 'x.py': content });
    const sides = await subjectOf({ diff, byRisk: diff.files, workspace });
    expect(sides).toMatchObject({
      state,
      omitted: [],
      warnings: [expect.stringContaining('numbers of 1 of 1 files are wrong')],
    });
    expect(await sides.subject.before.read('x.py')).toBe(before);
    expect(await sides.subject.after.read('x.py')).toBe(after);
    expect(sides.subject.diff.files.flatMap(addedLines)).toEqual([
      { line: 4, text: 'b = 3' },
      { line: 7, text: 'd = 4' },
    ]);
  });

  it.each([
    ['several places', `${before}${before}`],
    ['no place', before.replace('c = 3', 'c = 4')],
    ['another order', 'c = 3\na = 1\nb = 2\n'],
  ])('is not placed where its lines have %s', async (_, content) => {
    const { workspace } = workspaceOf({ 'x.py': content });
    expect((await subjectOf({ diff, byRisk: diff.files, workspace })).omitted).toHaveLength(1);
  });

  it('is not placed when its contents have ids, as those of git', async () => {
    const sure = parseDiff(`diff --git a/x.py b/x.py
index 1234567..89abcde 100644
${text}`);
    const { workspace } = workspaceOf({ 'x.py': before });
    expect((await subjectOf({ diff: sure, byRisk: sure.files, workspace })).omitted).toHaveLength(1);
  });

  it('is given up where too many lines would be compared', () => {
    const hunks =
      parseDiff(`--- a/x\n+++ b/x\n@@ -1,3000 +1,3001 @@\n${' a\n'.repeat(3000)}+b\n`).files[0]?.hunks ?? [];
    expect(placeHunks(`${'a\n'.repeat(2999)}c\n`.repeat(1000), hunks)).toBeUndefined();
  });
});
