/** Traces of tables: each row by what its entries mean, tried out. */
import { findOnce, subsetsOf, sum, upTo } from '../oracles/oracle.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

interface Knapsack {
  readonly weights: readonly number[];
  readonly values: readonly number[];
  readonly capacity: number;
}

/** For each item, the most value within each capacity of all choices of the items up to it. */
const knapsackRows = findOnce(({ weights, values, capacity }: Knapsack) =>
  upTo(weights.length).map((item) => {
    const choices = subsetsOf(upTo(item + 1)).map((subset) => ({
      weight: sum(subset.map((each) => weights[each] ?? 0)),
      value: sum(subset.map((each) => values[each] ?? 0)),
    }));
    return upTo(capacity + 1).map((limit) =>
      Math.max(...choices.flatMap(({ weight, value }) => (weight <= limit ? [value] : []))),
    );
  }),
);

const knapsack01 = traceOracle<Knapsack, { readonly item: number; readonly row: readonly number[] }>({
  ended: ({ weights }, before) => before.length === weights.length,
  step: (instance, before) => ({ item: before.length, row: knapsackRows(instance)[before.length] ?? [] }),
});

interface TwoStrings {
  readonly string1: string;
  readonly string2: string;
}
type Measure = (one: readonly string[], other: readonly string[]) => number;

/** What two texts have from their ends on, with what was found kept. */
function recursion(step: (one: string, other: string, rest: Measure) => Measure, ends: Measure): Measure {
  const known = new Map<string, number>();
  const measure: Measure = (one, other) => {
    const [first, second] = [one.at(-1), other.at(-1)];
    if (first === undefined || second === undefined) return ends(one, other);
    const key = JSON.stringify([one, other]);
    const found = known.get(key) ?? step(first, second, measure)(one, other);
    known.set(key, found);
    return found;
  };
  return measure;
}

const commonLength = recursion(
  (first, second, rest) => (one, other) =>
    first === second
      ? rest(one.slice(0, -1), other.slice(0, -1)) + 1
      : Math.max(rest(one.slice(0, -1), other), rest(one, other.slice(0, -1))),
  () => 0,
);

const edits = recursion(
  (first, second, rest) => (one, other) =>
    Math.min(
      rest(one.slice(0, -1), other) + 1,
      rest(one, other.slice(0, -1)) + 1,
      rest(one.slice(0, -1), other.slice(0, -1)) + Number(first !== second),
    ),
  (one, other) => one.length + other.length,
);

function rowsOf(measure: Measure): TraceOracle {
  return traceOracle<TwoStrings, { readonly prefix: number; readonly row: readonly number[] }>({
    ended: ({ string1 }, before) => before.length === [...string1].length + 1,
    step({ string1, string2 }, before) {
      const [beginning, other] = [[...string1].slice(0, before.length), [...string2]];
      const row = upTo(other.length + 1).map((length) => measure(beginning, other.slice(0, length)));
      return { prefix: before.length, row };
    },
  });
}

/** The length of a longest rise that ends at each place. */
const risesOf = findOnce(({ sequence }: { readonly sequence: readonly number[] }) => {
  const lengths: number[] = [];
  for (const [at, number] of sequence.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (sequence[before] ?? 0) < number && before < at)));
  return lengths;
});

const lis = traceOracle<
  { readonly sequence: readonly number[] },
  { readonly number: number; readonly length: number; readonly ends: readonly number[] }
>({
  ended: ({ sequence }, before) => before.length === sequence.length,
  step(instance, before) {
    const at = before.length;
    const lengths = risesOf(instance).slice(0, at + 1);
    const ends = upTo(Math.max(...lengths)).map((less) =>
      Math.min(...instance.sequence.slice(0, at + 1).filter((_, place) => (lengths[place] ?? 0) > less)),
    );
    return { number: instance.sequence[at] ?? 0, length: lengths[at] ?? 0, ends };
  },
});

interface Product {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
  readonly split: number;
}

/** The cost of a product that is split behind a matrix, its parts in the best way. */
function costOf(dimensions: readonly number[], first: number, split: number, last: number): number {
  const size = (dimensions[first - 1] ?? 0) * (dimensions[split] ?? 0) * (dimensions[last] ?? 0);
  return leastOf(dimensions, first, split) + leastOf(dimensions, split + 1, last) + size;
}

function leastOf(dimensions: readonly number[], first: number, last: number): number {
  if (first === last) return 0;
  return Math.min(...upTo(last - first).map((more) => costOf(dimensions, first, first + more, last)));
}

const matrixChain = traceOracle<{ readonly dimensions: readonly number[] }, Product>({
  ended: ({ dimensions }, before) =>
    dimensions.length === 2 || before.some(({ first, last }) => first === 1 && last === dimensions.length - 1),
  step({ dimensions }, before, { first, last, split }) {
    const isDone = (from: number, to: number) => before.some((each) => each.first === from && each.last === to);
    const isKnown = (from: number, to: number) => from === to || isDone(from, to);
    const isChain = Number.isInteger(first) && first >= 1 && first < last && last < dimensions.length;
    if (!isChain || isDone(first, last) || !isKnown(first, last - 1) || !isKnown(first + 1, last)) return undefined;
    const cost = leastOf(dimensions, first, last);
    const isSplit = Number.isInteger(split) && split >= first && split < last;
    return isSplit && costOf(dimensions, first, split, last) === cost ? { first, last, cost, split } : undefined;
  },
});

/** By the names of the scaffolds. */
export const DYNAMIC_PROGRAMMING_TRACES: Readonly<Record<string, TraceOracle>> = {
  knapsack_01: knapsack01,
  lcs: rowsOf(commonLength),
  edit_distance: rowsOf(edits),
  lis,
  matrix_chain: matrixChain,
};
