/** Patches that `git apply` takes, from edits of a file after the change. */

import { diffLines, type Hunk, linesIn } from '../../lib/line-diff.ts';
import { shownPath } from '../../lib/shown-path.ts';
import type { TextEdit } from '../static/analyzer.ts';

/** What a patch changes. */
export interface PatchRequest {
  /** From the root of the repository. */
  readonly path: string;
  /** The file after the change. */
  readonly text: string;
  /** In any order; they must not overlap. Places are those of `text`. */
  readonly edits: readonly TextEdit[];
}

/** Lines around a change, as git has them. */
const CONTEXT = 3;
/** UTF-16 units of a patch. */
const LARGEST_PATCH = 20_000;

/**
 * A unified diff that makes the edits, as git writes it. Undefined where they overlap, lie outside the text or change nothing, and where the
 * patch would not apply or have more than 20,000 characters.
 */
export function makePatch({ path, text, edits }: PatchRequest): string | undefined {
  const edited = withEdits(text, edits);
  if (edited === undefined || edited === text || !isText(text) || !isText(edited) || !isPath(path)) return undefined;
  const [before, after] = [linesOf(text), linesOf(edited)];
  const diff = diffLines(before, after);
  if (!diff.exact) return undefined;
  const [from, to] = [shownPath(`a/${path}`), shownPath(`b/${path}`)];
  // Behind a name with spaces a tab says where it ends.
  const tab = path.includes(' ') ? '\t' : '';
  const header = `diff --git ${from} ${to}\n--- ${from}${tab}\n+++ ${to}${tab}\n`;
  const patch =
    header +
    groupsOf(diff.hunks)
      .map((hunks) => hunkText(hunks, before, after))
      .join('');
  return patch.length > LARGEST_PATCH ? undefined : patch;
}

function withEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const starts = [0];
  for (const { length } of linesOf(text)) starts.push((starts.at(-1) ?? 0) + length);
  const offsetOf = (line: number, column: number) => {
    const [start, next = text.length] = [starts[line - 1], starts[line]];
    const offset = start === undefined ? -1 : start + column - 1;
    return start !== undefined && offset >= start && offset <= next ? offset : undefined;
  };
  const placed = edits.map(({ line, column, endLine, endColumn, text: replacement }) => {
    return { start: offsetOf(line, column), end: offsetOf(endLine, endColumn), replacement };
  });
  let [result, last] = ['', 0];
  for (const { start, end, replacement } of placed.toSorted((left, right) => (left.start ?? 0) - (right.start ?? 0))) {
    if (start === undefined || end === undefined || start < last || end < start) return undefined;
    result += text.slice(last, start) + replacement;
    last = end;
  }
  return result + text.slice(last);
}

/** Whether git takes it as text and UTF-8 keeps it as it is. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether git takes it as a path of a file. */
function isPath(path: string): boolean {
  const isName = (name: string) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git';
  return isText(path) && path.split('/').every(isName);
}

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Hunks that stand together, since their contexts touch. */
function groupsOf(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    const before = last?.at(-1)?.before;
    if (last !== undefined && before !== undefined && hunk.before.start - before.start - before.count <= 2 * CONTEXT) {
      last.push(hunk);
    } else groups.push([hunk]);
  }
  return groups;
}

function hunkText(hunks: readonly Hunk[], before: readonly string[], after: readonly string[]): string {
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const start = Math.max(0, first.before.start - CONTEXT);
  const end = Math.min(before.length, last.before.start + last.before.count + CONTEXT);
  const lines: string[] = [];
  let next = start;
  for (const { before: removed, after: added } of hunks) {
    lines.push(...before.slice(next, removed.start).map((line) => ` ${line}`));
    lines.push(
      ...linesIn(before, [removed]).map((line) => `-${line}`),
      ...linesIn(after, [added]).map((line) => `+${line}`),
    );
    next = removed.start + removed.count;
  }
  lines.push(...before.slice(next, end).map((line) => ` ${line}`));
  const grown = hunks.reduce((sum, hunk) => sum + hunk.after.count - hunk.before.count, 0);
  const newStart = start + first.after.start - first.before.start;
  const body = lines.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`));
  return `@@ -${side(start, end - start)} +${side(newStart, end - start + grown)} @@\n${body.join('')}`;
}

/** Of no lines, git names the line before them. */
function side(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}
