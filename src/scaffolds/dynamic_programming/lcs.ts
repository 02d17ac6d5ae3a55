/** A longest common subsequence of two strings. CLRS, section 14.4. */
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { Work } from '../work.ts';
import { stringsInstance, type TwoStrings, twoStrings, wordsOf } from './strings.ts';
import { rowFields, tableState } from './table.ts';

export default defineScaffold({
  name: 'lcs',
  title: 'Longest common subsequence',
  category: 'dynamic_programming',
  aliases: ['longest_common_subsequence'],
  purpose:
    'Finds a longest sequence of characters that stands in both strings in this order, not necessarily side by side.',
  checks:
    'The subsequence stands in both strings, and none that does is longer; any of several longest ones will do. A length, where one is given, is its own.',
  input: twoStrings,
  answer: {
    subsequence: {
      kind: 'text',
      says: 'a longest common subsequence; the empty text when nothing is common',
      aliases: ['lcs', 'longest common subsequence', 'common subsequence'],
    },
    length: {
      kind: 'number',
      says: 'its characters',
      aliases: ['lcs length', 'length of the lcs', 'length of the longest common subsequence'],
      optional: true,
    },
  },
  task: (strings) => `${wordsOf(strings)} Find a longest common subsequence, and its length.`,
  generate: stringsInstance,
  solve(strings, work) {
    const subsequence = commonOf(strings, work);
    return { subsequence: subsequence.join(''), length: subsequence.length };
  },
  judge(strings, { subsequence, length }, work) {
    const longest = commonOf(strings, work).length;
    const given = [...subsequence];
    for (const [name, string] of [['string 1', strings.string1] as const, ['string 2', strings.string2] as const]) {
      const missing = firstOutside(given, [...string]);
      if (missing !== undefined)
        return wrong(
          `${JSON.stringify(given[missing])}, character ${missing + 1} of the subsequence, does not follow the others in ${name}.`,
          `character ${missing + 1}`,
        );
    }
    if (given.length < longest)
      return wrong(`The subsequence has ${given.length} characters; a longest one has ${longest}.`);
    if (length !== undefined && length !== longest)
      return wrong(`The length of the subsequence is ${longest}, not ${length}.`, 'length');
    return right(`The subsequence stands in both strings, and none is longer than ${longest}.`);
  },
  trace: {
    says: 'A step for each row of the table, row 0 first, down to the row of all of string 1. The subsequence is not part of the trace.',
    step: rowFields('the length of a longest common subsequence of both beginnings'),
    start: (strings) =>
      tableState(strings, {
        edge: () => 0,
        cell: ({ above, left, diagonal, isSame }) => (isSame ? diagonal + 1 : Math.max(above, left)),
      }),
  },
});

/** The first place of `given` that does not follow the places before it in `whole`; undefined when all do. */
function firstOutside(given: readonly string[], whole: readonly string[]): number | undefined {
  let at = 0;
  for (const [place, character] of given.entries()) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return place;
  }
  return undefined;
}

function commonOf({ string1, string2 }: TwoStrings, work: Work): readonly string[] {
  const [one, other] = [[...string1], [...string2]];
  const width = other.length + 1;
  // The length for what is left of both strings, by row and column.
  const lengths = new Uint16Array((one.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    work.spend(width);
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  }
  const common: string[] = [];
  for (let row = 0, column = 0; lengthAt(row, column) > 0; ) {
    const character = one[row] ?? '';
    if (character === other[column]) {
      common.push(character);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return common;
}
