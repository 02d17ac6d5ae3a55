/** Which class of growth counted steps follow: the simplest one that fits, by rules that the answer states. */
import { leastSquares } from './least-squares.ts';

/** Classes, slowest first. */
export const CLASSES = ['constant', 'log n', '√n', 'n', 'n log n', 'n²', 'n³', '2^n'] as const;
export type CostClass = (typeof CLASSES)[number];

/** Steps of a run with an input of a size. */
export interface Point {
  readonly n: number;
  readonly steps: number;
}

/**
 * The class of some points.
 * - `sure`: it fits within 0.5 % over sizes of which the largest is at least 8 times the smallest
 * - `likely`: within 2 %, or the sizes are nearer to each other
 * - `unclear`: none fits; the class is the nearest one to the growth between the last sizes
 */
export interface Growth {
  readonly class: CostClass;
  readonly certainty: 'sure' | 'likely' | 'unclear';
  /** Largest distance between a point and the curve, as a share of the point. */
  readonly error?: number;
  /** How it was decided, in a sentence. */
  readonly why: string;
}

/** Points below which nothing is said. */
export const LEAST_POINTS = 4;
const [SURE, FITS] = [0.005, 0.02];
/** Steps that rounding of sizes may add or take. */
const ROUNDING = 3;
/** Sizes this much smaller than the largest say little of it. */
const TAIL = 16;
/** Shares of the steps at the largest size that the leading term may have. */
const [LEAST_SHARE, MOST_SHARE] = [0.05, 1.5];
/** How far below its power the growth between the last sizes may be. Curves with many terms fit what they are not. */
const MOST_LACK = 0.5;
const POWERS: Readonly<Partial<Record<CostClass, number>>> = { 'n²': 2, 'n³': 3 };
/** Of powers of n between two sizes: above, it is no power. */
const STEEP = 5;
/** Bases of powers that are tried, and how often the best is made finer. */
const BASES = Array.from({ length: 57 }, (_, at) => 1.2 + at / 20);
const REFINEMENTS = 12;

type Term = (n: number) => number;
const one: Term = () => 1;
const linear: Term = (n) => n;
const square: Term = (n) => n ** 2;

/** The leading term first. */
const TERMS: readonly { readonly class: CostClass; readonly terms: readonly Term[] }[] = [
  { class: 'constant', terms: [one] },
  { class: 'log n', terms: [Math.log2, one] },
  { class: '√n', terms: [Math.sqrt, one] },
  { class: 'n', terms: [linear, one] },
  { class: 'n log n', terms: [(n) => n * Math.log2(n), linear, one] },
  { class: 'n²', terms: [square, linear, one] },
  { class: 'n³', terms: [(n) => n ** 3, square, linear, one] },
];

/** What a class is mistaken for, by leading terms with as many others. */
const RIVALS: Readonly<Partial<Record<CostClass, readonly (readonly Term[])[]>>> = {
  'log n': [
    [(n) => Math.log2(n) ** 2, one],
    [(n) => Math.log2(Math.log2(n)), one],
  ],
  '√n': [[Math.cbrt, one]],
  'n log n': [[(n) => n * Math.log2(Math.log2(n)), linear, one]],
  'n²': [
    [(n) => n * Math.sqrt(n), linear, one],
    [(n) => n * Math.log2(n) ** 2, linear, one],
  ],
  'n³': [[(n) => n ** 2 * Math.log2(n), square, linear, one]],
};
/** Of a class, the error that a rival has to have more than. */
const RIVAL = 1.5;

