/** Quickselect: the k-th smallest number of an array. Hoare, 1961 (FIND); CLRS, section 9.2. */
import { z } from 'zod';
import { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { ascending, lengthOf, listNumbers, numbers, randomNumbers } from './arrays.ts';

const input = z
  .strictObject({
    array: numbers.min(1).describe('Numbers in any order; one may stand there several times, and counts as often.'),
    k: z.int().min(1).describe('1 for the smallest number, up to the length of the array for the greatest.'),
  })
  .superRefine(({ array, k }, context) => {
    if (k > array.length)
      context.addIssue({ code: 'custom', path: ['k'], message: `the array has only ${array.length} numbers` });
  });

export default defineScaffold({
  name: 'quickselect',
  title: 'Quickselect',
  category: 'divide_conquer',
  aliases: ['quick_select', 'quick-select', 'kth_smallest', 'order statistic'],
  purpose: 'Finds the k-th smallest number of an array.',
  checks: 'The value is the k-th smallest number, where k is 1 for the smallest, and equal numbers count each.',
  input,
  answer: {
    value: {
      kind: 'number',
      says: 'the k-th smallest number, where k counts from 1',
      aliases: ['kth smallest element', 'kth smallest', 'k-th smallest', 'kth element', 'kth', 'element'],
    },
  },
  task: ({ array, k }) =>
    `Array ${listNumbers(array)}. Find its k-th smallest number for k = ${k}; k = 1 is the smallest one, and equal numbers count each.`,
  generate: selectionInstance,
  solve: ({ array, k }, work) => ({ value: select(array, k, work) }),
  judge({ array, k }, { value }, work) {
    const expected = select(array, k, work);
    if (value === expected) return right(`${value} is the number ${k} from the smallest on.`);
    if (!array.includes(value)) return wrong(`${value} is not in the array.`);
    const smaller = array.filter((number) => number < value).length;
    const equal = array.filter((number) => number === value).length;
    const places = equal === 1 ? `number ${smaller + 1}` : `numbers ${smaller + 1} to ${smaller + equal}`;
    return wrong(`${value} is ${places} from the smallest on, not number ${k}.`);
  },
  trace: {
    says:
      'A step for each pivot, which is any number of the part that is left, at first the whole array. The smaller numbers go on when the k-th smallest is one of them, the greater ones when it ' +
      'is one of those, with k counted among them. A pivot that is the k-th smallest itself is the last one.',
    step: {
      k: { kind: 'number', says: 'rank that is looked for in the part, from 1', aliases: ['rank'] },
      pivot: { kind: 'number', says: 'any number of the part' },
      smaller: {
        kind: 'numbers',
        says: 'the numbers of the part below the pivot, each as often as it is there, in any order',
        aliases: ['left', 'less', 'lower', 'below'],
        anyOrder: true,
      },
      greater: {
        kind: 'numbers',
        says: 'the numbers of the part above the pivot, in any order; those equal to it are in neither list',
        aliases: ['right', 'larger', 'upper', 'above'],
        anyOrder: true,
      },
    },
    start: ({ array, k }) => pivotState(array, k),
  },
});

/** Numbers of a part of which each is listed as a pivot when the step that is judged has none of them. */
const MOST_LISTED = 100;

interface PivotStep {
  readonly k: number;
  readonly pivot: number;
  readonly smaller: readonly number[];
  readonly greater: readonly number[];
}

/** A part with no numbers is what is left in the end. */
function pivotState(part: readonly number[], k: number): TraceState<PivotStep> {
  return {
    options(work, given) {
      if (part.length === 0) return [];
      const chosen = given?.['pivot'];
      const reference = new Random(part.length).pick(part);
      work.spend(part.length);
      const isLegal = typeof chosen === 'number' && part.includes(chosen);
      const others = part.length <= MOST_LISTED ? part : [];
      return [...new Set(isLegal ? [chosen] : [reference, ...others])].map((pivot) => {
        work.spend(part.length);
        const smaller = part.filter((number) => number < pivot);
        const greater = part.filter((number) => number > pivot);
        const behind = part.length - greater.length;
        const next = () => {
          if (k <= smaller.length) return pivotState(smaller, k);
          return k <= behind ? pivotState([], k) : pivotState(greater, k - behind);
        };
        return { step: { k, pivot, smaller, greater }, next };
      });
    },
  };
}

/** `k` is 1 for the smallest. Pivots are random, and the same each time. */
function select(array: readonly number[], k: number, work: Work): number {
  const random = new Random(array.length);
  let [left, place] = [array, k];
  for (;;) {
    work.spend(left.length);
    const pivot = random.pick(left);
    const smaller = left.filter((number) => number < pivot);
    const greater = left.filter((number) => number > pivot);
    const behind = left.length - greater.length;
    if (place <= smaller.length) left = smaller;
    else if (place <= behind) return pivot;
    else [left, place] = [greater, place - behind];
  }
}

/** Edge cases: one number, equal ones, the smallest or the greatest, many equal ones, from the greatest to the least. */
function selectionInstance(random: Random, tier: Tier, level: number, index: number): { array: number[]; k: number } {
  const count = lengthOf(random, tier, level);
  const array = randomNumbers(random, count, 5 * count);
  if (tier !== 'edge') return { array, k: rankIn(random, array) };
  switch (index % 5) {
    case 0:
      return { array: randomNumbers(random, 1, 500 * level), k: 1 };
    case 1:
      return { array: array.fill(random.below(500)), k: 1 + random.below(count) };
    case 2:
      return { array, k: random.pick([1, count]) };
    case 3: {
      const equal = randomNumbers(random, count, 2);
      return { array: equal, k: rankIn(random, equal) };
    }
    default: {
      array.sort(ascending).reverse();
      return { array, k: rankIn(random, array) };
    }
  }
}

/** A `k` for which neither itself nor the number at that place is the answer, where there is one. */
function rankIn(random: Random, array: readonly number[]): number {
  const order = [...array].sort(ascending);
  const ranks = order.map((_, at) => at + 1);
  const telling = ranks.filter((k) => order[k - 1] !== k && order[k - 1] !== array[k - 1]);
  return random.pick(telling.length > 0 ? telling : ranks);
}
