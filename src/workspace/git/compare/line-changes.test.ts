/** Hunks beside those of the real git. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { amount, seedOf } from '../../../../test/generated.ts';
import { edited, randomOf, randomText } from '../../../../test/random-lines.ts';
import { type Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { commonTail, lineChanges } from './line-changes.ts';
import { byteLines } from './text.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

function done<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
  }
}

/** The hunks as git writes their heads. */
function ours(before: string, after: string): readonly string[] {
  const work = new WorkBudget(Number.POSITIVE_INFINITY);
  const lines = (text: string) => done(byteLines(new TextEncoder().encode(text), work)) ?? [];
  const [left, right] = [lines(before), lines(after)];
  const tail = commonTail(left, right);
  const hunks = done(lineChanges(left.slice(0, left.length - tail), right.slice(0, right.length - tail), work));
  const range = ({ start, count }: { start: number; count: number }) => `${count === 0 ? start : start + 1},${count}`;
  return (hunks ?? []).map((hunk) => `-${range(hunk.before)} +${range(hunk.after)}`);
}

/** The same of git for many pairs of texts: one run of it compares two folders. */
function gits(pairs: readonly (readonly [string, string])[]): readonly (readonly string[])[] {
  for (const [at, side] of (['before', 'after'] as const).entries()) {
    mkdirSync(join(folder, side));
    for (const [index, pair] of pairs.entries()) writeFileSync(join(folder, side, `${index}`), pair[at] ?? '');
  }
  const options = ['--no-index', '--no-renames', '-U0', 'before', 'after'];
  const { stdout, status } = spawnSync('git', ['diff', ...options], {
    cwd: folder,
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  // There are differences.
  expect(status).toBe(1);
  const hunks = new Map<string, readonly string[]>();
  for (const text of stdout.split(/^diff --git /m)) {
    const heads = text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm);
    hunks.set(
      /^.*\/(\d+)\n/.exec(text)?.[1] ?? '',
      Array.from(heads, ([, a, b = '1', c, d = '1']) => `-${a},${b} +${c},${d}`),
    );
  }
  return pairs.map((_, index) => hunks.get(`${index}`) ?? []);
}

it('says what git says, hunk by hunk', () => {
  const pairs = Array.from({ length: amount(3000, 150) }, (_, index): readonly [string, string] => {
    const random = randomOf(seedOf(index));
    const before = randomText(random, random(index % 10 === 0 ? 400 : 40));
    const after = edited(random, before);
    const end = random(3) === 0 ? '' : '\n';
    return [before.join('\n') + end, after.join('\n') + (random(5) === 0 ? '' : end)];
  });
  const expected = gits(pairs);
  for (const [index, [left, right]] of pairs.entries()) {
    expect(ours(left, right), `seed ${seedOf(index)}`).toEqual(expected[index]);
  }
});
