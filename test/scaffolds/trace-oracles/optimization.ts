/** Traces of searches for a least or greatest value: what is chosen freely is taken from the step. */
import { isPartOf, sum, upTo } from '../oracles/oracle.ts';
import { slopeAt } from '../oracles/polynomials.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

interface Descent {
  readonly coefficients: readonly number[];
  readonly x0: number;
  readonly learning_rate: number;
}
interface Slide {
  readonly x: number;
  readonly slope: number;
  readonly next: number;
}

/** Whether a number is at most another one; "open" where rounding decides. */
function isAtMost(number: number, most: number, rounding: number): boolean | 'open' {
  return Math.abs(number - most) <= rounding ? 'open' : number < most;
}

const gradientDescent = traceOracle<Descent, Slide>({
  rounding: 1e-3,
  ended({ x0 }, before) {
    const last = before.at(-1);
    if (last === undefined) return false;
    const from = before.at(-2)?.next ?? x0;
    return before.length === 60 || isAtMost(Math.abs(last.next - from), 0.01, 3e-4);
  },
  step({ coefficients, x0, learning_rate }, before) {
    const x = before.at(-1)?.next ?? x0;
    const slope = slopeAt(coefficients, x);
    return { x, slope, next: x - learning_rate * slope };
  },
});

interface Cities {
  readonly distances: readonly (readonly number[])[];
}
interface Candidate {
  readonly temperature: number;
  readonly candidate: readonly number[];
  readonly length: number;
  readonly draw: number;
  readonly accepted: boolean;
  readonly tour: readonly number[];
}

/** Every tour with a part of at least two cities reversed. */
function reversalsOf(tour: readonly number[]): readonly (readonly number[])[] {
  if (tour.length < 2) return [tour];
  return upTo(tour.length).flatMap((from) =>
    upTo(tour.length - from - 1).map((more) => {
      const to = from + more + 2;
      return [...tour.slice(0, from), ...tour.slice(from, to).reverse(), ...tour.slice(to)];
    }),
  );
}

function roundTrip({ distances }: Cities, tour: readonly number[]): number {
  return sum(tour.map((city, at) => distances[city]?.[tour[(at + 1) % tour.length] ?? 0] ?? Number.NaN));
}

const simulatedAnnealing = traceOracle<Cities, Candidate>({
  rounding: 1e-3,
  exact: ['candidate', 'tour'],
  ended: (_, before) => before.length === 12,
  step({ distances }, before, { candidate, draw }) {
    const tour = before.at(-1)?.tour ?? upTo(distances.length);
    const isReversal = reversalsOf(tour).some((each) => each.join() === candidate.join());
    if (!isReversal || !(draw >= 0 && draw < 1)) return undefined;
    const temperature = (Math.max(...distances.flat()) || 1) * 0.7 ** before.length;
    const length = roundTrip({ distances }, candidate);
    const longer = length - roundTrip({ distances }, tour);
    const chance = Math.exp(-longer / temperature);
    if (longer > 0 && Math.abs(draw - chance) < 2e-3) return 'open';
    const accepted = longer <= 0 || draw < chance;
    return { temperature, candidate, length, draw, accepted, tour: accepted ? candidate : tour };
  },
});

interface Gains {
  readonly gains: readonly number[];
  readonly pairs: readonly (readonly [number, number, number])[];
}
type Bits = readonly number[];
interface Child {
  readonly generation: number;
  readonly parents: readonly Bits[];
  readonly cut: number;
  readonly flipped: readonly number[];
  readonly child: Bits;
  readonly fitness: number;
}

function fitnessOf({ gains, pairs }: Gains, bits: Bits): number {
  const isOn = (at: number) => bits[at] === 1;
  return (
    sum(gains.filter((_, at) => isOn(at))) +
    sum(pairs.flatMap(([one, other, gain]) => (isOn(one) && isOn(other) ? [gain] : [])))
  );
}

/** The members that the children of a generation come from. */
function populationOf(instance: Gains, children: readonly Bits[], generation: number): readonly Bits[] {
  const { length } = instance.gains;
  if (generation === 0)
    return [() => 0, () => 1, (at: number) => at % 2, (at: number) => 1 - (at % 2)].map((bit) => upTo(length).map(bit));
  const before = populationOf(instance, children, generation - 1);
  const most = Math.max(...before.map((bits) => fitnessOf(instance, bits)));
  const fittest = before.filter((bits) => fitnessOf(instance, bits) === most).slice(0, 1);
  return [...fittest, ...children.slice(3 * generation - 3, 3 * generation)];
}

const geneticAlgorithm = traceOracle<Gains, Child>({
  ended: (_, before) => before.length === 12,
  step(instance, before, { parents, cut, flipped }) {
    const generation = Math.floor(before.length / 3);
    const children = before.map(({ child }) => child);
    const population = populationOf(instance, children, generation);
    const mayBeParent = (bits: Bits) => {
      if (!isPartOf([bits], population)) return false;
      const at = population.findIndex((member) => member.join() === bits.join());
      return population.toSpliced(at, 1).some((other) => fitnessOf(instance, other) <= fitnessOf(instance, bits));
    };
    const [one, other] = parents;
    const places = upTo(instance.gains.length);
    const isFlip = flipped.length < 2 && flipped.every((bit) => places.includes(bit));
    const isCut = [...places, places.length].includes(cut);
    if (one === undefined || other === undefined || parents.length > 2 || !isFlip || !isCut) return undefined;
    if (!parents.every(mayBeParent)) return undefined;
    const child = places.map((at) => {
      const bit = (at < cut ? one : other)[at] ?? 0;
      return flipped.includes(at) ? 1 - bit : bit;
    });
    return { generation: generation + 1, parents, cut, flipped, child, fitness: fitnessOf(instance, child) };
  },
});

type Cell = readonly [number, number];
interface Hill {
  readonly heights: readonly (readonly number[])[];
  readonly start: Cell;
}
interface Stand {
  readonly position: Cell;
  readonly value: number;
}

/** Neighbours that are higher than all others and the cell itself; the start at first. */
function nextCells({ heights, start }: Hill, before: readonly Stand[]): readonly Cell[] {
  const here = before.at(-1)?.position;
  if (here === undefined) return [start];
  const cells = heights.flatMap((row, at) => row.map((height, column) => ({ cell: [at, column] as const, height })));
  const near = cells.filter(({ cell }) => Math.abs(cell[0] - here[0]) + Math.abs(cell[1] - here[1]) <= 1);
  const most = Math.max(...near.map(({ height }) => height));
  return most === before.at(-1)?.value ? [] : near.filter(({ height }) => height === most).map(({ cell }) => cell);
}

const hillClimbing = traceOracle<Hill, Stand>({
  ended: (hill, before) => nextCells(hill, before).length === 0,
  step(hill, before, { position }) {
    const cell = nextCells(hill, before).find((each) => each.join() === position.join());
    return cell && { position: cell, value: hill.heights[cell[0]]?.[cell[1]] ?? Number.NaN };
  },
});

/** By the names of the scaffolds. */
export const OPTIMIZATION_TRACES: Readonly<Record<string, TraceOracle>> = {
  gradient_descent: gradientDescent,
  simulated_annealing: simulatedAnnealing,
  genetic_algorithm: geneticAlgorithm,
  hill_climbing: hillClimbing,
};
