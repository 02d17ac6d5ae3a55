/** How two contents differ, line by line, as git says it. */
import type { Hunk } from '../../lib/line-diff.ts';
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { align } from './align.ts';
import { slide } from './slide.ts';

/** Lines whose place is found in one unit of work. */
const LINES_PER_UNIT = 40;

/** The hunks that make `after` of `before`, in order; they do not touch. */
export function* lineChanges(
  before: readonly string[],
  after: readonly string[],
  work: WorkBudget,
): Steps<readonly Hunk[]> {
  const changed = yield* align(before, after, work);
  const [left, right] = [
    { lines: before, changed: changed.before },
    { lines: after, changed: changed.after },
  ];
  slide(left, right);
  slide(right, left);
  work.spend((before.length + after.length) / LINES_PER_UNIT);
  yield;
  return hunksOf(left.changed, right.changed);
}

/** What did not change is the same on both sides, in the same order. */
function hunksOf(before: Uint8Array, after: Uint8Array): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; i++, j++) {
    const [start, other] = [i, j];
    while (before[i] === 1) i++;
    while (after[j] === 1) j++;
    if (i === start && j === other) continue;
    hunks.push({ before: { start, count: i - start }, after: { start: other, count: j - other } });
  }
  return hunks;
}
