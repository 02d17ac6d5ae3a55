/** What problems on two strings share: their input, and instances. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Tier } from '../scaffold.ts';

/** Characters of a string: the work grows with the product of both lengths, and a check solves twice. */
export const MOST_CHARACTERS = 2000;

const text = z.string().max(MOST_CHARACTERS);
export const twoStrings = z.strictObject({
  string1: text.describe('The first string; a character is a Unicode code point.'),
  string2: text.describe('The second string.'),
});
export type TwoStrings = z.infer<typeof twoStrings>;

/** The strings as an instance words them. */
export function wordsOf({ string1, string2 }: TwoStrings): string {
  return `String 1 is ${JSON.stringify(string1)}, and string 2 is ${JSON.stringify(string2)}.`;
}

/** Two strings over few letters, often alike. Edge cases: an empty one, nothing in common, equal ones, the other way round, one letter only. */
export function stringsInstance(random: Random, tier: Tier, level: number, index: number): TwoStrings {
  const length = tier === 'simple' ? 3 + level + random.below(3) : 6 + 3 * level + random.below(4);
  const draw = (letters: string, count: number) =>
    Array.from({ length: count }, () => random.pick([...letters])).join('');
  const string1 = draw('ABCD', length);
  if (tier !== 'edge')
    return {
      string1,
      string2: random.below(2) === 0 ? draw('ABCD', length + random.below(3)) : edited(random, string1),
    };
  switch (index % 5) {
    case 0:
      return random.below(2) === 0 ? { string1, string2: '' } : { string1: '', string2: string1 };
    case 1:
      return { string1, string2: draw('XYZ', length) };
    case 2:
      return { string1, string2: string1 };
    case 3:
      return { string1, string2: [...string1].reverse().join('') };
    default:
      return { string1: 'A'.repeat(length), string2: draw('AAB', length + random.below(length)) };
  }
}

/** A few characters inserted, deleted or changed. */
function edited(random: Random, string: string): string {
  const characters = [...string];
  for (let edits = 1 + random.below(4); edits > 0; edits--)
    characters.splice(random.below(characters.length + 1), random.below(2), ...(random.below(3) > 0 ? ['E'] : []));
  return characters.join('');
}
