/** binary64 numbers as exact fractions, and the boundaries at which rounding changes. */

/** An exact rational number; the denominator is a power of two, at least 1. */
export interface Dyadic {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The next float above; Infinity above the largest. Not for nan. */
export function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  if (value === Infinity) return value;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** The next float below; -Infinity below the smallest. Not for nan. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** The exact value of a finite float. */
export function exactValue(value: number): Dyadic {
  let [scaled, denominator] = [value, 1n];
  // at most 1,074 doublings, each exact
  while (!Number.isInteger(scaled)) [scaled, denominator] = [scaled * 2, denominator * 2n];
  return { numerator: BigInt(scaled), denominator };
}

/** The smallest exact number of those that round to `value` or above, and whether that number itself does. */
export function roundingBoundary(value: number): { readonly at: Dyadic; readonly reached: boolean } {
  const [below, above] = [exactOrBeyond(nextDown(value)), exactValue(value)];
  const denominator = 2n * below.denominator * above.denominator;
  const numerator = below.numerator * above.denominator + above.numerator * below.denominator;
  return { at: reduce(numerator, denominator), reached: hasEvenSignificand(value) };
}

function reduce(numerator: bigint, denominator: bigint): Dyadic {
  let reduced: Dyadic = { numerator, denominator };
  while (reduced.denominator > 1n && (reduced.numerator & 1n) === 0n) {
    reduced = { numerator: reduced.numerator / 2n, denominator: reduced.denominator / 2n };
  }
  return reduced;
}

/** Below the smallest float the grid is taken to go on, as the rounding rule does. */
function exactOrBeyond(value: number): Dyadic {
  return value === -Infinity ? { numerator: -(2n ** 1024n), denominator: 1n } : exactValue(value);
}

function hasEvenSignificand(value: number): boolean {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return (view.getBigUint64(0) & 1n) === 0n;
}

/** The largest float at most this integer; -Infinity below all finite ones. */
export function floatAtMost(value: bigint): number {
  const nearest = Number(value);
  // JavaScript compares a number with a bigint by their exact values
  return nearest > value ? nextDown(nearest) : nearest;
}

/** The smallest float at least this integer; Infinity above all finite ones. */
export function floatAtLeast(value: bigint): number {
  return -floatAtMost(-value);
}
