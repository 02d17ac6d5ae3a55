/** Lines that were cited, and where they are in another text of the file. */
import { diffLines, type Hunk } from '../../lib/line-diff.ts';

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
  /** They are in several places, or were, and none is known to be the one that was cited. */
  | { readonly kind: 'several' }
  /** They stood in several places, and too many lines were moved about to tell which ones are left. */
  | { readonly kind: 'unknown' }
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
 * place where they stand to the letter, so that code which changed its order is found. Of lines that stood in several places only the
 * comparison tells which ones are left.
 */
export function findCited(before: readonly string[], after: readonly string[], cited: Lines): Whereabouts {
  const wanted = before.slice(cited.start - 1, cited.end);
  const standsAt = (start: number) => wanted.every((line, offset) => after[start - 1 + offset] === line);
  const wasUnique = placesOf(wanted, before).length === 1;
  if (wasUnique && standsAt(cited.start)) return { kind: 'at', start: cited.start };
  const diff = diffLines(before, after);
  const kept = diff.exact ? keptAt(diff.hunks, cited) : undefined;
  if (kept !== undefined) return { kind: 'at', start: kept };
  if (!diff.exact && !wasUnique) return { kind: 'unknown' };
  if (!areTelling(wanted)) return { kind: 'gone' };
  const [first, second] = placesOf(wanted, after);
  if (first === undefined) return { kind: 'gone' };
  return second === undefined && wasUnique ? { kind: 'at', start: first + 1 } : { kind: 'several' };
}

/** The first two places where `wanted` stands in `lines`, from 0. */
function placesOf(wanted: readonly string[], lines: readonly string[]): readonly number[] {
  const [first = ''] = wanted;
  const places: number[] = [];
  for (let at = lines.indexOf(first); at >= 0 && places.length < 2; at = lines.indexOf(first, at + 1)) {
    if (wanted.every((line, offset) => lines[at + offset] === line)) places.push(at);
  }
  return places;
}

/** Where a comparison of the texts keeps the lines, together. */
function keptAt(hunks: readonly Hunk[], { start, end }: Lines): number | undefined {
  let shift = 0;
  for (const hunk of hunks) {
    const first = hunk.before.start + 1;
    const isBefore = first + hunk.before.count <= start;
    if (isBefore) shift += hunk.after.count - hunk.before.count;
    else if (first <= end) return undefined;
  }
  return start + shift;
}
