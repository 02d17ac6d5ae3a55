/** Code that a change only moved: blocks of lines that it removes in one place and adds in another, or in the same one with another indent. */
import type { Diff, DiffFile } from './diff.ts';

/** Where a line was before. */
export interface Origin {
  readonly file: string;
  /** 1-based, before the change. */
  readonly line: number;
}

/** By file after the change, by 1-based line. */
export type MovedLines = ReadonlyMap<string, ReadonlyMap<number, Origin>>;

/** Lines of a block that say something. */
const SMALLEST_BLOCK = 3;
/** Letters and digits of a line that says something: braces and `end` are everywhere. */
const SUBSTANTIAL = 4;
/** Equal places in the removed lines that are tried for one place in the added ones. */
const MOST_PLACES = 8;
/** Lines of two blocks that are compared in all; a change with very many equal lines is not followed further. */
const MOST_COMPARED = 5_000_000;

/** A removed or added line that is not blank. */
interface Line {
  readonly file: string;
  readonly line: number;
  /** Without white space. */
  readonly text: string;
  readonly isSubstantial: boolean;
  /** Lines of one run follow one another in the file, but for blank ones. */
  readonly run: number;
}

/**
 * The added lines that stand in a block of at least 3 substantial lines which the change removes elsewhere, white space and blank lines
 * aside. A removed line explains one added line only: of a block that is put in twice, the second is new. Takes linear time.
 */
export function movedLines(diff: Diff): MovedLines {
  const removed = linesOf(diff, 'removed');
  const added = linesOf(diff, 'added');
  const places = placesOf(removed);
  const used = new Uint8Array(removed.length);
  const moved = new Map<string, Map<number, Origin>>();
  let compared = 0;
  for (let at = 0; at < added.length && compared < MOST_COMPARED; ) {
    let best = { start: 0, length: 0 };
    const key = keyAt(added, at);
    for (const start of (key === undefined ? undefined : places.get(key)) ?? []) {
      const length = equalLength(removed, start, added, at, used);
      compared += length + 1;
      if (length > best.length) best = { start, length };
    }
    const block = added.slice(at, at + best.length);
    if (block.filter(({ isSubstantial }) => isSubstantial).length < SMALLEST_BLOCK) {
      at++;
      continue;
    }
    for (const [offset, { file, line }] of block.entries()) {
      const origin = removed[best.start + offset];
      if (origin === undefined) continue;
      used[best.start + offset] = 1;
      const lines = moved.get(file) ?? new Map<number, Origin>();
      moved.set(file, lines.set(line, { file: origin.file, line: origin.line }));
    }
    at += best.length;
  }
  return moved;
}

function linesOf({ files }: Diff, kind: 'removed' | 'added'): readonly Line[] {
  const lines: Line[] = [];
  let run = 0;
  for (const file of files) {
    for (const hunk of file.hunks) {
      run++;
      for (const line of hunk.lines) {
        const number = kind === 'removed' ? line.oldLine : line.newLine;
        if (line.kind === kind && number !== undefined) {
          const text = line.text.replaceAll(/\s+/g, '');
          if (text !== '')
            lines.push({ file: nameOf(file, kind), line: number, text, isSubstantial: isSubstantial(text), run });
        } else if (line.kind === 'context') run++;
      }
    }
  }
  return lines;
}

function nameOf({ path, from }: DiffFile, kind: 'removed' | 'added'): string {
  return kind === 'removed' ? (from ?? path) : path;
}

function isSubstantial(text: string): boolean {
  let count = 0;
  for (const character of text.slice(0, 200)) {
    if (/[\p{L}\p{N}]/u.test(character)) count++;
    if (count === SUBSTANTIAL) return true;
  }
  return false;
}

/** Where blocks can begin, by their first three lines. */
function placesOf(lines: readonly Line[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const at of lines.keys()) {
    const key = keyAt(lines, at);
    if (key === undefined) continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  }
  return places;
}

/** The three lines from `at` on as one text; undefined when they are of several runs. */
function keyAt(lines: readonly Line[], at: number): string | undefined {
  const [first, second, third] = [lines[at], lines[at + 1], lines[at + 2]];
  if (first === undefined || second === undefined || third === undefined || first.run !== third.run) return undefined;
  return `${first.text}\n${second.text}\n${third.text}`;
}

function equalLength(
  removed: readonly Line[],
  start: number,
  added: readonly Line[],
  at: number,
  used: Uint8Array,
): number {
  const runs = [removed[start]?.run, added[at]?.run];
  let length = 0;
  for (; ; length++) {
    const [left, right] = [removed[start + length], added[at + length]];
    if (left === undefined || right === undefined || left.text !== right.text) break;
    if (left.run !== runs[0] || right.run !== runs[1] || used[start + length] === 1) break;
  }
  return length;
}
