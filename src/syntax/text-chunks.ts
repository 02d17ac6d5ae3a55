/** Chunks of texts whose structure is not known: pieces of at most so many lines, cut at blank lines where there are any. */
import type { LineRange } from './service.ts';

/** Lines of the longest chunk. */
export const MOST_LINES = 80;
/** Lines after which a chunk ends at the next blank line. */
const ENOUGH_LINES = 40;

/** Cuts the lines `lineStart` to `lineEnd` of `lines`; every line is in exactly one piece. */
export function chunkLines(lines: readonly string[], { lineStart, lineEnd }: LineRange): readonly LineRange[] {
  const chunks: LineRange[] = [];
  let start = lineStart;
  for (let line = lineStart; line <= lineEnd; line++) {
    const length = line - start + 1;
    const blank = (lines[line - 1] ?? '').trim() === '';
    if (length < MOST_LINES && !(blank && length >= ENOUGH_LINES) && line < lineEnd) continue;
    chunks.push({ lineStart: start, lineEnd: line });
    start = line + 1;
  }
  return chunks;
}
