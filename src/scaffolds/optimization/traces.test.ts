/** Traces of stochastic methods: what they draw is free, and what follows from it is not. */
import { expect, test } from 'vitest';
import { checkTrace, describeScaffold } from '../engine.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);

const CITIES = {
  distances: [
    [0, 10, 1, 9],
    [10, 0, 4, 1],
    [1, 4, 0, 10],
    [9, 1, 10, 0],
  ],
  longest: 15,
};

/** The tour 0, 1, 2, 3 is 33 long, and 0, 1, 3, 2 is 22; the temperature is 10. */
test.each([
  ['a shorter candidate is taken', { candidate: [0, 1, 3, 2], length: 22, draw: 0.99, accepted: true }, true],
  ['a shorter candidate is not left', { candidate: [0, 1, 3, 2], length: 22, draw: 0.99, accepted: false }, false],
  ['a part reversed at the start', { candidate: [2, 1, 0, 3], length: 33, draw: 0.5, accepted: true }, true],
  ['two parts reversed', { candidate: [1, 0, 3, 2], length: 33, draw: 0.5, accepted: true }, false],
  ['a draw of 1', { candidate: [0, 1, 3, 2], length: 22, draw: 1, accepted: true }, false],
  ['the length of another tour', { candidate: [0, 1, 3, 2], length: 33, draw: 0.5, accepted: true }, false],
])('simulated_annealing: %s', (_, { candidate, length, draw, accepted }, isRight) => {
  const tour = accepted ? candidate : [0, 1, 2, 3];
  const { rightSteps } = check('simulated_annealing', CITIES, [
    { temperature: 10, candidate, length, draw, accepted, tour },
  ]);
  expect(rightSteps).toBe(isRight ? 1 : 0);
});

test('simulated_annealing: a longer candidate is taken when the draw is below its chance', () => {
  const better = { temperature: 10, candidate: [0, 1, 3, 2], length: 22, draw: 0, accepted: true, tour: [0, 1, 3, 2] };
  // 11 longer at a temperature of 7: a chance of 0.2077.
  const worse = { temperature: 7, candidate: [0, 1, 2, 3], length: 33 };
  const taken = (draw: number, accepted: boolean) =>
    check('simulated_annealing', CITIES, [
      better,
      { ...worse, draw, accepted, tour: accepted ? [0, 1, 2, 3] : [0, 1, 3, 2] },
    ]).rightSteps === 2;
  expect([taken(0.2, true), taken(0.2, false)]).toEqual([true, false]);
  expect([taken(0.22, true), taken(0.22, false)]).toEqual([false, true]);
  // Rounded, it lies on either side.
  expect([taken(0.208, true), taken(0.208, false)]).toEqual([true, true]);
});

const BITS = { gains: [3, -2, 4], pairs: [[0, 1, 1]], least: 7 };

/** The first population: 000 (0), 111 (6), 010 (-2), 101 (7). */
test.each([
  [
    'the two fittest',
    {
      parents: [
        [1, 0, 1],
        [1, 1, 1],
      ],
      cut: 2,
      flipped: [],
      child: [1, 0, 1],
      fitness: 7,
    },
    true,
  ],
  [
    'one member twice',
    {
      parents: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      cut: 0,
      flipped: [2],
      child: [0, 0, 1],
      fitness: 4,
    },
    true,
  ],
  [
    'any bit flipped',
    {
      parents: [
        [1, 0, 1],
        [1, 1, 1],
      ],
      cut: 2,
      flipped: [0],
      child: [0, 0, 1],
      fitness: 4,
    },
    true,
  ],
  [
    'two bits flipped',
    {
      parents: [
        [1, 0, 1],
        [1, 1, 1],
      ],
      cut: 2,
      flipped: [0, 1],
      child: [0, 1, 1],
      fitness: 2,
    },
    false,
  ],
  [
    'the least fit, which wins no draw',
    {
      parents: [
        [0, 1, 0],
        [1, 1, 1],
      ],
      cut: 3,
      flipped: [],
      child: [0, 1, 0],
      fitness: -2,
    },
    false,
  ],
  [
    'no member',
    {
      parents: [
        [1, 1, 0],
        [1, 1, 1],
      ],
      cut: 3,
      flipped: [],
      child: [1, 1, 0],
      fitness: 2,
    },
    false,
  ],
  [
    'a child of another cut',
    {
      parents: [
        [1, 0, 1],
        [1, 1, 1],
      ],
      cut: 2,
      flipped: [],
      child: [1, 1, 1],
      fitness: 6,
    },
    false,
  ],
  [
    'the fitness without pairs',
    {
      parents: [
        [1, 1, 1],
        [1, 1, 1],
      ],
      cut: 1,
      flipped: [],
      child: [1, 1, 1],
      fitness: 5,
    },
    false,
  ],
])('genetic_algorithm: %s', (_, child, isRight) => {
  const { rightSteps } = check('genetic_algorithm', BITS, [{ generation: 1, ...child }]);
  expect(rightSteps).toBe(isRight ? 1 : 0);
});

test('genetic_algorithm: the fittest goes over to the next population, its other members do not', () => {
  const copy = (generation: number, of: readonly number[], fitness: number) => ({
    generation,
    parents: [of, of],
    cut: 0,
    flipped: [],
    child: of,
    fitness,
  });
  const first = Array.from({ length: 3 }, () => copy(1, [0, 0, 0], 0));
  expect(check('genetic_algorithm', BITS, [...first, copy(2, [1, 0, 1], 7)]).rightSteps).toBe(4);
  expect(check('genetic_algorithm', BITS, [...first, copy(2, [1, 1, 1], 6)]).rightSteps).toBe(3);
});

test('their examples take changes for the worse, and flip bits', () => {
  const steps = (name: string) => describeScaffold(name).trace.example;
  const flips = steps('genetic_algorithm').map((step) => step['flipped']);
  expect(flips).not.toContainEqual([]);
  expect(steps('genetic_algorithm')).toHaveLength(12);
  expect(steps('simulated_annealing')).toHaveLength(12);
});
