/** Places of a text by offsets, lines and columns. */
import type { Lines } from '../lines.ts';
import type { TextRange } from './service.ts';

/** The place from `start` to before `end`, in UTF-16 units. */
export function rangeOf(lines: Lines, start: number, end: number): TextRange {
  const lineStart = lines.at(start);
  const lineEnd = Math.max(lineStart, lines.at(Math.max(start, end - 1)));
  const columnOf = (line: number, offset: number): number => offset - lines.start(line) + 1;
  return {
    start,
    end,
    lineStart,
    columnStart: columnOf(lineStart, start),
    lineEnd,
    columnEnd: columnOf(lineEnd, end),
  };
}
