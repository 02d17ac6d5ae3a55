/** Runs a pattern over the lines of one text. */
import type { LinePattern } from './pattern.ts';
import type { CodeMatch } from './service.ts';

/** A line that matches. */
export interface FoundLine {
  /** 1-based. */
  readonly number: number;
  /** Offsets in the text, in UTF-16 units; the line end is not in it. */
  readonly start: number;
  readonly end: number;
  /** Where the first match begins, from the start of the line. */
  readonly at: number;
}

/** What a scan came to. */
export interface Scan {
  /** The first lines that match. */
  readonly lines: readonly FoundLine[];
  /** All lines that match. */
  readonly total: number;
  /** Characters that were scanned, each as many times as the pattern says. */
  readonly work: number;
  /** Whether the text was scanned to its end. */
  readonly complete: boolean;
}

/** Scans until `limits.work` is used up; keeps `limits.lines` of the lines. */
export function scanText(
  text: string,
  pattern: LinePattern,
  limits: { readonly work: number; readonly lines: number },
): Scan {
  const lines: FoundLine[] = [];
  let total = 0;
  let work = text.length;
  let number = 1;
  let counted = 0;
  for (let from = 0; from < text.length; ) {
    const hit = hintedFrom(text, pattern, from);
    if (hit === undefined) break;
    const start = hit === from ? from : text.lastIndexOf('\n', hit - 1) + 1;
    const next = text.indexOf('\n', hit);
    const end = next < 0 ? text.length : next;
    work += (end - start + 1) * pattern.cost;
    if (work > limits.work) return { lines, total, work, complete: false };
    const at = pattern.find(text.slice(start, end));
    if (at >= 0) {
      total++;
      if (lines.length < limits.lines) {
        number += countLineEnds(text, counted, start);
        counted = start;
        lines.push({ number, start, end, at });
      }
    }
    from = end + 1;
  }
  return { lines, total, work, complete: true };
}

/** A place in the next line that can match, from the start of a line. */
function hintedFrom(text: string, { hint }: LinePattern, from: number): number | undefined {
  if (hint === undefined) return from;
  hint.lastIndex = from;
  return hint.exec(text)?.index;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Characters of a line that are shown. */
const SHOWN_LINE = 500;
/** Of these, how many before the match. */
const SHOWN_BEFORE = 100;

/** The line as it is shown, with `context` lines before and after. */
export function showLine(file: string, text: string, found: FoundLine, context: number): CodeMatch {
  const { number, start, end, at } = found;
  const line = text.slice(start, end);
  const from = line.length <= SHOWN_LINE ? 0 : Math.max(0, Math.min(at - SHOWN_BEFORE, line.length - SHOWN_LINE));
  const before: string[] = [];
  for (let stop = start - 1; before.length < context && stop >= 0; ) {
    const first = text.lastIndexOf('\n', stop - 1) + 1;
    before.unshift(shorten(text.slice(stop === 0 ? 0 : first, stop), 0));
    stop = stop === 0 ? -1 : first - 1;
  }
  const after: string[] = [];
  for (let first = end + 1; after.length < context && first < text.length; ) {
    const next = text.indexOf('\n', first);
    const stop = next < 0 ? text.length : next;
    after.push(shorten(text.slice(first, stop), 0));
    first = stop + 1;
  }
  return {
    file,
    line: number,
    column: Array.from(line.slice(0, at)).length + 1,
    text: shorten(line, from),
    cut: line.length > SHOWN_LINE,
    before,
    after,
  };
}

/** Of a line, what is shown; half of a surrogate pair is left out. */
function shorten(line: string, from: number): string {
  return line.length <= SHOWN_LINE
    ? line
    : line.slice(from, from + SHOWN_LINE).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
