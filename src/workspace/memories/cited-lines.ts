/** Lines that were cited, and where they are in another text of the file. */
import { diffLines } from '../../lib/line-diff.ts';

/** Letters and digits of lines that can be recognized elsewhere: braces and `end` are everywhere. */
const SUBSTANTIAL = 4;

/** A range of lines; 1-based, both included. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Where cited lines are now. */
export type Whereabouts =
  | { readonly kind: 'at'; readonly start: number }
  /** They are in several places, and none is known to be the one that was cited. */
  | { readonly kind: 'several' }
  | { readonly kind: 'gone' };

/** Lines without line ends; white space at their ends is not compared. */
export function comparedLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Whether lines say enough to be recognized. */
export function areTelling(lines: readonly string[]): boolean {
  return (lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= SUBSTANTIAL;
}

/**
 * Where lines of `before` are in `after`: at the same place; else where a comparison of the two texts keeps all of them; else in the only
 * place where they stand to the letter, so that code which changed its order is found.
 */
export function findCited(before: readonly string[], after: readonly string[], cited: Lines): Whereabouts {
  const wanted = before.slice(cited.start - 1, cited.end);
  const standsAt = (start: number) => wanted.every((line, offset) => after[start - 1 + offset] === line);
  if (standsAt(cited.start)) return { kind: 'at', start: cited.start };
  const kept = keptAt(before, after, cited);
  if (kept !== undefined) return { kind: 'at', start: kept };
  if (!areTelling(wanted)) return { kind: 'gone' };
  const next = (from: number) => {
    for (let at = after.indexOf(wanted[0] ?? '', from); at >= 0; at = after.indexOf(wanted[0] ?? '', at + 1)) {
      if (standsAt(at + 1)) return at;
    }
    return undefined;
  };
  const first = next(0);
  if (first === undefined) return { kind: 'gone' };
  return next(first + 1) === undefined ? { kind: 'at', start: first + 1 } : { kind: 'several' };
}

/** Where a comparison of the texts keeps the lines, together. */
function keptAt(before: readonly string[], after: readonly string[], { start, end }: Lines): number | undefined {
  const diff = diffLines(before, after);
  if (!diff.exact) return undefined;
  let shift = 0;
  for (const hunk of diff.hunks) {
    const first = hunk.before.start + 1;
    const isBefore = first + hunk.before.count <= start;
    if (isBefore) shift += hunk.after.count - hunk.before.count;
    else if (first <= end) return undefined;
  }
  return start + shift;
}
