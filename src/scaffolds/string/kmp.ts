/** The algorithm of Knuth, Morris and Pratt, 1977: all positions of a pattern. CLRS, section 32.4. */
import { z } from 'zod';
import { defineScaffold, right } from '../scaffold.ts';
import {
  judgePositions,
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
});
