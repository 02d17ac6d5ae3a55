/** Tours, bits and hills: all of them, tried one by one; slopes by halving on their sign. */
import { type Oracle, oracle, sum, upTo } from './oracle.ts';

type Position = readonly number[];

const polynomialAt = (coefficients: readonly number[], x: number) =>
  sum(coefficients.map((each, power) => each * x ** power));
const slopeOf = (coefficients: readonly number[], x: number) =>
  sum(coefficients.map((each, power) => (power === 0 ? 0 : power * each * x ** (power - 1))));

/** Where the slope of a convex function is 0. */
function leastPoint(coefficients: readonly number[]): number {
  let [low, high] = [-1e6, 1e6];
  for (let round = 0; round < 200; round++) {
    const middle = (low + high) / 2;
    if (slopeOf(coefficients, middle) < 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Undefined near the tolerance. */
export function isWithin(distance: number, tolerance: number): boolean | undefined {
  if (distance < 0.9 * tolerance) return true;
  return distance > 1.1 * tolerance ? false : undefined;
}

export const OPTIMIZATION: Readonly<Record<string, Oracle>> = {
  gradient_descent: oracle(
    (
      { coefficients }: { coefficients: readonly number[] },
      { minimum, value }: { minimum: number; value?: number },
    ) => {
      const least = leastPoint(coefficients);
      const isNear = isWithin(Math.abs(minimum - least), 1e-3 * Math.max(1, Math.abs(least)));
      const bottom = polynomialAt(coefficients, least);
      const isLow = value === undefined || isWithin(Math.abs(value - bottom), 1e-3 * Math.max(1, Math.abs(bottom)));
      return isNear === false || isLow === false ? false : isNear && isLow;
    },
  ),
  simulated_annealing: oracle(
    (
      { distances, longest }: { distances: readonly (readonly number[])[]; longest: number },
      { tour, length }: { tour: readonly number[]; length?: number },
    ) => {
      const round = tour.length > 1 && tour[0] === tour.at(-1) ? tour.slice(0, -1) : tour;
      const isTour = round.toSorted((one, other) => one - other).join() === upTo(distances.length).join();
      const real = sum(round.map((city, at) => distances[city]?.[round[(at + 1) % round.length] ?? 0] ?? Number.NaN));
      return isTour && real <= longest && (length === undefined || length === real);
    },
  ),
  genetic_algorithm: oracle(
    (
      instance: { gains: readonly number[]; pairs: readonly (readonly [number, number, number])[]; least: number },
      { bits, fitness }: { bits: readonly number[]; fitness?: number },
    ) => {
      const ones = new Set(bits.flatMap((bit, at) => (bit === 1 ? [at] : [])));
      const real =
        sum(instance.gains.filter((_, at) => ones.has(at))) +
        sum(instance.pairs.filter(([i, j]) => ones.has(i) && ones.has(j)).map(([, , gain]) => gain));
      return (
        bits.length === instance.gains.length &&
        bits.every((bit) => bit === 0 || bit === 1) &&
        real >= instance.least &&
        (fitness === undefined || fitness === real)
      );
    },
  ),
  hill_climbing: oracle(
    (
      { heights, start }: { heights: readonly (readonly number[])[]; start: Position },
      { position, value }: { position: Position; value?: number },
    ) => {
      const heightOf = ([row = -1, column = -1]: Position) => heights[row]?.[column] ?? -Infinity;
      const ends = (at: Position): readonly Position[] => {
        const [row = 0, column = 0] = at;
        const beside = [
          [row - 1, column],
          [row + 1, column],
          [row, column - 1],
          [row, column + 1],
        ];
        const highest = Math.max(...beside.map(heightOf));
        return highest <= heightOf(at) ? [at] : beside.filter((each) => heightOf(each) === highest).flatMap(ends);
      };
      return (
        ends(start).some((end) => end.join() === position.join()) &&
        (value === undefined || value === heightOf(position))
      );
    },
  ),
};
