/** Intervals of numbers with IEEE 754 arithmetic: rounding is monotone, so the rounded ends bound the rounded results. */

/** The numbers from `low` to `high`, infinities included, and nan where it is possible. Zeros are not told apart. */
export interface Interval {
  readonly low: number;
  /** Below `low` where no number is possible. */
  readonly high: number;
  readonly nan: boolean;
}

export const ANY_FLOAT: Interval = { low: -Infinity, high: Infinity, nan: true };
export const ANY_NUMBER: Interval = { low: -Infinity, high: Infinity, nan: false };

/** Integers beyond this magnitude are taken as unbounded, so that sums of bounds are exact. */
const LARGEST_EXACT = 2 ** 53;

export function isEmpty({ low, high, nan }: Interval): boolean {
  return low > high && !nan;
}

export function point(value: number): Interval {
  return Number.isNaN(value) ? { low: Infinity, high: -Infinity, nan: true } : { low: value, high: value, nan: false };
}

export function intersection(a: Interval, b: Interval): Interval {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high), nan: a.nan && b.nan };
}

export function hull(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), nan: a.nan || b.nan };
}

export function negated({ low, high, nan }: Interval): Interval {
  return { low: -high, high: -low, nan };
}

export function magnitude(a: Interval): Interval {
  if (a.low >= 0) return a;
  return a.high <= 0 ? negated(a) : { low: 0, high: Math.max(-a.low, a.high), nan: a.nan };
}

export function sum(a: Interval, b: Interval): Interval {
  const cancels = (a.high === Infinity && b.low === -Infinity) || (a.low === -Infinity && b.high === Infinity);
  return among(a, b, [a.low + b.low, a.high + b.high], a.nan || b.nan || cancels, [-Infinity, Infinity]);
}

export function product(a: Interval, b: Interval): Interval {
  const invalid = (holdsZero(a) && holdsInfinity(b)) || (holdsInfinity(a) && holdsZero(b));
  const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  // zero times an infinite end bounds products of zero with finite numbers
  return among(a, b, ends, a.nan || b.nan || invalid, [0, 0]);
}

export function quotient(a: Interval, b: Interval): Interval {
  if (holdsZero(b)) return ANY_FLOAT;
  const invalid = holdsInfinity(a) && holdsInfinity(b);
  const ends = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
  // of two infinite ends it bounds quotients of finite numbers by infinity
  return among(a, b, ends, a.nan || b.nan || invalid, [0]);
}

/** The numbers between the ends, where both operands may be numbers; an end that is nan stands for the given ones. */
function among(a: Interval, b: Interval, ends: readonly number[], nan: boolean, instead: readonly number[]): Interval {
  if (a.low > a.high || b.low > b.high) return { low: Infinity, high: -Infinity, nan };
  const known = ends.flatMap((end) => (Number.isNaN(end) ? instead : [end]));
  return { low: Math.min(...known), high: Math.max(...known), nan };
}

/** A monotone function of numbers that keeps nan. */
export function mapped({ low, high, nan }: Interval, apply: (value: number) => number): Interval {
  return low > high ? { low, high, nan } : { low: apply(low), high: apply(high), nan };
}

/** Integer bounds that are exact, or none: from the limit on, a float may stand for several integers. */
export function ofIntegers({ low, high }: Interval): Interval {
  return {
    low: low <= -LARGEST_EXACT ? -Infinity : Math.min(low, LARGEST_EXACT),
    high: high >= LARGEST_EXACT ? Infinity : Math.max(high, -LARGEST_EXACT),
    nan: false,
  };
}

export function holdsZero({ low, high }: Interval): boolean {
  return low <= 0 && high >= 0;
}

export function holdsInfinity({ low, high }: Interval): boolean {
  return low <= high && (low === -Infinity || high === Infinity);
}
