/** Simulated annealing on the travelling salesman problem. Kirkpatrick, Gelatt and Vecchi, 1983. */
import { z } from 'zod';
import { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { Work } from '../work.ts';

/** Cities of an instance: the shortest tour is found among all. */
const MOST_CITIES = 13;

/** Candidates of a trace, and what becomes of the temperature after each. */
const STEPS = 12;
const COOLING = 0.7;
/** How far numbers of a trace may be off, of their size or of 1. */
const ROUNDING = 1e-3;

const input = z
  .strictObject({
    distances: z
      .array(z.array(z.number().min(0).max(1e6)))
      .min(1)
      .max(MOST_CITIES)
      .describe('Symmetric; a row for each city.'),
    longest: z.number().min(0).describe('The longest tour that counts.'),
  })
  .superRefine(({ distances }, context) => {
    const isSymmetric = distances.every(
      (row, at) =>
        row.length === distances.length && row[at] === 0 && row.every((each, to) => each === distances[to]?.[at]),
    );
    if (!isSymmetric)
      context.addIssue({
        code: 'custom',
        path: ['distances'],
        message: 'the table is not square and symmetric with 0 on its diagonal',
      });
  });

export default defineScaffold({
  name: 'simulated_annealing',
  title: 'Simulated annealing',
  category: 'optimization',
  aliases: ['simulated-annealing', 'annealing', 'travelling salesman', 'tsp'],
  purpose: 'Finds a short round trip through all cities by random changes that become ever more careful.',
  checks:
    'The tour visits every city once, its length is what is stated, and it is at most `longest`, which generated cases set to 10 % above the shortest tour. ' +
    'The answer does not show how it was found.',
  input,
  answer: {
    tour: {
      kind: 'numbers',
      says: 'cities by their numbers from 0, in the order of the trip; it ends where it began',
      aliases: ['route', 'path', 'best tour', 'order'],
    },
    length: {
      kind: 'number',
      says: 'of the round trip',
      aliases: ['cost', 'tour length', 'total distance', 'total length', 'best cost'],
      optional: true,
    },
  },
  task: ({ distances, longest }) =>
    `Distances between ${distances.length} cities, row by row: ${distances.map((row) => `[${row.join(', ')}]`).join(', ')}. Find, by simulated annealing, a round trip ` +
    `through all cities that is at most ${longest} long.`,
  generate: citiesInstance,
  solve({ distances }, work) {
    const { tour, length } = shortestTour(distances, work);
    return { tour, length };
  },
  judge({ distances, longest }, { tour, length }, work) {
    const count = distances.length;
    const closed = tour.length === count + 1 && tour[0] === tour.at(-1) && count > 0;
    const cities = closed ? tour.slice(0, -1) : tour;
    const stray = cities.find((city) => distances[city] === undefined);
    if (stray !== undefined) return wrong(`${stray} is no city.`, String(stray));
    const missing = distances.findIndex((_, city) => !cities.includes(city));
    if (missing >= 0) return wrong(`The tour leaves out city ${missing}.`, String(missing));
    if (cities.length > count) return wrong('The tour visits a city twice.');
    const real = lengthOf(cities, distances);
    if (length !== undefined && Math.abs(length - real) > 1e-9 * Math.max(1, real))
      return wrong(`The tour is ${real} long, not ${length}.`, 'length');
    if (real > longest * (1 + 1e-9)) {
      const best = shortestTour(distances, work).length;
      return wrong(`The tour is ${real} long; at most ${longest} counts, and ${best} is possible.`);
    }
    return right(`The tour is ${real} long, and at most ${longest} counts.`);
  },
  trace: {
    says:
      `A step for each of ${STEPS} candidates. The tour is 0, 1, 2, … at first. A candidate is the tour with a part of at least two cities reversed, any part (with one city, the tour). ` +
      'It becomes the tour if it is not longer, or if draw < exp(-(how much longer it is) / temperature). The temperature is the largest distance of the table at first ' +
      `(1 if that is 0), and ${COOLING} times as high after each step. Numbers may be rounded to 3 digits behind the point.`,
    step: {
      temperature: { kind: 'number', says: 'at which the candidate is judged' },
      candidate: { kind: 'numbers', says: 'the tour with a part reversed', exact: true },
      length: { kind: 'number', says: 'of the round trip of the candidate', aliases: ['candidate length'] },
      draw: { kind: 'number', says: 'a number that you draw, from 0 up to, not including, 1', aliases: ['random'] },
      accepted: { kind: 'boolean', says: 'whether the candidate becomes the tour' },
      tour: { kind: 'numbers', says: 'the tour after the step', exact: true },
    },
    rounding: ROUNDING,
    start: ({ distances }) =>
      annealingState(
        distances,
        distances.map((_, city) => city),
        0,
      ),
  },
});

interface AnnealingStep {
  readonly temperature: number;
  readonly candidate: readonly number[];
  readonly length: number;
  readonly draw: number;
  readonly accepted: boolean;
  readonly tour: readonly number[];
}

/** The state before step `count`; any candidate and any draw are legal. */
function annealingState(distances: Table, tour: readonly number[], count: number): TraceState<AnnealingStep> {
  const temperature = (Math.max(...distances.flat()) || 1) * COOLING ** count;
  return {
    options(work, given) {
      if (count === STEPS) return [];
      work.spend(tour.length ** 3);
      const random = new Random(count);
      const drawn = given?.['draw'];
      const isDraw = typeof drawn === 'number' && drawn >= 0 && drawn < 1;
      const draw = isDraw ? drawn : random.below(1000) / 1000;
      const candidates = candidatesOf(tour);
      const first = random.below(candidates.length);
      return [...candidates.slice(first), ...candidates.slice(0, first)].flatMap((candidate) => {
        const length = lengthOf(candidate, distances);
        const chance = Math.exp((lengthOf(tour, distances) - length) / temperature);
        // What is as good as the chance may be rounded to either side of it.
        const verdicts = chance < 1 && Math.abs(draw - chance) <= ROUNDING ? [true, false] : [draw < chance];
        return verdicts.map((accepted) => {
          const kept = accepted ? candidate : tour;
          const step = { temperature, candidate, length, draw, accepted, tour: kept };
          return { step, next: () => annealingState(distances, kept, count + 1) };
        });
      });
    },
  };
}

/** The tour with each of its parts reversed. */
function candidatesOf(tour: readonly number[]): readonly (readonly number[])[] {
  if (tour.length === 1) return [tour];
  return tour.flatMap((_, from) =>
    tour.slice(from + 1).map((_each, at) => {
      const end = from + at + 2;
      return [...tour.slice(0, from), ...tour.slice(from, end).reverse(), ...tour.slice(end)];
    }),
  );
}

type Table = readonly (readonly number[])[];

function lengthOf(tour: readonly number[], distances: Table): number {
  return tour.reduce((sum, city, at) => sum + (distances[city]?.[tour[(at + 1) % tour.length] ?? city] ?? 0), 0);
}

/** Held and Karp, 1962: the shortest way through each set of cities to each of its cities, by what it was before. */
function shortestTour(distances: Table, work: Work): { readonly tour: readonly number[]; readonly length: number } {
  const count = distances.length;
  const between = (from: number, to: number) => distances[from]?.[to] ?? 0;
  const others = count - 1;
  if (others === 0) return { tour: [0], length: 0 };
  // City c > 0 is bit c - 1 of a set.
  const lengths = new Float64Array((1 << others) * count).fill(Infinity);
  const before = new Int8Array((1 << others) * count);
  for (let city = 1; city < count; city++) lengths[(1 << (city - 1)) * count + city] = between(0, city);
  for (let set = 1; set < 1 << others; set++)
    for (let last = 1; last < count; last++) {
      const length = lengths[set * count + last] ?? Infinity;
      if (length === Infinity) continue;
      work.spend(others);
      for (let next = 1; next < count; next++) {
        if ((set & (1 << (next - 1))) !== 0) continue;
        const at = (set | (1 << (next - 1))) * count + next;
        if (length + between(last, next) < (lengths[at] ?? Infinity)) {
          lengths[at] = length + between(last, next);
          before[at] = last;
        }
      }
    }
  let set = (1 << others) - 1;
  let last = 1;
  const closed = (city: number) => (lengths[set * count + city] ?? Infinity) + between(city, 0);
  for (let city = 2; city < count; city++) if (closed(city) < closed(last)) last = city;
  const length = closed(last);
  const tour: number[] = [];
  while (set !== 0) {
    tour.push(last);
    const previous = before[set * count + last] ?? 0;
    set &= ~(1 << (last - 1));
    last = previous;
  }
  return { tour: [0, ...tour.reverse()], length };
}

/** Cities on a plane, distances in whole numbers. Edge cases: one city, two, all equally far. */
function citiesInstance(random: Random, tier: Tier, level: number, index: number) {
  const most = Math.min(MOST_CITIES, (tier === 'simple' ? 4 : 6) + Math.floor(level / 2) + random.below(2));
  const count = tier === 'edge' && index % 3 < 2 ? 1 + (index % 3) : most;
  const points = Array.from({ length: count }, () => [random.below(100 * level), random.below(100 * level)] as const);
  const same = 1 + random.below(50 * level);
  const distance = (from: number, to: number) => {
    const [one, other] = [points[from], points[to]];
    if (one === undefined || other === undefined || from === to) return 0;
    return tier === 'edge' && index % 3 === 2 ? same : Math.round(Math.hypot(one[0] - other[0], one[1] - other[1]));
  };
  const distances = points.map((_, from) => points.map((_each, to) => distance(from, to)));
  const slack = tier === 'edge' && index % 3 === 0 ? random.below(1000 * level) : 0;
  return { distances, longest: Math.round(shortestTour(distances, new Work()).length * 1.1) + slack };
}
