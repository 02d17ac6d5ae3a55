/** Applies hunks to a file exactly as they are: same places, same lines, same line ends. */
import type { DiffLine, Hunk } from './diff.ts';
import { firstOf, placedAt } from './hunks.ts';

/** What became of it: the text, or where the file is not what the hunks say. */
export type Applied =
  | { readonly text: string }
  | {
      /** 1-based line of the file that differs. */
      readonly line: number;
      /** What the hunk says stands there; undefined for the end of the file. */
      readonly expected: string | undefined;
      readonly found: string | undefined;
    };

/** A file as the lines of a diff see it. */
interface FileLines {
  readonly lines: readonly string[];
  /** Whether the last line has no line end. */
  readonly isOpen: boolean;
}

/** The file after the change, from the one before it; a file that does not exist is `''`. Takes time in proportion to both. */
export function applyHunks(before: string, hunks: readonly Hunk[]): Applied {
  const old = linesOf(before);
  const result: string[] = [];
  let isOpen = false;
  let next = 0;
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    if (start < next || start > old.lines.length)
      return { line: start + 1, expected: lines[0]?.text, found: undefined };
    for (; next < start; next++) result.push(old.lines[next] ?? '');
    // Hunks that were left out move the ones below: their line numbers are not those of the result.
    const place = newLines === 0 ? newStart : newStart - 1;
    if (result.length !== place)
      return { line: start + 1, expected: `line ${newStart}`, found: `line ${result.length + 1}` };
    if (old.isOpen && next === old.lines.length && next > 0 && lines.some(({ kind }) => kind === 'added')) {
      return { line: next, expected: 'a line end', found: undefined };
    }
    for (const { kind, text, noNewline = false } of lines) {
      if (kind !== 'added') {
        const found = old.lines[next];
        const isLast = next === old.lines.length - 1;
        if (found !== text || noNewline !== (isLast && old.isOpen)) return { line: next + 1, expected: text, found };
        next++;
      }
      if (kind === 'removed') continue;
      result.push(text);
      isOpen = noNewline;
    }
  }
  if (next < old.lines.length) {
    for (; next < old.lines.length; next++) result.push(old.lines[next] ?? '');
    isOpen = old.isOpen;
  }
  return { text: textOf({ lines: result, isOpen }) };
}

/** Lines that are compared to place the hunks of a file. */
const MOST_COMPARED = 5_000_000;

/**
 * The hunks where their lines stand in the file before the change, for diffs whose line numbers are wrong; undefined where one has no
 * context, or stands at no place behind the hunk before it, or at several, or more than 5,000,000 lines would be compared.
 */
export function placeHunks(before: string, hunks: readonly Hunk[]): readonly Hunk[] | undefined {
  const { lines } = linesOf(before);
  const placed: Hunk[] = [];
  const end = { old: 1, new: 1 };
  let left = MOST_COMPARED;
  for (const hunk of hunks) {
    if (!hunk.lines.some(({ kind }) => kind === 'context')) return undefined;
    const sought = hunk.lines.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text]));
    const found: number[] = [];
    for (let place = end.old; place + sought.length - 1 <= lines.length && found.length < 2; place++) {
      let same = 0;
      while (same < sought.length && sought[same] === lines[place - 1 + same]) same++;
      if (same === sought.length) found.push(place);
      left -= same + 1;
      if (left < 0) return undefined;
    }
    const [place, other] = found;
    if (place === undefined || other !== undefined) return undefined;
    const next = placedAt(hunk, place, end.new + place - end.old);
    end.old = place + hunk.oldLines;
    end.new = firstOf(next.newStart, next.newLines) + next.newLines;
    placed.push(next);
  }
  return placed;
}

/** The same hunks, from after the change to before it. */
export function reverse(hunks: readonly Hunk[]): readonly Hunk[] {
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart: newStart,
    oldLines: newLines,
    newStart: oldStart,
    newLines: oldLines,
    lines: lines.map(reverseLine),
  }));
}

/** The hunks for a file whose lines end with CRLF, from a diff that lost the carriage returns. */
export function withCarriageReturns(hunks: readonly Hunk[]): readonly Hunk[] {
  return hunks.map((hunk) => ({
    ...hunk,
    lines: hunk.lines.map((line) => (line.noNewline ? line : { ...line, text: `${line.text}\r` })),
  }));
}

function reverseLine({ kind, text, oldLine, newLine, noNewline }: DiffLine): DiffLine {
  return {
    kind: kind === 'added' ? 'removed' : kind === 'removed' ? 'added' : 'context',
    text,
    ...(newLine !== undefined && { oldLine: newLine }),
    ...(oldLine !== undefined && { newLine: oldLine }),
    ...(noNewline && { noNewline }),
  };
}

function linesOf(text: string): FileLines {
  if (text === '') return { lines: [], isOpen: false };
  const lines = text.split('\n');
  const isOpen = lines.at(-1) !== '';
  return { lines: isOpen ? lines : lines.slice(0, -1), isOpen };
}

function textOf({ lines, isOpen }: FileLines): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}${isOpen ? '' : '\n'}`;
}
