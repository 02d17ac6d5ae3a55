/** What a share of passed tests says, and whether two models differ. */

/** A share with the bounds between which the real one lies in 95 % of all cases. */
export interface Share {
  readonly passed: number;
  readonly total: number;
  /** 0 when nothing was tested. */
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/** A share with its interval by Wilson (1927), which holds for few tests and for shares of 0 and 1. */
export function shareOf(passed: number, total: number): Share {
  if (total === 0) return { passed, total, rate: 0, low: 0, high: 1 };
  const rate = passed / total;
  const weight = Z ** 2 / total;
  const middle = (rate + weight / 2) / (1 + weight);
  const reach = (Z / (1 + weight)) * Math.sqrt((rate * (1 - rate)) / total + weight / (4 * total));
  return { passed, total, rate, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** Two runs of the same tests. */
export interface PairedComparison {
  /** Tests that both have. */
  readonly pairs: number;
  readonly bothPassed: number;
  readonly bothFailed: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** How likely so uneven a split of the tests with different outcomes is if both are equally good: the exact test of McNemar (1947), two-sided. */
  readonly p: number;
}

/** Compares by test; those that only one of them has are left out. */
export function comparePaired(
  first: ReadonlyMap<string, boolean>,
  second: ReadonlyMap<string, boolean>,
): PairedComparison {
  const pairs = [...first].flatMap(([id, passed]) => {
    const other = second.get(id);
    return other === undefined ? [] : [[passed, other] as const];
  });
  const count = (one: boolean, other: boolean) => pairs.filter((pair) => pair[0] === one && pair[1] === other).length;
  const [onlyFirst, onlySecond] = [count(true, false), count(false, true)];
  return {
    pairs: pairs.length,
    bothPassed: count(true, true),
    bothFailed: count(false, false),
    onlyFirst,
    onlySecond,
    p: Math.min(1, 2 * atMost(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond)),
  };
}

/** The probability of at most `count` heads of `total` fair coins; by logarithms, so that any total will do. */
function atMost(count: number, total: number): number {
  let [term, sum] = [-total * Math.LN2, 0];
  for (let heads = 0; heads <= count; heads++) {
    sum += Math.exp(term);
    term += Math.log(total - heads) - Math.log(heads + 1);
  }
  return sum;
}
