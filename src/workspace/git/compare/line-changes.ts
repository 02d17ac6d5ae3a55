/** How two contents differ, line by line, as git says it. */
import type { Hunk } from '../../../lib/line-diff.ts';
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { align } from './align.ts';
import { MarkedText, slide } from './slide.ts';

/** Lines that are one unit of work. */
const LINES_PER_UNIT = 100;

/** The hunks that make `after` of `before`, in order; they do not touch. Undefined when the budget was spent before they were found. */
export function* lineChanges(
  before: readonly string[],
  after: readonly string[],
  work: WorkBudget,
): Steps<readonly Hunk[] | undefined> {
  const changed = yield* align(before, after, work);
  if (changed === undefined) return undefined;
  const [left, right] = [new MarkedText(before, changed.before), new MarkedText(after, changed.after)];
  yield* slide(left, right, work);
  yield* slide(right, left, work);
  work.spend((before.length + after.length) / LINES_PER_UNIT);
  yield;
  return hunksOf(left.changed, right.changed);
}

/** Bytes of which git compares ends of files. */
const BLOCK = 1024;

/**
 * Lines at both ends that `git blame` takes away before it compares, in whole blocks of bytes: fewer lines make frequent ones of others, so
 * that answers depend on it. The lines have a character for each byte.
 */
export function commonTail(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let [lines, bytes] = [0, 0];
  const lineAt = (texts: readonly string[]) => texts[texts.length - 1 - lines] ?? '';
  while (lines < most && lineAt(before) === lineAt(after)) {
    bytes += lineAt(before).length;
    lines++;
  }
  const [left, right] = [lineAt(before), lineAt(after)];
  let part = 0;
  while (part < Math.min(left.length, right.length) && left.at(-1 - part) === right.at(-1 - part)) part++;
  const cut = Math.floor((bytes + part) / BLOCK) * BLOCK;
  let [tail, length] = [0, 0];
  for (; tail < lines; tail++) {
    length += before[before.length - 1 - tail]?.length ?? 0;
    // The line in which the blocks begin stays.
    if (length >= cut) break;
  }
  return tail;
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
