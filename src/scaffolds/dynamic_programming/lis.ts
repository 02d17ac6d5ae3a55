/** A longest strictly increasing subsequence, by patience sorting. Fredman, 1975; CLRS, exercise 14.4-6. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { WORK_OF_CELL } from './table.ts';

/** Numbers of an instance. */
const MOST_NUMBERS = 50_000;

const input = z.strictObject({
  sequence: z.array(z.number()).max(MOST_NUMBERS).describe('The numbers.'),
});

export default defineScaffold({
  name: 'lis',
  title: 'Longest increasing subsequence',
  category: 'dynamic_programming',
  aliases: ['longest_increasing_subsequence'],
  purpose: 'Finds the most numbers of a sequence, in their order, of which each is larger than the one before.',
  checks:
    'The subsequence increases strictly and stands in the sequence in this order, and none that does is longer; any of several longest ones will do. ' +
    'A length, where one is given, is its own.',
  input,
  answer: {
    subsequence: {
      kind: 'numbers',
      says: 'the numbers of a longest strictly increasing subsequence, in their order',
      aliases: ['lis', 'longest increasing subsequence', 'increasing subsequence'],
    },
    length: {
      kind: 'number',
      says: 'how many they are',
      aliases: ['lis length', 'length of the lis', 'length of the longest increasing subsequence'],
      optional: true,
    },
  },
  task: ({ sequence }) =>
    `The sequence is [${sequence.join(', ')}]. Find a longest strictly increasing subsequence, and its length.`,
  generate: sequenceInstance,
  solve({ sequence }, work) {
    const subsequence = increasingOf(sequence, work);
    return { subsequence, length: subsequence.length };
  },
  judge({ sequence }, { subsequence, length }, work) {
    const longest = increasingOf(sequence, work).length;
    let at = 0;
    for (const [place, number] of subsequence.entries()) {
      const before = subsequence[place - 1];
      if (before !== undefined && before >= number)
        return wrong(`${number} follows ${before} and is not larger.`, String(number));
      at = sequence.indexOf(number, at) + 1;
      if (at === 0) return wrong(`${number} does not follow the numbers before it in the sequence.`, String(number));
    }
    if (subsequence.length < longest)
      return wrong(`The subsequence has ${subsequence.length} numbers; a longest one has ${longest}.`);
    if (length !== undefined && length !== longest)
      return wrong(`The length of the subsequence is ${longest}, not ${length}.`, 'length');
    return right(`The subsequence increases, and none is longer than ${longest}.`);
  },
  trace: {
    says: 'Patience sorting: a step for each number of the sequence, in its order. The subsequence is not part of the trace.',
    step: {
      number: { kind: 'number', says: 'the number', aliases: ['value', 'current', 'x'] },
      length: {
        kind: 'number',
        says: 'the length of a longest strictly increasing subsequence that ends with this number',
        aliases: ['lis ending here', 'pile'],
      },
      ends: {
        kind: 'numbers',
        says: 'after the step, for each length from 1 on: the least number that ends a strictly increasing subsequence of this length so far',
        aliases: ['tails', 'tops', 'piles'],
      },
    },
    start: ({ sequence }) => pilesState(sequence, 0, []),
  },
});

interface PileStep {
  readonly number: number;
  readonly length: number;
  readonly ends: readonly number[];
}

/** The next number is the one at `place`. */
function pilesState(sequence: readonly number[], place: number, ends: readonly number[]): TraceState<PileStep> {
  const number = sequence[place];
  return {
    options(work) {
      if (number === undefined) return [];
      work.spend(WORK_OF_CELL * (ends.length + 1));
      const found = ends.findIndex((end) => end >= number);
      const pile = found === -1 ? ends.length : found;
      const after = [...ends.slice(0, pile), number, ...ends.slice(pile + 1)];
      return [{ step: { number, length: pile + 1, ends: after }, next: () => pilesState(sequence, place + 1, after) }];
    },
  };
}

function increasingOf(sequence: readonly number[], work: Work): readonly number[] {
  // By length: the place of the least number that ends an increasing subsequence of this length.
  const ends: number[] = [];
  const before = new Map<number, number>();
  const endsBelow = (length: number, number: number) => (sequence[ends[length] ?? -1] ?? Infinity) < number;
  for (const [place, number] of sequence.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      work.spend();
      const middle = (low + high) >> 1;
      if (endsBelow(middle, number)) low = middle + 1;
      else high = middle;
    }
    ends[low] = place;
    const previous = ends[low - 1];
    if (previous !== undefined) before.set(place, previous);
  }
  const found: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) found.push(sequence[place] ?? 0);
  return found.reverse();
}

/** Edge cases: no numbers, equal ones, falling ones, rising ones with one twice. None rises as a whole: its echo would be an answer. */
function sequenceInstance(random: Random, tier: Tier, level: number, index: number): { sequence: number[] } {
  const count = tier === 'simple' ? 4 + level + random.below(3) : 7 + 3 * level + random.below(5);
  const most = tier === 'simple' ? 20 : 30 + 10 * level;
  const draw = () => (tier === 'simple' ? 1 : 1 - level) + random.below(most);
  const rising = Array.from({ length: count }, () => 1 + random.below(most)).sort((one, other) => one - other);
  if (tier !== 'edge') {
    const sequence = Array.from({ length: count }, draw);
    const last = sequence.at(-2);
    return { sequence: last === undefined ? sequence : [...sequence.slice(0, -1), Math.min(last, draw())] };
  }
  switch (index % 4) {
    case 0:
      return {
        sequence:
          level === 1
            ? []
            : rising
                .slice(0, level)
                .reverse()
                .flatMap((each) => [each, each]),
      };
    case 1:
      return { sequence: rising.map(() => rising[0] ?? most) };
    case 2:
      return { sequence: rising.reverse() };
    default:
      return { sequence: [...rising, rising.at(-1) ?? 0] };
  }
}
