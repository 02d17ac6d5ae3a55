/** References and checkers of dynamic programming against the definitions: all choices, all subsequences, all ways to multiply. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

/** Every choice of the items, in their order. */
function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (subsets, item) => subsets.flatMap((subset) => [subset, [...subset, item]]),
    [[]],
  );
}

const draw = (random: Random, count: number, least: number, most: number) =>
  Array.from({ length: count }, () => least + random.below(most - least + 1));
const word = (random: Random, letters: string, most: number) =>
  Array.from({ length: random.below(most + 1) }, () => random.pick([...letters])).join('');
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('knapsack_01: exactly the choices that fit and are worth most are right', () => {
  for (const random of randoms()) {
    const count = random.below(7);
    const weights = draw(random, count, 0, 6);
    const values = draw(random, count, 0, 5);
    const capacity = random.below(20);
    const input = { weights, values, capacity };
    const worth = (items: readonly number[]) => sum(items.map((item) => values[item] ?? 0));
    const fits = (items: readonly number[]) => sum(items.map((item) => weights[item] ?? 0)) <= capacity;
    const choices = subsetsOf([...weights.keys()]);
    const best = Math.max(...choices.filter(fits).map(worth));
    expect(solve('knapsack_01', input)).toMatchObject({ max_value: best });
    for (const items of choices) {
      const isRight = fits(items) && worth(items) === best;
      expect(check('knapsack_01', input, { selected_items: items.toReversed() }).correct).toBe(isRight);
      expect(check('knapsack_01', input, { selected_items: items, max_value: best }).correct).toBe(isRight);
      expect(check('knapsack_01', input, { selected_items: items, max_value: best + 1 }).correct).toBe(false);
    }
    const items = random.pick(choices);
    for (const stray of [items[0] ?? -1, count, 0.5])
      expect(check('knapsack_01', input, { selected_items: [...items, stray] }).correct).toBe(false);
  }
});

/** Whether a text stands in another one with its characters in order. */
const isWithin = (part: string, whole: string) => new RegExp([...part].join('.*'), 's').test(whole);

test('lcs: exactly the longest texts that stand in both strings are right', () => {
  for (const random of randoms()) {
    const [string1, string2] = [word(random, 'ABC', 6), word(random, 'ABCD', 7)];
    const input = { string1, string2 };
    const candidates = new Set(subsetsOf([...string1]).map((subset) => subset.join('')));
    const longest = Math.max(...[...candidates].filter((each) => isWithin(each, string2)).map((each) => each.length));
    expect(solve('lcs', input)).toMatchObject({ length: longest });
    for (const subsequence of [...candidates, string2, `${string1}D`, `${string2}A`]) {
      const isRight =
        isWithin(subsequence, string1) && isWithin(subsequence, string2) && subsequence.length === longest;
      expect(check('lcs', input, { subsequence }).correct, `${string1} ${string2} ${subsequence}`).toBe(isRight);
      expect(check('lcs', input, { subsequence, length: longest }).correct).toBe(isRight);
      expect(check('lcs', input, { subsequence, length: longest - 1 }).correct).toBe(false);
    }
  }
});

/** The least number of edits by the definition: a search over all texts that can be reached. */
function editsBetween(from: string, to: string, letters: string): number {
  const distances = new Map([[from, 0]]);
  for (const [text, distance] of distances) {
    if (text === to) return distance;
    for (let at = 0; at <= text.length; at++)
      for (const [taken, put] of [
        [1, ''],
        ...[...letters].flatMap(
          (letter) =>
            [
              [0, letter],
              [1, letter],
            ] as const,
        ),
      ] as const) {
        const next = text.slice(0, at) + put + text.slice(at + taken);
        if (next.length <= Math.max(from.length, to.length) && !distances.has(next)) distances.set(next, distance + 1);
      }
  }
  return Number.NaN;
}

test('edit_distance: only the least number of edits is right', () => {
  for (const random of randoms()) {
    const [string1, string2] = [word(random, 'AB', 5), word(random, 'AB', 5)];
    const least = editsBetween(string1, string2, 'AB');
    expect(solve('edit_distance', { string1, string2 })).toEqual({ distance: least });
    for (let distance = -1; distance < 7; distance++)
      expect(check('edit_distance', { string1, string2 }, { distance }).correct).toBe(distance === least);
  }
});

test('lis: exactly the longest subsequences that rise strictly are right', () => {
  for (const random of randoms()) {
    const sequence = draw(random, random.below(8), -2, 4);
    const subsequences = subsetsOf(sequence);
    const rises = (numbers: readonly number[]) =>
      numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) < number);
    const longest = Math.max(...subsequences.filter(rises).map((each) => each.length));
    expect(solve('lis', { sequence })).toMatchObject({ length: longest });
    const isWithinSequence = new Set(subsequences.map((each) => each.join()));
    const strays = subsequences
      .slice(0, 8)
      .flatMap((each) => [each.toReversed(), [...each, random.below(7)], [9, ...each]]);
    for (const subsequence of [...subsequences, ...strays]) {
      const isRight = isWithinSequence.has(subsequence.join()) && rises(subsequence) && subsequence.length === longest;
      expect(check('lis', { sequence }, { subsequence }).correct).toBe(isRight);
      expect(check('lis', { sequence }, { subsequence, length: longest }).correct).toBe(isRight);
      expect(check('lis', { sequence }, { subsequence, length: longest + 1 }).correct).toBe(false);
    }
  }
});

