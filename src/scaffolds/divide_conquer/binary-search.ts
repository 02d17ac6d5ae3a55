/** Binary search in a sorted array. CLRS, exercise 2.3-6; Knuth, The Art of Computer Programming, volume 3, section 6.2.1. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { ascending, lengthOf, listNumbers, numbers, randomNumbers } from './arrays.ts';

const input = z
  .strictObject({
    array: numbers.describe('Numbers in ascending order; one may stand there several times.'),
    target: z.number().describe('The number to find.'),
  })
  .superRefine(({ array }, context) => {
    const place = array.findIndex((number, at) => number < (array[at - 1] ?? number));
    if (place !== -1)
      context.addIssue({ code: 'custom', path: ['array', place], message: 'a smaller number stands behind a greater' });
  });

export default defineScaffold({
  name: 'binary_search',
  title: 'Binary search',
  category: 'divide_conquer',
  aliases: ['binary-search', 'binsearch'],
  purpose: 'Finds a number in a sorted array, or says that it is not there.',
  checks:
    'The index, counted from 0, holds the target; any of several will do. The index -1 or null, or `found: false`, is right exactly when the target is not there.',
  input,
  answer: {
    index: {
      kind: 'distance',
      says: 'an index of the target, counted from 0; -1 or null when it is not there',
      aliases: ['idx', 'position'],
      optional: true,
    },
    found: {
      kind: 'boolean',
      says: 'whether the target is there',
      aliases: ['is found', 'exists', 'present'],
      optional: true,
    },
  },
  task: ({ array, target }) =>
    `Sorted array ${listNumbers(array)}. At which index stands ${target}, counted from 0? It is -1 when ${target} is nowhere; any of several will do.`,
  generate: sortedInstance,
  solve({ array, target }, work) {
    const index = indexOf(array, target, work);
    return { index, found: index !== -1 };
  },
  judge({ array, target }, { index, found }, work) {
    const saysNo = index === null || index === -1;
    if (indexOf(array, target, work) === -1) {
      if (found === true) return wrong(`${target} is not in the array.`);
      if (index !== undefined && !saysNo)
        return wrong(`${target} is not in the array, and not at ${index}.`, `${index}`);
      return right(`${target} is not in the array, and the answer says so.`);
    }
    if (found === false || saysNo) return wrong(`${target} is in the array.`);
    if (index === undefined) return wrong(`${target} is in the array, and its index is missing.`);
    if (array[index] !== target)
      return wrong(`At ${index} stands ${array[index] ?? 'nothing'}, not ${target}.`, `${index}`);
    return right(`${target} stands at ${index}.`);
  },
  trace: {
    says:
      'A step for each number that is looked at: the part of the array in which the target can be, at first all of it, and its middle. The part below or above the middle goes on. ' +
      'A middle that holds the target ends it, and so does a part without numbers.',
    step: {
      low: { kind: 'number', says: 'first index of the part, counted from 0', aliases: ['left', 'lo', 'start'] },
      high: { kind: 'number', says: 'last index of the part, itself included', aliases: ['right', 'hi', 'end'] },
      middle: { kind: 'number', says: 'half of low + high, rounded down', aliases: ['mid', 'm'] },
      number: { kind: 'number', says: 'the number at the middle', aliases: ['value', 'mid value', 'array[middle]'] },
    },
    start: ({ array, target }) => partState(array, target, 0, array.length - 1),
  },
});

function partState(
  array: readonly number[],
  target: number,
  low: number,
  high: number,
): TraceState<{ readonly low: number; readonly high: number; readonly middle: number; readonly number: number }> {
  return {
    options(work) {
      work.spend();
      const middle = (low + high) >> 1;
      const number = array[middle];
      if (low > high || number === undefined) return [];
      const next = () => {
        if (number === target) return partState(array, target, 0, -1);
        return number < target ? partState(array, target, middle + 1, high) : partState(array, target, low, middle - 1);
      };
      return [{ step: { low, high, middle, number }, next }];
    },
  };
}

/** -1 when the target is not there. */
function indexOf(array: readonly number[], target: number, work: Work): number {
  let [low, high] = [0, array.length - 1];
  while (low <= high) {
    work.spend();
    const middle = (low + high) >> 1;
    const number = array[middle] ?? target;
    if (number === target) return middle;
    if (number < target) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Most targets are there, and none is its own index. Edge cases: nothing, one number, many equal ones, below all, above all. */
function sortedInstance(random: Random, tier: Tier, level: number, index: number): { array: number[]; target: number } {
  const count = lengthOf(random, tier, level);
  const sorted = (length: number, most: number) => randomNumbers(random, length, most).sort(ascending);
  const array = sorted(count, 5 * count);
  const missing = 5 * count + 1 + random.below(10);
  if (tier !== 'edge') return { array, target: random.below(4) > 0 ? oneIn(random, array) : gapIn(random, array) };
  switch (index % 5) {
    case 0:
      return { array: [], target: random.below(1000 * level) };
    case 1: {
      const only = 1 + random.below(1000 * level);
      return { array: [only], target: only };
    }
    case 2: {
      const equal = sorted(count, 2);
      return { array: equal, target: oneIn(random, equal) };
    }
    case 3:
      return { array, target: -missing };
    default:
      return { array, target: missing };
  }
}

/** A number of the array that does not stand at itself, where there is one. */
function oneIn(random: Random, array: readonly number[]): number {
  const telling = array.filter((number) => array[number] !== number);
  return random.pick(telling.length > 0 ? telling : array);
}

/** A number that is not in the array, close to one that is; not -1, which says so. */
function gapIn(random: Random, array: readonly number[]): number {
  let number = random.pick(array);
  while (number === -1 || array.includes(number)) number += 1;
  return number;
}
