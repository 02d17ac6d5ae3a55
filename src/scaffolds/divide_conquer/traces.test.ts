/** Traces on arrays: they end in the right answer, and so do those of the book, written by hand. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { wayThrough } from '../../../test/ways-through.ts';
import { Random } from '../../lib/random.ts';
import { checkTrace, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

function* randoms(): Generator<Random> {
  for (let index = 0; index < amount(3000, 300); index++) yield new Random(seedOf(index));
}

const numbersOf = (random: Random, length: number) => Array.from({ length }, () => random.below(9) - 4);

test('binary_search: the last number that is looked at is the target, when it is there', () => {
  for (const random of randoms()) {
    const array = numbersOf(random, random.below(12)).sort((one, other) => one - other);
    const instance = { array, target: random.below(11) - 5 };
    const { index, found } = solve('binary_search', instance);
    const last = wayThrough('binary_search', instance, random).at(-1);
    expect(last?.['number'] === instance.target).toBe(found);
    if (found === true) expect(array[Number(last?.['middle'])]).toBe(array[Number(index)]);
  }
});

test('merge_sort: the last merge has all numbers in order', () => {
  for (const random of randoms()) {
    const array = numbersOf(random, 2 + random.below(9));
    const steps = wayThrough('merge_sort', { array }, random);
    expect(steps).toHaveLength(array.length - 1);
    expect(steps.at(-1)).toEqual({
      first: 0,
      last: array.length - 1,
      merged: solve('merge_sort', { array })['sorted'],
    });
  }
});

test('quickselect: the last pivot is the k-th smallest, whichever come before', () => {
  for (const random of randoms()) {
    const array = numbersOf(random, 1 + random.below(9));
    for (const k of array.map((_, at) => at + 1)) {
      const steps = wayThrough('quickselect', { array, k }, random);
      expect(steps.at(-1)).toMatchObject({ pivot: solve('quickselect', { array, k })['value'] });
    }
  }
});

const SORTED = { array: [2, 3, 5, 7, 11, 13, 17, 19], target: 13 };
const UNSORTED = { array: [5, 2, 4, 7, 1] };
const RANKED = { array: [3, 2, 9, 0, 7, 9, 4], k: 6 };

test.each([
  [
    'binary_search',
    SORTED,
    '| low | high | mid | value |\n|---|---|---|---|\n| 0 | 7 | 3 | 7 |\n| 4 | 7 | 5 | 13 |',
    { correct: true },
  ],
  [
    'binary_search',
    { ...SORTED, target: 4 },
    [
      { low: 0, high: 7, middle: 3, number: 7 },
      { low: 0, high: 2, middle: 1, number: 3 },
      { low: 2, high: 2, middle: 2, number: 5 },
    ],
    { correct: true },
  ],
  [
    'binary_search',
    SORTED,
    [
      { low: 0, high: 7, middle: 3, number: 7 },
      { low: 3, high: 7, middle: 5, number: 13 },
    ],
    { correct: false, rightSteps: 1, message: 'Step 2 is wrong: low is 4, not 3.' },
  ],
  [
    'merge_sort',
    UNSORTED,
    [
      { first: 3, last: 4, merged: [1, 7] },
      { first: 0, last: 1, merged: [2, 5] },
      { first: 0, last: 2, merged: [2, 4, 5] },
      { first: 0, last: 4, merged: [1, 2, 4, 5, 7] },
    ],
    { correct: true },
  ],
  [
    'merge_sort',
    UNSORTED,
    [
      { first: 0, last: 1, merged: [2, 5] },
      { first: 2, last: 3, merged: [4, 7] },
    ],
    { correct: false, rightSteps: 1 },
  ],
  [
    'merge_sort',
    UNSORTED,
    [{ first: 0, last: 2, merged: [2, 4, 5] }],
    { correct: false, rightSteps: 0, neededSteps: 4, message: expect.stringContaining('2 steps are legal here') },
  ],
  [
    'quickselect',
    RANKED,
    [
      { k: 6, pivot: 4, smaller: [3, 2, 0], greater: [9, 9, 7] },
      { k: 2, pivot: 9, smaller: [7], greater: [] },
    ],
    { correct: true },
  ],
  [
    'quickselect',
    RANKED,
    '| k | pivot | smaller | greater |\n|---|---|---|---|\n| 6 | 3 | [0, 2] | [4, 7, 9, 9] |\n| 6 | 9 | [4, 7] | [] |',
    { correct: false, rightSteps: 1, message: 'Step 2 is wrong: k is 3, not 6.' },
  ],
  [
    'quickselect',
    RANKED,
    [{ k: 6, pivot: 9, smaller: [3, 2, 0, 7, 4], greater: [9] }],
    { correct: false, rightSteps: 0, message: 'Step 1 is wrong: greater is [], not [9].' },
  ],
  [
    'quickselect',
    RANKED,
    [{ k: 6, pivot: 8, smaller: [3, 2, 0, 7, 4], greater: [9, 9] }],
    { correct: false, rightSteps: 0, message: expect.stringContaining('6 steps are legal here') },
  ],
])('%s of %j: %j', (scaffold, input, trace, verdict) => {
  expect(check(scaffold, input, trace)).toMatchObject(verdict);
});

test('large arrays are within the work of a call', () => {
  const array = Array.from({ length: 100_000 }, (_, at) => 100_000 - at);
  expect(check('quickselect', { array, k: 7 }, [{ k: 7, pivot: 0, smaller: [], greater: [] }])).toMatchObject({
    correct: false,
    rightSteps: 0,
  });
  expect(
    check('merge_sort', { array: array.slice(0, 2000) }, [{ first: 0, last: 1, merged: [99_999, 100_000] }]),
  ).toMatchObject({ rightSteps: 1, neededSteps: 1999 });
});
