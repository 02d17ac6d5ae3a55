/** Hunks beside those of the real git. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { edited, randomOf, randomText } from '../../../test/random-lines.ts';
import { type Steps, WorkBudget } from '../../lib/sliced-work.ts';
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

function gits(before: string, after: string): readonly string[] {
  writeFileSync(join(folder, 'before'), before);
  writeFileSync(join(folder, 'after'), after);
  let output = '';
  try {
    execFileSync('git', ['diff', '--no-index', '-U0', 'before', 'after'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    output = String(Object(error).stdout);
  }
  return Array.from(
    output.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm),
    ([, a, b = '1', c, d = '1']) => `-${a},${b} +${c},${d}`,
  );
}

it('says what git says, hunk by hunk', () => {
  for (let index = 0; index < amount(3000, 150); index++) {
    const random = randomOf(seedOf(index));
    const before = randomText(random, random(index % 10 === 0 ? 400 : 40));
    const after = edited(random, before);
    const end = random(3) === 0 ? '' : '\n';
    const [left, right] = [before.join('\n') + end, after.join('\n') + (random(5) === 0 ? '' : end)];
    expect(ours(left, right), `seed ${seedOf(index)}`).toEqual(gits(left, right));
  }
});
