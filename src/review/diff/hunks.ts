/** Hunks as diffs write them, also those of a merge. */
import type { DiffLine, Hunk } from './diff.ts';
import { bare, type Lines, shown, unreadable } from './lines.ts';

/** `@@ -1,2 +3,4 @@`, or `@@@ -1,2 -1,3 +1,4 @@@` of a merge. */
const HEADER = /^(@@+) ((?:-\d{1,9}(?:,\d{1,9})? )+)\+(\d{1,9})(?:,(\d{1,9}))? \1(?!@)/;
/** Parents that a merge can have in a diff. */
const MOST_PARENTS = 64;

/** Whether a line begins a hunk. */
export function isHunkHeader(line: string | undefined): boolean {
  return line !== undefined && /^@@+ -\d/.test(line);
}

/** How the lines of a hunk are read. */
interface Shape {
  readonly parents: number;
  /** Whether a carriage return at the end of a line is how the diff was stored, and not part of its file. */
  readonly crlf: boolean;
}

/** Reads the hunk at the place of `lines`, and goes behind it. Lines of a merge are compared with its first parent. */
export function readHunk(lines: Lines, crlf: boolean): Hunk {
  const start = lines.number;
  const match = HEADER.exec((lines.line ?? '').slice(0, 40 * MOST_PARENTS));
  const parents = (match?.[1]?.length ?? 0) - 1;
  const olds = match?.[2]?.trim().split(' ') ?? [];
  const [, oldStart, oldCount] = /^-(\d+)(?:,(\d+))?$/.exec(olds[0] ?? '') ?? [];
  if (match === null || olds.length !== parents) {
    throw unreadable(`${shown(lines.line)} is no header of a hunk such as "@@ -1,2 +3,4 @@".`, start);
  }
  const header = {
    oldStart: Number(oldStart),
    oldLines: Number(oldCount ?? 1),
    newStart: Number(match[3]),
    newLines: Number(match[4] ?? 1),
  };
  lines.advance();
  return { ...header, lines: readBody(lines, header, { parents, crlf }, start) };
}

function readBody(
  lines: Lines,
  header: Omit<Hunk, 'lines'>,
  { parents, crlf }: Shape,
  start: number,
): readonly DiffLine[] {
  const body: DiffLine[] = [];
  let oldLine = header.oldStart;
  let newLine = header.newStart;
  const oldEnd = oldLine + header.oldLines;
  const newEnd = newLine + header.newLines;
  for (; ; lines.advance()) {
    const { line } = lines;
    const isLost = parents > 1 && line !== undefined && isLostElsewhere(line, parents);
    if (oldLine >= oldEnd && newLine >= newEnd && !isLost) break;
    const kind = line === undefined ? undefined : kindOf(line, parents, isLost);
    const isTooMany = (kind !== 'added' && oldLine >= oldEnd) || (kind !== 'removed' && newLine >= newEnd);
    if (line === undefined || kind === undefined || (kind !== 'other' && isTooMany)) {
      const missing = { before: oldEnd - oldLine, after: newEnd - newLine };
      throw unreadable(
        `The hunk of line ${start} still needs ${missing.before} lines before and ${missing.after} after the change by its header, ` +
          `and there is ${shown(line)}.`,
        lines.number,
      );
    }
    const noNewline = lines.followedBy('\\ ') ? { noNewline: true } : undefined;
    const text = textOf(line, parents, crlf);
    if (kind === 'added') body.push({ kind, text, newLine: newLine++, ...noNewline });
    else if (kind === 'removed') body.push({ kind, text, oldLine: oldLine++, ...noNewline });
    else if (kind === 'context') body.push({ kind, text, oldLine: oldLine++, newLine: newLine++, ...noNewline });
    if (noNewline !== undefined) lines.advance();
  }
  return body;
}

function textOf(line: string, parents: number, crlf: boolean): string {
  const text = line.slice(parents);
  return crlf ? bare(text) : text;
}

/**
 * What a line is to the first parent; `other` is one that neither it nor the result has, undefined one that cannot stand in a hunk. An empty
 * line is context whose space at the end was cut off.
 */
function kindOf(line: string, parents: number, isLost: boolean): DiffLine['kind'] | 'other' | undefined {
  if (line === '' || line === '\r') return 'context';
  if (parents > 1) {
    for (let column = 0; column < parents; column++) {
      if (!' +-'.includes(line[column] ?? '?')) return undefined;
    }
  }
  switch (line[0]) {
    case ' ':
      return isLost ? 'other' : 'context';
    case '+':
      return 'added';
    case '-':
      return 'removed';
    default:
      return undefined;
  }
}

/** Whether a line of a merge's diff was in another parent only. */
function isLostElsewhere(line: string, parents: number): boolean {
  return line.startsWith(' ') && line.slice(0, parents).includes('-');
}

/**
 * Throws when lines follow a hunk that look like part of it: its counts are wrong then. The end of a mail, `-- `, may follow,
 * and the next file's `--- `.
 */
export function checkHunkEnd(lines: Lines, start: number): void {
  const { line } = lines;
  if (line === undefined || !/^[ +-]/.test(line) || /^-- ?\r?$/.test(line)) return;
  if (lines.isNamesHeader) return;
  throw unreadable(
    `${shown(line)} follows the hunk of line ${start}, whose header says that it has fewer lines.`,
    lines.number,
  );
}
