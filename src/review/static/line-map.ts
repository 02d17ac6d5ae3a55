/** Which line of the file before a change a line after it is. */
import type { DiffFile } from '../diff/diff.ts';

/** Of one file. */
export interface LineMap {
  /** Whether the change added the line or wrote it anew. */
  isChanged(line: number): boolean;
  /** The line before the change that it was; undefined for a changed one. */
  before(line: number): number | undefined;
  /** The lines that a changed one replaces together with those around it: removed without an unchanged line between. */
  replaced(line: number): readonly number[];
}

/** By what a diff says of the file. */
export function lineMapOf({ hunks, status }: DiffFile): LineMap {
  const inHunks = new Map<number, number | undefined>();
  const replacedBy = new Map<number, readonly number[]>();
  for (const { lines } of hunks) {
    let removed: number[] = [];
    for (const { kind, newLine, oldLine } of lines) {
      if (newLine !== undefined) inHunks.set(newLine, oldLine);
      if (kind === 'context') removed = [];
      else if (newLine !== undefined) replacedBy.set(newLine, removed);
      else if (oldLine !== undefined) removed.push(oldLine);
    }
  }
  // A side without lines names the line before the hunk.
  const ends = hunks.map(({ newStart, newLines, oldStart, oldLines }) => ({
    last: newLines === 0 ? newStart : newStart + newLines - 1,
    shift:
      (oldLines === 0 ? oldStart + 1 : oldStart) + oldLines - ((newLines === 0 ? newStart + 1 : newStart) + newLines),
  }));
  return {
    isChanged: (line) => status === 'added' || (inHunks.has(line) && inHunks.get(line) === undefined),
    before(line) {
      if (status === 'added') return undefined;
      if (inHunks.has(line)) return inHunks.get(line);
      return line + (ends.findLast(({ last }) => last < line)?.shift ?? 0);
    },
    replaced: (line) => replacedBy.get(line) ?? [],
  };
}
