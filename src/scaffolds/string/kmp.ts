/** The algorithm of Knuth, Morris and Pratt, 1977: all positions of a pattern. CLRS, section 32.4. */
import { z } from 'zod';
import { defineScaffold, right } from '../scaffold.ts';
import { onlySteps } from '../trace.ts';
import {
  judgePositions,
  matchedOf,
  matchingFields,
  matchingInstance,
  matchingTask,
  positionsField,
  positionsOf,
} from './matching.ts';

const input = z.strictObject(matchingFields);

export default defineScaffold({
  name: 'kmp',
  title: 'Knuth-Morris-Pratt algorithm',
  category: 'string',
  aliases: ['knuth_morris_pratt', 'kmp_search', 'kmp algorithm'],
  purpose: 'Finds all positions of a pattern in a text, without going back in the text.',
  checks:
    'The positions, counted in characters from 0, are all those at which the pattern begins, each once, in any order; matches may overlap.',
  input,
  answer: { positions: positionsField },
  task: matchingTask,
  generate: matchingInstance,
  solve: (instance, work) => ({ positions: positionsOf(instance, work) }),
  judge(instance, { positions }, work) {
    const expected = positionsOf(instance, work);
    return judgePositions(positions, expected) ?? right(`All ${expected.length} positions are right.`);
  },
  trace: {
    says: 'First a step for each character of the pattern in the phase "prefix", then one for each character of the text in the phase "search", all from the first to the last.',
    step: {
      phase: { kind: 'text', says: '"prefix" or "search"', aliases: ['stage'] },
      position: {
        kind: 'number',
        says: 'index of the character in the pattern or in the text, counted from 0',
        aliases: ['index', 'i'],
      },
      matched: {
        kind: 'number',
        says:
          'in the phase "prefix" the length of the longest shorter beginning of the pattern with which the part up to this character ends; in the phase "search" the length of the longest ' +
          'beginning of the pattern with which the text up to this character ends, all of the pattern included',
        aliases: ['length', 'q', 'k', 'pi', 'lps', 'state'],
      },
    },
    start(instance, work) {
      const { borders, matched } = matchedOf(instance, work);
      const stepsIn = (phase: string, lengths: readonly number[]) =>
        lengths.map((length, position) => ({ phase, position, matched: length }));
      return onlySteps([...stepsIn('prefix', borders), ...stepsIn('search', matched)]);
    },
  },
});
