/** What a search through files says of a step. */
import type { CheckOf } from '../checks.ts';
import { type CheckFinding, named, undecided } from './found.ts';

/** Places that evidence names. */
export const MOST_PLACES = 5;
/** Characters of a line that evidence quotes. */
const LONGEST_QUOTE = 200;

/** A line that has what is looked for. */
export interface FoundLine {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** What was found: the first lines of `total`. Where there is none, files that were not looked at leave it undecided. */
export function foundLines(
  must: CheckOf<'pattern'>['must'],
  lines: readonly FoundLine[],
  total: number,
  looked: Looked,
): CheckFinding {
  if (total === 0) return nowhere(must, looked);
  const places = lines
    .slice(0, MOST_PLACES)
    .map(({ path, line, text }) => `${path}:${line}: ${text.trim().slice(0, LONGEST_QUOTE).toWellFormed()}`);
  const more = total > places.length ? ` / and ${total - places.length} more lines` : '';
  const outcome = must === 'match' ? 'holds' : 'fails';
  return { outcome, basis: 'read', evidence: `${places.join(' / ')}${more}` };
}

/** Files of a search. */
export interface Looked {
  readonly looked: readonly string[];
  /** Files without lines. */
  readonly binary: readonly string[];
  /** Files that are too large, or were left when the work or bytes of a search were used up. */
  readonly unread: readonly string[];
}

/** That something is nowhere; not decided where files were not looked at. */
export function nowhere(must: CheckOf<'pattern'>['must'], { looked, binary, unread }: Looked): CheckFinding {
  if (unread.length > 0) return undecided(`Not found, but these were not read to their ends: ${named(unread)}.`);
  if (looked.length === 0) return undecided(`None of these is a text that can be searched: ${named(binary)}.`);
  const rest = binary.length === 0 ? '' : ` Left out, since they are no text: ${named(binary)}.`;
  const outcome = must === 'match' ? 'fails' : 'holds';
  return { outcome, basis: 'read', evidence: `Nowhere in ${named(looked)}.${rest}` };
}
