/** References and checkers on arrays against the definitions, on random small arrays. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, generateCases, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

const numbersOf = (random: Random, length: number) => Array.from({ length }, () => random.below(7) - 3);
const isSorted = (array: readonly number[]) => array.every((number, at) => at === 0 || (array[at - 1] ?? 0) <= number);

test('binary_search: exactly the indexes of the target are right, and that there is none when there is none', () => {
  let missing = 0;
  for (const random of randoms()) {
    const array: number[] = [];
    for (const number of numbersOf(random, random.below(8)))
      array.splice(array.filter((each) => each <= number).length, 0, number);
    const target = random.below(9) - 4;
    const places = array.flatMap((number, at) => (number === target ? [at] : []));
    missing += Number(places.length === 0);
    const solved = solve('binary_search', { array, target });
    expect(solved['found']).toBe(places.length > 0);
    expect(places.length === 0 ? [-1] : places).toContain(solved['index']);
    for (const index of [undefined, null, -2, -1, 0.5, ...array.keys(), array.length])
      for (const found of [undefined, true, false]) {
        const saysNo = index === null || index === -1 || (index === undefined && found === false);
        const isRight =
          places.length === 0
            ? saysNo && found !== true
            : typeof index === 'number' && places.includes(index) && found !== false;
        const answer = JSON.stringify({ index, found });
        expect(check('binary_search', { array, target }, answer).correct, `${array} ${target} ${answer}`).toBe(isRight);
      }
  }
  expect(missing).toBeGreaterThan(ROUNDS / 10);
});

/** Every order of the items. */
function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
}

test('merge_sort: exactly the sorted order is right', () => {
  for (const random of randoms()) {
    const array = numbersOf(random, random.below(6));
    let orders = 0;
    for (const order of permutations(array)) {
      orders += 1;
      const checked = check('merge_sort', { array }, { sorted: order });
      expect(checked.correct, `${array} ${order}`).toBe(isSorted(order));
      if (!isSorted(order)) continue;
      expect(solve('merge_sort', { array })).toEqual({ sorted: order });
      for (const [at, number] of order.entries())
        for (const near of [
          order.toSpliced(at, 1),
          order.toSpliced(at, 0, number),
          order.toSpliced(at, 1, number + 1),
          order.toSpliced(at, 1, number - 1),
        ])
          expect(check('merge_sort', { array }, { sorted: near }).correct, `${array} ${near}`).toBe(false);
      expect(check('merge_sort', { array }, { sorted: [...order, 9] }).correct).toBe(false);
    }
    expect(orders).toBeGreaterThan(0);
  }
});

test('quickselect: exactly the number with fewer than k below it and at least k up to it is right', () => {
  for (const random of randoms()) {
    const array = numbersOf(random, 1 + random.below(8));
    for (const k of array.map((_, at) => at + 1)) {
      const solved = solve('quickselect', { array, k })['value'];
      for (const value of [-4, -3, -2, -1, 0, 1, 2, 3, 4, 0.5]) {
        const below = array.filter((number) => number < value).length;
        const upTo = array.filter((number) => number <= value).length;
        const isRight = below < k && k <= upTo;
        expect(check('quickselect', { array, k }, { value }).correct, `${array} ${k} ${value}`).toBe(isRight);
        expect(solved === value).toBe(isRight);
      }
    }
  }
});

test('no array of a case is sorted already, but for the empty one', () => {
  for (let seed = 0; seed < 20; seed++)
    for (const { input, expected } of generateCases({ scaffold: 'merge_sort', count: 10, seed, level: 1 }))
      if (JSON.stringify(input) !== '{"array":[]}') expect(input).not.toEqual({ array: expected['sorted'] });
});

test('words of the task are no answer, nor is a target its own index', () => {
  for (let seed = 0; seed < 8; seed++)
    for (const scaffold of ['binary_search', 'merge_sort', 'quickselect'])
      for (const { id, task, input } of generateCases({ scaffold, count: 10, seed, level: 1 }))
        for (const words of [task.slice(1), task.slice(0, -1), new Map(Object.entries(input)).get('target') ?? task])
          expect(checkAnswer({ kind: 'case', id }, words), `${id}: ${words}`).toMatchObject({ correct: false });
});

test('the first fault is named with its place', () => {
  expect(check('merge_sort', { array: [3, 1, 2] }, { sorted: [1, 3, 2] })).toMatchObject({
    message: 'At 1, counted from 0, stands 3; 2 belongs there.',
    at: '1',
  });
  expect(check('binary_search', { array: [1, 3, 3], target: 3 }, { index: 0 })).toMatchObject({
    message: 'At 0 stands 1, not 3.',
    at: '0',
  });
  expect(check('quickselect', { array: [5, 1, 5, 2], k: 2 }, { value: 5 })).toMatchObject({
    message: '5 is numbers 3 to 4 from the smallest on, not number 2.',
  });
});

test.each([
  ['binary_search', { array: [1, 3, 2], target: 2 }, 'array.2: a smaller number stands behind a greater'],
  ['quickselect', { array: [1, 3], k: 3 }, 'k: the array has only 2 numbers'],
  ['quickselect', { array: [1, 3], k: 0 }, 'k: '],
  ['quickselect', { array: [], k: 1 }, 'array: '],
  ['merge_sort', { array: Array(100_001).fill(1) }, 'array: '],
])('%s refuses what is no instance', (scaffold, input, says) => {
  expect(() => solve(scaffold, input)).toThrow(says);
});

test.each([
  ['binary_search', { array: [2, 7, 9], target: 7 }, 'The index of 7 is 1.', true],
  ['binary_search', { array: [2, 7, 9], target: 7 }, 'The index of 7 is 7.', false],
  ['binary_search', { array: [2, 7, 9], target: 8 }, '**Index**: -1', true],
  ['binary_search', { array: [2, 7, 9], target: 8 }, 'Index: not found', true],
  ['binary_search', { array: [2, 7, 9], target: 7 }, 'So the answer is $\\boxed{1}$', true],
  ['quickselect', { array: [4, 2, 9], k: 2 }, 'The 2nd smallest element is 4.', true],
  ['merge_sort', { array: [4, 2, 9] }, 'Sorted array: 2, 4, 9', true],
])('%s of %j takes %j', (scaffold, input, answer, isRight) => {
  expect(check(scaffold, input, answer).correct).toBe(isRight);
});

test('100,000 numbers are within the work of a call', () => {
  const random = new Random(1);
  const array = Array.from({ length: 100_000 }, () => random.below(50_000));
  expect(check('merge_sort', { array }, solve('merge_sort', { array })).correct).toBe(true);
  for (const each of [array, array.toSorted((one, other) => one - other), array.map(() => 1)])
    expect(
      check('quickselect', { array: each, k: 50_000 }, solve('quickselect', { array: each, k: 50_000 })).correct,
    ).toBe(true);
});
