/** Which lines around a place are shown in so many tokens. */
import { termsOf } from '../search/terms.ts';
import type { DocumentText } from './texts.ts';

/** Lines of a file, 1-based, both included. */
export interface LineRange {
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** What terms of a query are worth. */
export type TermWeights = ReadonlyMap<string, number>;

/** The lines of `range` in at most `most` tokens: all, else those next to each other that say most of what is asked. */
export function bestLines(range: LineRange, text: DocumentText, weights: TermWeights, most: number): LineRange {
  if (text.tokens(range) <= most) return range;
  const values = new Map<number, number>();
  for (let line = range.lineStart; line <= range.lineEnd; line++) {
    const terms = new Set(termsOf(text.lines[line - 1] ?? ''));
    values.set(
      line,
      [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0),
    );
  }
  let best = { lineStart: range.lineStart, lineEnd: range.lineStart };
  let bestValue = -1;
  let value = 0;
  let first = range.lineStart;
  for (let last = range.lineStart; last <= range.lineEnd; last++) {
    value += values.get(last) ?? 0;
    while (first < last && text.tokens({ lineStart: first, lineEnd: last }) > most) value -= values.get(first++) ?? 0;
    if (value > bestValue) {
      bestValue = value;
      best = { lineStart: first, lineEnd: last };
    }
  }
  return best;
}
