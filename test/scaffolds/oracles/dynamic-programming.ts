/** Best choices, subsequences and products: all of them, tried one by one. */
import { type Oracle, oracle, subsetsOf, sum } from './oracle.ts';

/** Whether a list stands in another one in its order. */
function isWithin<Item>(part: readonly Item[], whole: readonly Item[]): boolean {
  let at = 0;
  for (const item of whole) if (at < part.length && item === part[at]) at += 1;
  return at === part.length;
}

const rises = (numbers: readonly number[]) => numbers.every((each, at) => at === 0 || (numbers[at - 1] ?? 0) < each);
const longestOf = (lists: readonly (readonly unknown[])[]) => Math.max(...lists.map(({ length }) => length));

/** Wagner and Fischer's recursion as it is written, with what was found kept. */
function editsBetween(one: readonly string[], other: readonly string[]): number {
  const known = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === one.length || j === other.length) return one.length - i + other.length - j;
    const key = `${i} ${j}`;
    const found =
      known.get(key) ??
      Math.min(from(i + 1, j) + 1, from(i, j + 1) + 1, from(i + 1, j + 1) + Number(one[i] !== other[j]));
    known.set(key, found);
    return found;
  };
  return from(0, 0);
}

/** The costs of all ways to multiply the matrices, by how they are written. */
function productsOf(dimensions: readonly number[], from: number, to: number): readonly (readonly [string, number])[] {
  if (to - from === 1) return [[`A${to}`, 0]];
  return Array.from({ length: to - from - 1 }, (_, at) => from + 1 + at).flatMap((split) =>
    productsOf(dimensions, from, split).flatMap(([left, one]) =>
      productsOf(dimensions, split, to).map(([right, other]): [string, number] => [
        `(${left} x ${right})`,
        one + other + (dimensions[from] ?? 0) * (dimensions[split] ?? 0) * (dimensions[to] ?? 0),
      ]),
    ),
  );
}

interface TwoStrings {
  readonly string1: string;
  readonly string2: string;
}

export const DYNAMIC_PROGRAMMING: Readonly<Record<string, Oracle>> = {
  knapsack_01: oracle(
    (
      { weights, values, capacity }: { weights: readonly number[]; values: readonly number[]; capacity: number },
      { selected_items, max_value }: { selected_items: readonly number[]; max_value?: number },
    ) => {
      const worth = (items: readonly number[]) => sum(items.map((item) => values[item] ?? 0));
      const fits = (items: readonly number[]) => sum(items.map((item) => weights[item] ?? 0)) <= capacity;
      const most = Math.max(
        ...subsetsOf([...weights.keys()])
          .filter(fits)
          .map(worth),
      );
      return (
        new Set(selected_items).size === selected_items.length &&
        selected_items.every((item) => item in weights) &&
        fits(selected_items) &&
        worth(selected_items) === most &&
        (max_value === undefined || max_value === most)
      );
    },
  ),
  lcs: oracle(({ string1, string2 }: TwoStrings, { subsequence, length }: { subsequence: string; length?: number }) => {
    const [one, other, given] = [[...string1], [...string2], [...subsequence]];
    const longest = longestOf(subsetsOf(one).filter((each) => isWithin(each, other)));
    return (
      isWithin(given, one) &&
      isWithin(given, other) &&
      given.length === longest &&
      (length === undefined || length === longest)
    );
  }),
  edit_distance: oracle(
    ({ string1, string2 }: TwoStrings, { distance }: { distance: number }) =>
      distance === editsBetween([...string1], [...string2]),
  ),
  lis: oracle(
    (
      { sequence }: { sequence: readonly number[] },
      { subsequence, length }: { subsequence: readonly number[]; length?: number },
    ) =>
      isWithin(subsequence, sequence) &&
      rises(subsequence) &&
      subsequence.length === longestOf(subsetsOf(sequence).filter(rises)) &&
      (length === undefined || length === subsequence.length),
  ),
  matrix_chain: oracle(
    (
      { dimensions }: { dimensions: readonly number[] },
      { min_cost, parenthesization }: { min_cost: number; parenthesization?: string },
    ) => {
      const products = productsOf(dimensions, 0, dimensions.length - 1);
      const least = Math.min(...products.map(([, cost]) => cost));
      if (min_cost !== least || parenthesization === undefined) return min_cost === least;
      const cost = new Map(products).get(parenthesization);
      // Another notation may say the same.
      return cost === undefined ? undefined : cost === least;
    },
  ),
};
