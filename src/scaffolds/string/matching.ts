/** Texts and patterns as instances have them, and what searches for patterns share. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { type Judgement, type Tier, wrong } from '../scaffold.ts';
import type { Work } from '../work.ts';

/** Characters of a text or pattern. */
const MOST_CHARACTERS = 100_000;

export const matchingFields = {
  text: z.string().max(MOST_CHARACTERS).describe('Where to search; it may be empty.'),
  pattern: z.string().min(1).max(MOST_CHARACTERS).describe('What to search for; one character at least.'),
};

/** The field of an answer. */
export const positionsField = {
  kind: 'numbers',
  says: 'where the pattern begins, counted from 0, in any order; empty when it is not there',
  aliases: ['start positions', 'match positions', 'position', 'indices', 'indexes'],
} as const;

export interface Matching {
  readonly text: string;
  readonly pattern: string;
}

/** The task in words. */
export function matchingTask({ text, pattern }: Matching): string {
  return (
    `Text: ${JSON.stringify(text)}. Pattern: ${JSON.stringify(pattern)}. ` +
    'Find all positions in the text at which the pattern begins, counted in characters from 0; matches may overlap. None are an empty list.'
  );
}

/** Where the pattern begins, from the first position to the last; by Knuth, Morris and Pratt. CLRS, section 32.4. */
export function positionsOf(instance: Matching, work: Work): readonly number[] {
  const { borders, matched } = matchedOf(instance, work);
  return matched.flatMap((length, at) => (length === borders.length ? [at + 1 - length] : []));
}

/** The borders of the pattern, and how much of it is matched behind each character of the text. */
export function matchedOf({ text, pattern }: Matching, work: Work) {
  // Characters, not their halves.
  const [letters, wanted] = [[...text], [...pattern]];
  const borders = bordersOf(wanted, work);
  let length = 0;
  const matched = letters.map((letter) => {
    if (length === wanted.length) length = borders[length - 1] ?? 0;
    length = longer(length, letter, wanted, borders, work);
    return length;
  });
  return { borders, matched };
}

/** For each beginning of the pattern: how long a shorter beginning is that it ends with. */
function bordersOf(wanted: readonly string[], work: Work): readonly number[] {
  const borders = [0];
  for (const letter of wanted.slice(1)) borders.push(longer(borders.at(-1) ?? 0, letter, wanted, borders, work));
  return borders;
}

/** How much of the pattern is matched when `letter` comes behind `matched` of it. */
function longer(
  matched: number,
  letter: string,
  wanted: readonly string[],
  borders: readonly number[],
  work: Work,
): number {
  let length = matched;
  for (work.spend(); length > 0 && wanted[length] !== letter; work.spend()) length = borders[length - 1] ?? 0;
  return wanted[length] === letter ? length + 1 : length;
}

/** Whether the positions are those expected, each once; undefined when they are. */
export function judgePositions(given: readonly number[], expected: readonly number[]): Judgement | undefined {
  const [known, seen] = [new Set(expected), new Set<number>()];
  for (const position of given) {
    if (!known.has(position)) return wrong(`The pattern does not begin at ${position}.`, `${position}`);
    if (seen.has(position)) return wrong(`The position ${position} is given twice.`, `${position}`);
    seen.add(position);
  }
  const missing = expected.find((position) => !seen.has(position));
  return missing === undefined ? undefined : wrong(`The pattern begins at ${missing}, too.`, `${missing}`);
}

/** Most patterns are there. Edge cases: not there, matches that overlap, the whole text, longer than the text, an empty text, one character. */
export function matchingInstance(random: Random, tier: Tier, level: number, index: number): Matching {
  const length = tier === 'simple' ? 6 + 3 * level + random.below(4) : 14 + 6 * level + random.below(8);
  const word = (count: number, letters: string) =>
    Array.from({ length: count }, () => random.pick([...letters])).join('');
  const text = word(length, tier === 'simple' ? 'ABC' : random.pick(['AB', 'ABC', 'ABCD']));
  const partOf = (least: number, most: number) => {
    const size = least + random.below(most - least + 1);
    const start = random.below(length - size + 1);
    return text.slice(start, start + size);
  };
  if (tier !== 'edge')
    return { text, pattern: tier === 'standard' && random.below(5) === 0 ? word(4, 'AB') : partOf(2, 3 + level) };
  switch (index % 6) {
    case 0:
      return { text, pattern: `${partOf(2, 4)}X` };
    case 1: {
      const period = word(1 + random.below(2), 'AB');
      return { text: period.repeat(length), pattern: period.repeat(2 + random.below(3)) };
    }
    case 2:
      return { text, pattern: text };
    case 3:
      return { text, pattern: `${text}${partOf(1, 3)}` };
    case 4:
      return { text: '', pattern: partOf(1, 4 + level) };
    default:
      return { text, pattern: partOf(1, 1) };
  }
}
