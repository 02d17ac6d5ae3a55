/** Diffs of random changes by the real git, against what git itself says of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { type GitChanges, randomChanges } from '../../../test/git-changes.ts';
import { randomOf } from '../../../test/random-lines.ts';
import { applyHunks, reverse } from './apply.ts';
import type { DiffFile } from './diff.ts';
import { parseDiff } from './parse.ts';

const COUNT = amount(1000, 40);
let changes: GitChanges;
beforeAll(() => {
  changes = randomChanges(seedOf(0), COUNT);
});
afterAll(() => changes.remove());

const FORMS: readonly (readonly string[])[] = [
  [],
  ['--no-prefix'],
  ['-U0'],
  ['-U12', '--full-index'],
  ['--binary'],
  ['--src-prefix=old/', '--dst-prefix=new/'],
  ['-B'],
];
const FINDS = [['-M'], ['-C', '--find-copies-harder'], ['--no-renames']] as const;
const SETTINGS = [
  ['-c', 'core.quotePath=false'],
  ['-c', 'diff.mnemonicPrefix=true'],
  ['-c', 'core.abbrev=4'],
  [],
] as const;
const STATUS: Readonly<Record<string, DiffFile['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
  R: 'renamed',
  C: 'copied',
};

it('reads what git says', () => {
  const random = randomOf(seedOf(1));
  const counts = { files: 0, applied: 0 };
  for (const [index, { before, after }] of changes.pairs.entries()) {
    const settings = SETTINGS[random(SETTINGS.length)] ?? [];
    const find = FINDS[random(FINDS.length)] ?? [];
    const form = FORMS[random(FORMS.length)] ?? [];
    const git = (...args: readonly string[]) =>
      changes.git(...settings, 'diff-tree', '-r', ...find, ...(form[0] === '-B' ? form : []), ...args, before, after);
    const text = changes.git(...settings, 'diff-tree', '-r', '-p', ...find, ...form, before, after).toString('utf8');
    const facts = factsOf(git('--raw', '--abbrev=40', '-z').toString('utf8'));
    if (facts.length === 0) continue;
    const where = `change ${index}: ${[...settings, ...find, ...form].join(' ')}\n${text}`;
    const { files } = parseDiff(text);
    const said = files.map((file) => ({
      path: file.path,
      status: file.status,
      ...(file.from !== undefined && { from: file.from }),
    }));
    expect(said, where).toEqual(facts.map(({ path, status, from }) => ({ path, status, ...(from && { from }) })));
    const numbers = numbersOf(git('--numstat', '-z').toString('utf8'));
    for (const [place, file] of files.entries()) {
      const fact = facts[place];
      if (fact === undefined) continue;
      counts.files++;
      // That what did not change is binary, only numstat tells.
      const { binary, ...lines } = numbers[place] ?? { binary: false };
      expect(file.binary, where).toBe(binary && fact.before.blob !== fact.after.blob);
      expect({ added: linesOf(file, 'added'), removed: linesOf(file, 'removed') }, `${where}${file.path}`).toEqual(
        lines,
      );
      for (const side of ['before', 'after'] as const) {
        const { mode, blob } = fact[side];
        if (file.modes?.[side] !== undefined) expect(file.modes[side], where).toBe(mode);
        if (file.blobs?.[side] !== undefined) expect(blob.startsWith(file.blobs[side]), where).toBe(true);
      }
      if (file.binary) continue;
      const [old, now] = [contentOf(fact.before), contentOf(fact.after)];
      expect(applyHunks(old, file.hunks), `${where}${file.path}`).toEqual({ text: now });
      expect(applyHunks(now, reverse(file.hunks)), `${where}${file.path}`).toEqual({ text: old });
      counts.applied++;
    }
  }
  expect(counts.applied).toBeGreaterThan(COUNT);
});

interface Side {
  readonly mode: string;
  readonly blob: string;
}

/** What `git diff --raw -z` says. */
function factsOf(raw: string) {
  const parts = raw.split('\0');
  const facts: { path: string; from?: string; status: DiffFile['status']; before: Side; after: Side }[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = (parts[at] ?? '').slice(1).split(' ');
    const status = STATUS[letter[0] ?? ''] ?? 'modified';
    const isPair = status === 'renamed' || status === 'copied';
    const from = isPair ? { from: parts[at + 1] ?? '' } : undefined;
    facts.push({
      path: parts[at + (isPair ? 2 : 1)] ?? '',
      ...from,
      status,
      before: { mode: oldMode, blob: oldBlob },
      after: { mode: newMode, blob: newBlob },
    });
    at += isPair ? 3 : 2;
  }
  return facts;
}

/** What `git diff --numstat -z` says. */
function numbersOf(numstat: string) {
  const parts = numstat.split('\0');
  const numbers: { added: number; removed: number; binary: boolean }[] = [];
  for (let at = 0; at + 1 < parts.length; ) {
    const [added = '', removed = '', path] = (parts[at] ?? '').split('\t');
    numbers.push({ added: Number(added) || 0, removed: Number(removed) || 0, binary: added === '-' });
    at += path === '' ? 3 : 1;
  }
  return numbers;
}

function linesOf({ hunks }: DiffFile, kind: 'added' | 'removed'): number {
  return hunks.flatMap(({ lines }) => lines).filter((line) => line.kind === kind).length;
}

function contentOf({ mode, blob }: Side): string {
  if (/^0+$/.test(blob)) return '';
  if (mode === '160000') return `Subproject commit ${blob}\n`;
  return changes.git('cat-file', 'blob', blob).toString('utf8');
}
