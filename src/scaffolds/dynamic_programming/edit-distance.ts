/** The edit distance of two strings. Levenshtein, 1966; Wagner and Fischer, 1974; CLRS, problem 14-5. */
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { Work } from '../work.ts';
import { stringsInstance, type TwoStrings, twoStrings, wordsOf } from './strings.ts';
import { rowFields, tableState } from './table.ts';

export default defineScaffold({
  name: 'edit_distance',
  title: 'Edit distance',
  category: 'dynamic_programming',
  aliases: ['levenshtein', 'levenshtein_distance', 'minimum edit distance'],
  purpose: 'Finds the least number of characters to insert, delete or replace that makes one string the other.',
  checks: 'The distance is the least number of insertions, deletions and replacements, each of which counts 1.',
  input: twoStrings,
  answer: {
    distance: {
      kind: 'number',
      says: 'the least number of insertions, deletions and replacements',
      aliases: [
        'edit distance',
        'levenshtein distance',
        'minimum edit distance',
        'min distance',
        'minimum number of edits',
        'minimum number of operations',
        'minimum operations',
      ],
    },
  },
  task: (strings) =>
    `${wordsOf(strings)} Find the least number of insertions, deletions and replacements of single characters that make string 1 string 2.`,
  generate: stringsInstance,
  solve: (strings, work) => ({ distance: distanceOf(strings, work) }),
  judge(strings, { distance }, work) {
    const least = distanceOf(strings, work);
    return distance === least
      ? right(`The distance is ${least}.`)
      : wrong(`The distance is ${least}, not ${distance}.`);
  },
  trace: {
    says: 'A step for each row of the table, row 0 first, down to the row of all of string 1.',
    step: rowFields('the least number of edits that make the beginning of string 1 this one'),
    start: (strings) =>
      tableState(strings, {
        edge: (characters) => characters,
        cell: ({ above, left, diagonal, isSame }) => Math.min(diagonal + (isSame ? 0 : 1), above + 1, left + 1),
      }),
  },
});

function distanceOf({ string1, string2 }: TwoStrings, work: Work): number {
  const other = [...string2];
  let row = Uint16Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const character of string1) {
    work.spend(other.length + 1);
    const next = new Uint16Array(other.length + 1);
    next[0] = (row[0] ?? 0) + 1;
    for (const [column, against] of other.entries())
      next[column + 1] = Math.min(
        (row[column] ?? 0) + (character === against ? 0 : 1),
        (row[column + 1] ?? 0) + 1,
        (next[column] ?? 0) + 1,
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
