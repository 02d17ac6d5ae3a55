/** Merges two changes of a text, as git does: what only one side changed is taken, what both changed otherwise is a conflict. */
import { diff3Merge } from 'node-diff3';

/** Lines that both sides changed, each otherwise. */
export interface ConflictRegion {
  /** 1-based line of `ours`. */
  readonly line: number;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The merged text, or where both changed the same. */
export type ThreeWay =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflicts'; readonly regions: readonly ConflictRegion[] }
  /** Lines are repeated so often that finding out would take too long. */
  | { readonly kind: 'too_repetitive' };

/** Pairs of equal lines that are compared. */
const MOST_PAIRS = 5_000_000;

/** Merges what `ours` and `theirs` made of `base`, line by line; line ends are part of lines. */
export function mergeTexts(base: string, ours: string, theirs: string): ThreeWay {
  if (ours === theirs || theirs === base) return { kind: 'merged', text: ours };
  if (ours === base) return { kind: 'merged', text: theirs };
  const [old, own, other] = [linesOf(base), linesOf(ours), linesOf(theirs)] as const;
  if (pairs(old, own) + pairs(old, other) > MOST_PAIRS) return { kind: 'too_repetitive' };
  const pieces: string[] = [];
  const regions: ConflictRegion[] = [];
  for (const { ok, conflict } of diff3Merge(own, old, other, { excludeFalseConflicts: true })) {
    if (ok !== undefined) pieces.push(...ok);
    else if (conflict !== undefined) {
      const { a, o, b, aIndex } = conflict;
      regions.push({ line: aIndex + 1, base: o.join(''), ours: a.join(''), theirs: b.join('') });
    }
  }
  return regions.length === 0 ? { kind: 'merged', text: pieces.join('') } : { kind: 'conflicts', regions };
}

/** How many pairs of equal lines two texts have. */
function pairs(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  return right.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

/** The lines of a text with their line ends. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
