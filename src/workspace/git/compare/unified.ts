/** Hunks as unified diffs have them, long ones in pieces. */
import type { Hunk } from '../../../lib/line-diff.ts';
import { shownPath } from '../../../lib/shown-path.ts';
import type { FileChange } from './renames.ts';
import { shownLine } from './text.ts';

/** Lines of one piece. */
const MOST_LINES = 60;
/** Characters of a line that is shown; what is longer is cut in its middle. */
const LONGEST_LINE = 400;
/** Characters of the line that says where a hunk is, and lines above it that are looked at for one. */
const LONGEST_HEADING = 80;
const MOST_LOOKED_AT = 2000;

/** Lines that follow one another and are of one kind. */
interface Run {
  readonly sign: ' ' | '-' | '+';
  /** First line in each text, from 0. */
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

/** A hunk, or a part of a long one. */
export type Piece = readonly Run[];

/** The pieces of a file's hunks, with `context` lines around each, of at most `most` lines; hunks that touch then are one. */
export function piecesOf(hunks: readonly Hunk[], lines: number, context: number, most = MOST_LINES): readonly Piece[] {
  const pieces: Run[][] = [];
  let room = 0;
  const put = (run: Run) => {
    for (let { left, right, count } = run; count > 0; ) {
      if (room === 0) {
        pieces.push([]);
        room = most;
      }
      const part = Math.min(count, room);
      pieces.at(-1)?.push({ sign: run.sign, left, right, count: part });
      if (run.sign !== '+') left += part;
      if (run.sign !== '-') right += part;
      count -= part;
      room -= part;
    }
  };
  // First line of the left text that was not shown yet.
  let shown = 0;
  for (const [index, { before, after }] of hunks.entries()) {
    const gap = after.start - before.start;
    const start = Math.max(shown, before.start - context);
    if (index === 0 || start > shown) room = 0;
    put({ sign: ' ', left: start, right: start + gap, count: before.start - start });
    put({ sign: '-', left: before.start, right: after.start, count: before.count });
    put({ sign: '+', left: before.start + before.count, right: after.start, count: after.count });
    const end = before.start + before.count;
    const next = hunks[index + 1]?.before.start ?? lines;
    // Lines between two hunks that both would show.
    const below = next - end <= 2 * context && index + 1 < hunks.length ? next - end : Math.min(context, next - end);
    put({ sign: ' ', left: end, right: after.start + after.count, count: below });
    shown = end + below;
  }
  return pieces;
}

/** A piece with its head, without a line end behind it; lines are cut at `longest` characters. */
export function renderPiece(
  piece: Piece,
  before: readonly string[],
  after: readonly string[],
  longest = LONGEST_LINE,
): string {
  const counts = { ' ': 0, '-': 0, '+': 0 };
  for (const { sign, count } of piece) counts[sign] += count;
  const [first] = piece;
  const left = range(first?.left ?? 0, counts[' '] + counts['-']);
  const right = range(first?.right ?? 0, counts[' '] + counts['+']);
  const heading = headingAbove(before, first?.left ?? 0);
  const text = [`@@ -${left} +${right} @@${heading === '' ? '' : ` ${heading}`}`];
  for (const { sign, left: from, right: to, count } of piece) {
    for (let at = 0; at < count; at++) {
      const line = (sign === '+' ? after[to + at] : before[from + at]) ?? '';
      text.push(sign + cut(shownLine(line), longest));
      if (!line.endsWith('\n')) text.push('\\ No newline at end of file');
    }
  }
  return text.join('\n');
}

/** The two lines before the first hunk of a file. */
export function renderNames({ path, from = path, before, after }: FileChange): string {
  const [left, right] = [shownPath(`a/${from}`), shownPath(`b/${path}`)];
  return `--- ${before === undefined ? '/dev/null' : left}\n+++ ${after === undefined ? '/dev/null' : right}`;
}

function range(start: number, count: number): string {
  const first = count === 0 ? start : start + 1;
  return count === 1 ? `${first}` : `${first},${count}`;
}

/** The nearest line above that begins with a letter, as definitions do. */
function headingAbove(lines: readonly string[], start: number): string {
  for (let at = start - 1; at >= Math.max(0, start - MOST_LOOKED_AT); at--) {
    const line = lines[at] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return shownLine(line.slice(0, LONGEST_HEADING)).trimEnd();
  }
  return '';
}

function cut(line: string, longest: number): string {
  if (line.length <= longest) return line;
  const half = longest / 2;
  return `${line.slice(0, half)}…[${line.length - longest} characters]…${line.slice(-half)}`.toWellFormed();
}