/** The class of `points`; undefined of fewer than {@link LEAST_POINTS}. */
export function growthOf(points: readonly Point[]): Growth | undefined {
  const sorted = [...points].sort((a, b) => a.n - b.n);
  const largest = sorted.at(-1);
  if (largest === undefined || sorted.length < LEAST_POINTS) return undefined;
  const near = sorted.filter(({ n }) => n * TAIL >= largest.n);
  const tail = near.length >= LEAST_POINTS ? near : sorted.slice(-LEAST_POINTS);
  const spread = largest.n / (tail[0]?.n ?? largest.n);
  for (const { class: name, terms } of [...TERMS, { class: '2^n' as const, terms: bestPower(tail) }]) {
    const error = errorOf(tail, terms);
    if (error === undefined || error > FITS || lastSlope(tail) < (POWERS[name] ?? 0) - MOST_LACK) continue;
    const rival = (RIVALS[name] ?? []).some((one) => (errorOf(tail, one) ?? 1) < error * RIVAL);
    if (rival && error > 0) {
      const why = `what lies between the classes fits as well as ${name}, within ${percent(error)}`;
      return { class: name, certainty: 'unclear', error, why };
    }
    const sure = error <= SURE && (spread >= 8 || name === '2^n');
    const why = `${tail.length} points from n = ${tail[0]?.n} to ${largest.n} fit within ${percent(error)}; no simpler class does within 2 %`;
    return { class: name, certainty: sure ? 'sure' : 'likely', error, why };
  }
  return nearest(tail);
}

/** How far the points are from the best curve; undefined where the leading term is no part of it. */
function errorOf(points: readonly Point[], terms: readonly Term[]): number | undefined {
  // Each point counts by its own size: an error is a share of it.
  const rows = points.map(({ n, steps }) => terms.map((term) => term(n) / steps));
  const factors = leastSquares(
    rows,
    points.map(() => 1),
  );
  const [leading] = factors ?? [];
  const last = points.at(-1);
  if (factors === undefined || leading === undefined || last === undefined) return undefined;
  const share = (leading * (terms[0]?.(last.n) ?? 0)) / last.steps;
  if (share < LEAST_SHARE || share > MOST_SHARE) return undefined;
  return Math.max(
    ...points.map(({ n, steps }) => {
      const curve = terms.reduce((sum, term, at) => sum + (factors[at] ?? 0) * term(n), 0);
      return Math.max(0, Math.abs(curve - steps) - (steps > 20 * ROUNDING ? ROUNDING : 0)) / steps;
    }),
  );
}

/** `base ** n` of the base that fits best. */
function bestPower(points: readonly Point[]): readonly Term[] {
  const terms = (base: number): readonly Term[] => [(n) => base ** n, one];
  const error = (base: number) => errorOf(points, terms(base)) ?? Number.POSITIVE_INFINITY;
  const best = (bases: readonly number[]) => bases.reduce((one, other) => (error(other) < error(one) ? other : one));
  let base = best(BASES);
  for (let step = 0.025, round = 0; round < REFINEMENTS; step /= 2, round++)
    base = best([base, base - step, base + step]);
  return terms(base);
}

/** By the power of n between the first and the last of the larger half of the points. */
function nearest(points: readonly Point[]): Growth {
  const half = points.slice(Math.floor((points.length - 1) / 2));
  const [from, to, before] = [half[0], half.at(-1), points[0]];
  if (from === undefined || to === undefined || before === undefined) throw new Error('There are points.');
  const power = slope(from, to);
  const why = `between n = ${from.n} and ${to.n} steps grow as n^${power.toFixed(2)}; no class fits within 2 %`;
  const grows = power > STEEP && power > slope(before, from);
  return { class: grows ? '2^n' : nearestPower(power), certainty: 'unclear', why };
}

/** The power of n between the last two sizes. */
function lastSlope(points: readonly Point[]): number {
  const [from, to] = points.slice(-2);
  return from === undefined || to === undefined ? 0 : slope(from, to);
}

function slope(from: Point, to: Point): number {
  return Math.log(to.steps / from.steps) / Math.log(to.n / from.n);
}

function nearestPower(power: number): CostClass {
  if (power < 0.1) return 'constant';
  if (power < 0.3) return 'log n';
  if (power < 0.7) return '√n';
  if (power < 1.08) return 'n';
  if (power < 1.45) return 'n log n';
  return power < 2.5 ? 'n²' : 'n³';
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
