/** Contents as lines that can be compared byte by byte and shown as UTF-8. */
import { Buffer } from 'node:buffer';
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import type { Oid } from '../object.ts';
import type { Repository } from '../repository.ts';

/** Units of work of a read, and bytes that are unpacked in one unit. */
const READ_UNITS = 60;
const UNPACKED_PER_UNIT = 250;
/** Bytes that git looks at to tell a binary file from a text. */
const LOOKED_AT = 8000;
/** Lines of a text that is compared or blamed: more would not fit into memory beside another one. */
export const MOST_LINES = 300_000;
/** Lines that are one unit of work, and after which it may be paused. */
const LINES_PER_UNIT = 16;
const LINES_AT_ONCE = 20_000;
/** Columns of a tab, and beyond which an indentation is not measured. */
const TAB = 8;
const DEEPEST_INDENT = 200;

/** A blob's bytes, undefined when there is none; what it takes to unpack it counts as work. */
export function readBlob(repository: Repository, oid: Oid, work: WorkBudget): Uint8Array | undefined {
  const { objects } = repository;
  const before = objects.unpackedBytes;
  const data = repository.blob(oid);
  work.spend(READ_UNITS + (objects.unpackedBytes - before) / UNPACKED_PER_UNIT);
  return data;
}

/** Whether a content is no text, by git's rule. */
export function isBinaryContent(data: Uint8Array): boolean {
  return data.subarray(0, LOOKED_AT).includes(0);
}

/** Lines with their line ends, a character for each byte: equal lines have equal bytes. Undefined for more than {@link MOST_LINES}. */
export function* byteLines(data: Uint8Array, work: WorkBudget): Steps<readonly string[] | undefined> {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1');
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (lines.length === MOST_LINES) return undefined;
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
    if (lines.length % LINES_AT_ONCE === 0) {
      work.spend(LINES_AT_ONCE / LINES_PER_UNIT);
      yield;
    }
  }
  work.spend((lines.length % LINES_AT_ONCE) / LINES_PER_UNIT);
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
