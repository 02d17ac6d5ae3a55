/** Merge sort. CLRS, section 2.3. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { ascending, lengthOf, listNumbers, numbers, randomNumbers } from './arrays.ts';

const input = z.strictObject({ array: numbers.describe('Numbers in any order; one may stand there several times.') });

export default defineScaffold({
  name: 'merge_sort',
  title: 'Merge sort',
  category: 'divide_conquer',
  aliases: ['merge-sort', 'mergesort'],
  purpose: 'Sorts numbers.',
  checks: 'The numbers are those of the array, each as often as it stands there, from the least to the greatest.',
  input,
  answer: {
    sorted: {
      kind: 'numbers',
      says: 'the numbers from the least to the greatest',
      aliases: ['sorted array', 'sorted list', 'sorted numbers', 'sorted order'],
    },
  },
  task: ({ array }) => `Array ${listNumbers(array)}. Sort it in ascending order.`,
  generate: (random, tier, level, index) => ({ array: unsortedArray(random, tier, level, index) }),
  solve: ({ array }, work) => ({ sorted: [...mergeSort(array, work)] }),
  judge({ array }, { sorted }, work) {
    const expected = mergeSort(array, work);
    const place = expected.findIndex((number, at) => number !== sorted[at]);
    if (place !== -1)
      return wrong(
        `At ${place}, counted from 0, stands ${sorted[place] ?? 'nothing'}; ${expected[place]} belongs there.`,
        `${place}`,
      );
    if (sorted.length > expected.length)
      return wrong(`The array has ${expected.length} numbers, the answer ${sorted.length}.`, `${expected.length}`);
    return right(`All ${expected.length} numbers are in order.`);
  },
  trace: {
    says:
      'A step for each merge of two halves. The array is cut in two halves, and so is each half that has more than one number; of an odd number the left half has one more. ' +
      'Two halves are merged when both are sorted, in any order of merges that keeps to this; the merge of the whole array is the last one.',
    step: {
      first: {
        kind: 'number',
        says: 'first index of what is merged, counted from 0',
        aliases: ['low', 'left', 'start', 'from'],
      },
      last: { kind: 'number', says: 'last index, itself included', aliases: ['high', 'right', 'end', 'to'] },
      merged: {
        kind: 'numbers',
        says: 'the numbers from first to last after the merge',
        aliases: ['result', 'sorted', 'merged array'],
      },
    },
    start: ({ array }) => mergesState(mergesOf(array, 0, array.length - 1)),
  },
});

/** A merge that waits until its halves are sorted. */
interface Merge {
  readonly first: number;
  readonly last: number;
  readonly left: Half;
  readonly right: Half;
}
/** Numbers that are sorted, or have to be. */
type Half = readonly number[] | Merge;

function mergesOf(array: readonly number[], first: number, last: number): Half {
  if (first >= last) return array.slice(first, last + 1);
  const middle = (first + last) >> 1;
  return { first, last, left: mergesOf(array, first, middle), right: mergesOf(array, middle + 1, last) };
}

type MergeStep = { readonly first: number; readonly last: number; readonly merged: readonly number[] };

function mergesState(tree: Half): TraceState<MergeStep> {
  return {
    options: (work) =>
      readyIn(tree, work).map(({ first, last, left, right }) => {
        const merged = merge(left, right, work);
        return { step: { first, last, merged }, next: () => mergesState(withSorted(tree, first, merged, work)) };
      }),
  };
}

/** Merges whose halves are sorted, from left to right. */
function readyIn(half: Half, work: Work): readonly Ready[] {
  work.spend();
  if (!isMerge(half)) return [];
  const { first, last, left, right } = half;
  if (isMerge(left) || isMerge(right)) return [...readyIn(left, work), ...readyIn(right, work)];
  return [{ first, last, left, right }];
}

interface Ready {
  readonly first: number;
  readonly last: number;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

function isMerge(half: Half): half is Merge {
  return 'last' in half;
}

/** The tree with the ready merge that begins at `first` made. */
function withSorted(half: Half, first: number, sorted: readonly number[], work: Work): Half {
  work.spend();
  if (!isMerge(half)) return half;
  const { left, right } = half;
  if (!isMerge(left) && !isMerge(right)) return sorted;
  const isBehind = isMerge(right) && first >= right.first;
  return isBehind
    ? { ...half, right: withSorted(right, first, sorted, work) }
    : { ...half, left: withSorted(left, first, sorted, work) };
}

/** Merges runs of 1, 2, 4 … numbers. */
function mergeSort(array: readonly number[], work: Work): readonly number[] {
  let runs = array.map((number): readonly number[] => [number]);
  while (runs.length > 1)
    runs = runs.flatMap((run, at) => (at % 2 === 1 ? [] : [merge(run, runs[at + 1] ?? [], work)]));
  return runs[0] ?? [];
}

function merge(one: readonly number[], other: readonly number[], work: Work): readonly number[] {
  work.spend(one.length + other.length);
  const merged: number[] = [];
  let [left, next] = [0, 0];
  while (left < one.length || next < other.length) {
    const [first = Infinity, second = Infinity] = [one[left], other[next]];
    const takesFirst = next === other.length || (left < one.length && first <= second);
    merged.push(takesFirst ? first : second);
    if (takesFirst) left += 1;
    else next += 1;
  }
  return merged;
}

/**
 * Never in order already, so that the array itself is no answer; the empty one is none either, unless the answer names its field. Edge
 * cases: nothing, fractions, from the greatest to the least, in order but for one, many equal ones.
 */
function unsortedArray(random: Random, tier: Tier, level: number, index: number): number[] {
  const count = lengthOf(random, tier, level);
  const array = randomNumbers(random, count, 5 * count);
  if (tier !== 'edge') return disordered(array);
  if (index === 0) return [];
  switch (index % 4) {
    case 0:
      return disordered(array.map((number) => number / 4));
    case 1:
      return disordered(array.sort(ascending).reverse());
    case 2: {
      const [least = 0, ...rest] = array.sort(ascending);
      const place = 1 + random.below(rest.length);
      return disordered([...rest.slice(0, place), least, ...rest.slice(place)]);
    }
    default:
      return disordered(randomNumbers(random, count, 1));
  }
}

function disordered(array: number[]): number[] {
  const isSorted = array.every((number, at) => number >= (array[at - 1] ?? number));
  return isSorted ? [(array.at(-1) ?? 0) + 1, ...array.slice(1)] : array;
}
