/** Chunks of texts whose structure is not known: cut at blank lines where there are any. */
import type { Lines } from './lines.ts';
import type { LineRange } from './service.ts';

/** Lines of the longest chunk. */
export const MOST_LINES = 80;
/** UTF-16 units of the longest chunk of more than one line. */
export const MOST_UNITS = 8000;
/** Lines after which a chunk ends at the next good place. */
export const ENOUGH_LINES = 40;

/** Whether the range is small enough to be one chunk. A single line always is: lines are never cut. */
export function isSmall(lines: Lines, { lineStart, lineEnd }: LineRange): boolean {
  const count = lineEnd - lineStart + 1;
  return count <= 1 || (count <= MOST_LINES && lines.units(lineStart, lineEnd) <= MOST_UNITS);
}

/** Cuts a range into pieces that are small; every line is in exactly one. */
export function chunkLines(lines: Lines, { lineStart, lineEnd }: LineRange): readonly LineRange[] {
  const chunks: LineRange[] = [];
  let start = lineStart;
  for (let line = lineStart; line <= lineEnd; line++) {
    const isFull = line < lineEnd && !isSmall(lines, { lineStart: start, lineEnd: line + 1 });
    const isGood = line - start + 1 >= ENOUGH_LINES && lines.isBlank(line);
    if (!isFull && !isGood && line < lineEnd) continue;
    chunks.push({ lineStart: start, lineEnd: line });
    start = line + 1;
  }
  return chunks;
}
