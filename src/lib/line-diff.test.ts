import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diffLines, linesIn, MOST_MOVES } from './line-diff.ts';

/** The hunks as `removed -> added`. */
function hunks(before: string, after: string): readonly string[] {
  const [left, right] = [before.split(''), after.split('')];
  const diff = diffLines(left, right);
  if (!diff.exact) throw new Error('These texts are small.');
  return diff.hunks.map(
    (hunk) =>
      `${hunk.before.start}:${linesIn(left, [hunk.before]).join('')}>${hunk.after.start}:${linesIn(right, [hunk.after]).join('')}`,
  );
}

it.each([
  ['', '', []],
  ['abc', 'abc', []],
  ['', 'ab', ['0:>0:ab']],
  ['ab', '', ['0:ab>0:']],
  ['abc', 'axc', ['1:b>1:x']],
  ['abcdef', 'xbcdyf', ['0:a>0:x', '4:e>4:y']],
  // A moved line is taken in one place and put in another.
  ['abcd', 'bcda', ['0:a>0:', '4:>3:a']],
  // Of repeated lines those count that are really more or fewer there.
  ['aaxaa', 'aaaa', ['2:x>2:']],
  ['{a}b}', '{a}}b}', ['3:>3:}']],
] as const)('%j to %j', (before, after, expected) => {
  expect(hunks(before, after)).toEqual(expected);
});

it('changes as many lines as git does, and making the changes gives the other text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemma-diff-'));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 60; round++) {
    const text = (length: number) => Array.from({ length }, () => `line ${random(8)}`);
    const before = text(random(30));
    const after = round % 3 === 0 ? text(random(30)) : [...before];
    for (let edit = 0; edit < random(6); edit++) {
      const [moved] = after.splice(random(after.length + 1), 1);
      after.splice(random(after.length + 1), 0, moved ?? 'new');
    }
    const diff = diffLines(before, after);
    if (!diff.exact) throw new Error('These texts are small.');
    const made = [...before];
    for (const hunk of diff.hunks.toReversed())
      made.splice(hunk.before.start, hunk.before.count, ...linesIn(after, [hunk.after]));
    expect(made).toEqual(after);
    for (const [name, lines] of Object.entries({ before, after }))
      writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
    const args = ['diff', '--no-index', '--numstat', '--minimal', 'before', 'after'];
    expect(diff.hunks.reduce((sum, hunk) => sum + hunk.before.count + hunk.after.count, 0)).toBe(
      changedByGit(folder, args),
    );
  }
  rmSync(folder, { recursive: true });
});

/** git exits with 1 when the files differ. */
function changedByGit(folder: string, args: readonly string[]): number {
  try {
    execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
    return 0;
  } catch (error) {
    const [added, removed] = String(Object(error).stdout).split('\t');
    return Number(added) + Number(removed);
  }
}

it('shows the lines of one text only when too many were moved', () => {
  const lines = Array.from({ length: MOST_MOVES }, (_, index) => `line ${index}`);
  const reversed = lines.toReversed();
  expect(diffLines(lines, reversed)).toEqual({ exact: false, removed: [], added: [] });
  expect(diffLines(['x', ...lines], [...reversed, 'y', 'z'])).toEqual({
    exact: false,
    removed: [{ start: 0, count: 1 }],
    added: [{ start: MOST_MOVES, count: 2 }],
  });
  const others = lines.map((line) => `other ${line}`);
  expect(diffLines(lines, others)).toMatchObject({ exact: true, hunks: [{ before: { start: 0, count: MOST_MOVES } }] });
});
