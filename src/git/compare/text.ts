/** Contents as lines that can be compared byte by byte and shown as UTF-8. */
import { Buffer } from 'node:buffer';

/** Bytes that git looks at to tell a binary file from a text. */
const LOOKED_AT = 8000;
/** Columns of a tab, and beyond which an indentation is not measured. */
const TAB = 8;
const DEEPEST_INDENT = 200;

/** Whether a content is no text, by git's rule. */
export function isBinaryContent(data: Uint8Array): boolean {
  return data.subarray(0, LOOKED_AT).includes(0);
}

/** Lines with their line ends, a character for each byte: equal lines have equal bytes. */
export function byteLines(data: Uint8Array): readonly string[] {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
  }
  return lines;
}

/** A line of {@link byteLines} as UTF-8 without its end; bytes that are no UTF-8 become U+FFFD. */
export function shownLine(line: string): string {
  const text = line.endsWith('\n') ? line.slice(0, -1) : line;
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

/** Columns before the first character that is no white space; -1 for a line that has none. */
export function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns++;
    else if (char === '\t') columns += TAB - (columns % TAB);
    else if (!/[\n\v\f\r]/.test(char)) return columns;
    if (columns >= DEEPEST_INDENT) return DEEPEST_INDENT;
  }
  return -1;
}
