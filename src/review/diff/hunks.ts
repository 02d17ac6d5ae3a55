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

/** A hunk, and whether its header counts other lines than it has. */
export interface ReadHunk {
  readonly hunk: Hunk;
  readonly isRecounted: boolean;
}

/**
 * Reads the hunk at the place of `lines`, and goes behind it and the empty lines that follow it. Lines of a merge are compared with its first parent.
 * A header that counts other lines than there are is not believed, as by `git apply --recount`: the lines up to the next header are the hunk's.
 * Throws `ToolFailure` for a line that cannot stand in a hunk.
 */
export function readHunk(lines: Lines, crlf: boolean): ReadHunk {
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
  const goBack = lines.mark();
  const shape = { parents, crlf };
  const body = readCounted(lines, header, shape);
  if (body !== undefined && !continues(lines)) return { hunk: { ...header, lines: body }, isRecounted: false };
  if (parents > 1) {
    throw unreadable(
      `The hunk of line ${start} has other lines than its header counts: ${shown(lines.line)}.`,
      lines.number,
    );
  }
  goBack();
  return { hunk: recounted(header, readRest(lines, shape, start)), isRecounted: true };
}

/** As many lines as the header counts; undefined where other ones follow. */
function readCounted(
  lines: Lines,
  header: Omit<Hunk, 'lines'>,
  { parents, crlf }: Shape,
): readonly DiffLine[] | undefined {
  const body: DiffLine[] = [];
  let oldLine = header.oldStart;
  let newLine = header.newStart;
  const oldEnd = oldLine + header.oldLines;
  const newEnd = newLine + header.newLines;
  for (; ; lines.advance()) {
    const { line } = lines;
    const isLost = parents > 1 && line !== undefined && isLostElsewhere(line, parents);
    if (oldLine >= oldEnd && newLine >= newEnd && !isLost) return body;
    const kind = line === undefined ? undefined : kindOf(line, parents, isLost);
    if (line === undefined || kind === undefined) return undefined;
    const isTooMany = (kind !== 'added' && oldLine >= oldEnd) || (kind !== 'removed' && newLine >= newEnd);
    if (kind !== 'other' && isTooMany) return undefined;
    const noNewline = lines.followedBy('\\ ') ? { noNewline: true } : undefined;
    const text = textOf(line, parents, crlf);
    if (kind === 'added') body.push({ kind, text, newLine: newLine++, ...noNewline });
    else if (kind === 'removed') body.push({ kind, text, oldLine: oldLine++, ...noNewline });
    else if (kind === 'context') body.push({ kind, text, oldLine: oldLine++, newLine: newLine++, ...noNewline });
    if (noNewline !== undefined) lines.advance();
  }
}

/** The lines up to the next header, whatever the header of this hunk counts; empty ones at their end are not part of it. */
function readRest(lines: Lines, { parents, crlf }: Shape, start: number): readonly UnplacedLine[] {
  const body: UnplacedLine[] = [];
  let empty = 0;
  for (; !isBehindHunk(lines); lines.advance()) {
    const { line = '' } = lines;
    const kind = kindOf(line, parents, false);
    if (kind === undefined || kind === 'other') {
      throw unreadable(
        `${shown(line)} stands in the hunk of line ${start}, whose header counts other lines than it has, and begins with no " ", "+" or "-".`,
        lines.number,
      );
    }
    const noNewline = lines.followedBy('\\ ') ? { noNewline: true } : undefined;
    body.push({ kind, text: textOf(line, parents, crlf), ...noNewline });
    empty = bare(line) === '' ? empty + 1 : 0;
    if (noNewline !== undefined) lines.advance();
  }
  const found = body.slice(0, body.length - empty);
  if (found.length === 0) throw unreadable(`The hunk of line ${start} has no lines.`, start);
  return found;
}

/** Whether a hunk without counts ends before this line. */
function isBehindHunk(lines: Lines): boolean {
  const { line } = lines;
  return (
    line === undefined ||
    isHunkHeader(line) ||
    lines.isNamesHeader ||
    isMailEnd(line) ||
    /^(?:diff |Index: |Submodule |Binary files |```)/.test(line)
  );
}

type UnplacedLine = Omit<DiffLine, 'oldLine' | 'newLine'>;

/** The hunk with the counts of its lines, at the place of its header. */
function recounted(
  { oldStart, oldLines, newStart, newLines }: Omit<Hunk, 'lines'>,
  body: readonly UnplacedLine[],
): Hunk {
  const counts = { old: 0, new: 0 };
  for (const { kind } of body) {
    if (kind !== 'added') counts.old++;
    if (kind !== 'removed') counts.new++;
  }
  const place = { old: firstOf(oldStart, oldLines), new: firstOf(newStart, newLines) };
  return placedAt(
    { oldStart: 0, oldLines: counts.old, newStart: 0, newLines: counts.new, lines: body },
    place.old,
    place.new,
  );
}

/** The hunk with other line numbers: `before` and `after` are those of its first line on each side, or that one would have. */
export function placedAt(
  { oldLines, newLines, lines }: Omit<Hunk, 'lines'> & { readonly lines: readonly UnplacedLine[] },
  before: number,
  after: number,
): Hunk {
  let oldLine = before;
  let newLine = after;
  return {
    oldStart: oldLines === 0 ? before - 1 : before,
    oldLines,
    newStart: newLines === 0 ? after - 1 : after,
    newLines,
    lines: lines.map(({ kind, text, noNewline }) => ({
      kind,
      text,
      ...(kind !== 'added' && { oldLine: oldLine++ }),
      ...(kind !== 'removed' && { newLine: newLine++ }),
      ...(noNewline && { noNewline }),
    })),
  };
}

/** The first line of a side of a hunk, or the one that it would have: git names the line before where there are none. */
export function firstOf(start: number, count: number): number {
  return count === 0 ? start + 1 : start;
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

/** Whether more of the hunk follows what its header counts, maybe behind empty lines, which it goes behind. */
function continues(lines: Lines): boolean {
  if (isPart(lines)) return true;
  while (lines.line !== undefined && bare(lines.line) === '') lines.advance();
  return !lines.startsWith(' ') && isPart(lines);
}

/** The end of a mail, `-- `, may follow a hunk, and the next file's `--- `. */
function isPart(lines: Lines): boolean {
  const { line } = lines;
  return line !== undefined && /^[ +-]/.test(line) && !isMailEnd(line) && !lines.isNamesHeader;
}

function isMailEnd(line: string): boolean {
  return /^-- ?\r?$/.test(line);
}
