/** What a diff tells of files by itself. */
import type { DiffFile } from './diff.ts';

/** A side of a change. */
export type Side = 'before' | 'after';

/** Beginnings of the id of an empty blob, by SHA-1 and by SHA-256. */
const EMPTY = /^(?:e69de29|473a0f4)/;

/** The whole file on a side, where the diff tells it; undefined when the diff does not, or the side has no such file. */
export function wholeText({ status, binary, hunks, blobs, modes }: DiffFile, side: Side): string | undefined {
  const [has, hasNot] = side === 'before' ? (['deleted', 'added'] as const) : (['added', 'deleted'] as const);
  const isLink = modes?.[side] === '160000';
  if (binary || isLink || status === hasNot) return undefined;
  const [hunk, ...others] = hunks;
  if (hunk === undefined) {
    // `git diff --irreversible-delete` leaves out the lines of what it deletes.
    const blob = blobs?.[side];
    return status === has && (blob === undefined || EMPTY.test(blob)) ? '' : undefined;
  }
  const isWhole =
    side === 'before' ? hunk.newLines === 0 && hunk.newStart === 0 : hunk.oldLines === 0 && hunk.oldStart === 0;
  if (others.length > 0 || !isWhole) return undefined;
  let text = '';
  for (const line of hunk.lines) text += line.text + (line.noNewline === true ? '' : '\n');
  return text;
}