/** Every way to multiply matrices `from` up to and not including `to`, with its cost. */
function productsOf(dimensions: readonly number[], from: number, to: number): { text: string; cost: number }[] {
  if (to - from === 1) return [{ text: `A${to}`, cost: 0 }];
  return Array.from({ length: to - from - 1 }, (_, at) => from + 1 + at).flatMap((split) =>
    productsOf(dimensions, from, split).flatMap((left) =>
      productsOf(dimensions, split, to).map((right) => ({
        text: `(${left.text}${right.text})`,
        cost: left.cost + right.cost + (dimensions[from] ?? 0) * (dimensions[split] ?? 0) * (dimensions[to] ?? 0),
      })),
    ),
  );
}

test('matrix_chain: exactly the parentheses of the least cost are right, in any notation', () => {
  for (const random of randoms()) {
    const dimensions = draw(random, 2 + random.below(5), 1, 6);
    const products = productsOf(dimensions, 0, dimensions.length - 1);
    const least = Math.min(...products.map(({ cost }) => cost));
    expect(solve('matrix_chain', { dimensions })).toMatchObject({ min_cost: least });
    for (const { text, cost } of products) {
      const letters = text.replaceAll(/A(\d)/g, (_, number) => String.fromCharCode(64 + Number(number)));
      const spaced = text.replaceAll(/(?<=[\d)])(?=[A(])/g, ' x ');
      const fromZero = text.replaceAll(/A(\d)/g, (_, number) => `M${Number(number) - 1}`);
      const bare = spaced.replace(/^\((.*)\)$/, '$1');
      for (const parenthesization of [text, letters, spaced, fromZero, bare, text.replaceAll(/A(\d)/g, '(A_{$1})')])
        expect(
          check('matrix_chain', { dimensions }, { min_cost: least, parenthesization }).correct,
          parenthesization,
        ).toBe(cost === least);
      expect(check('matrix_chain', { dimensions }, { min_cost: least + 1, parenthesization: text }).correct).toBe(
        false,
      );
    }
    expect(check('matrix_chain', { dimensions }, { min_cost: least }).correct).toBe(true);
  }
});

test.each([
  ['A1A2A3', '3 factors has no parentheses'],
  ['((A1A2)A4)', 'Matrix 3 of the product is not matrix 3'],
  ['((A1A3)A2)', 'Matrix 2 of the product'],
  ['((A2A3)A4)', 'does not begin with the first matrix'],
  ['(A1A2)', 'has 2 matrices; the chain has 3'],
  ['((A1A2)A3', 'is not closed'],
  ['(A1A2))A3', 'closes that was not opened'],
  ['((A1A2)A3)()', 'parentheses around nothing'],
  ['((A1 x)A2)A3', 'no factor on one side'],
  ['(A1 x A2) x x A3', 'no factor on one side'],
  ['((A1+A2)A3)', '"+A2)A3)" is no part'],
  ['((A1B2)A3)', 'Matrix 2 of the product'],
])('the parentheses %s are refused with the reason', (parenthesization, says) => {
  const answer = { min_cost: 48, parenthesization };
  expect(check('matrix_chain', { dimensions: [2, 3, 4, 3] }, answer)).toMatchObject({
    correct: false,
    at: 'parenthesization',
  });
  expect(check('matrix_chain', { dimensions: [2, 3, 4, 3] }, answer).message).toContain(says);
});

test('the example of the contract, with another best choice', () => {
  const input = { weights: [10, 20, 30], values: [60, 100, 120], capacity: 50 };
  expect(check('knapsack_01', input, { max_value: 220, selected_items: [1, 2] }).correct).toBe(true);
  // 60 + 120 are 180: the contract's own example is wrong here.
  expect(check('knapsack_01', input, { max_value: 220, selected_items: [0, 2] })).toMatchObject({
    correct: false,
    message: 'The items are worth 180; the best ones are worth 220.',
  });
});

test('characters beyond 16 bits count once', () => {
  expect(solve('edit_distance', { string1: '😀', string2: '😁' })).toEqual({ distance: 1 });
  expect(solve('lcs', { string1: '😀', string2: '😁' })).toEqual({ subsequence: '', length: 0 });
});

test('the largest instances are within the work of a call, and larger ones are refused', () => {
  const random = new Random(1);
  const characters = (count: number) => ({
    string1: 'AB'.repeat(count / 2),
    string2: draw(random, count, 0, 9).join(''),
  });
  const chain = (count: number) => ({ dimensions: draw(random, count + 1, 1, 10_000) });
  const items = (count: number, capacity: number) => ({
    weights: draw(random, count, 1, 1e9),
    values: draw(random, count, 1, 1e9),
    capacity,
  });
  for (const [scaffold, largest, larger] of [
    ['lcs', characters(2000), characters(2002)],
    ['edit_distance', characters(2000), characters(2002)],
    ['lis', { sequence: draw(random, 50_000, 0, 1e9) }, { sequence: draw(random, 50_001, 0, 1) }],
    ['matrix_chain', chain(250), chain(251)],
    ['knapsack_01', items(2000, 1999), items(2000, 2000)],
  ] as const) {
    expect(check(scaffold, largest, solve(scaffold, largest)).correct).toBe(true);
    expect(() => solve(scaffold, larger)).toThrow('is no instance');
  }
});
