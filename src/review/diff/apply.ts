/** Applies hunks to a file exactly as they are: same places, same lines, same line ends. */
import type { DiffLine, Hunk } from './diff.ts';

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
