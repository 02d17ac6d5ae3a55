/** Traces of divide and conquer: each step is about a part that the steps before it leave. */
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

const ascending = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

interface Look {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
  readonly number: number;
}
interface Searched {
  readonly array: readonly number[];
  readonly target: number;
}

/** First and last index at which the target can be, after some looks: behind every smaller number that was seen, and before every greater one. */
function partOf({ array, target }: Searched, before: readonly Look[]): readonly [number, number] {
  const below = before.flatMap(({ middle, number }) => (number < target ? [middle] : []));
  const above = before.flatMap(({ middle, number }) => (number > target ? [middle] : []));
  return [Math.max(-1, ...below) + 1, Math.min(array.length, ...above) - 1];
}

const binarySearch = traceOracle<Searched, Look>({
  ended(instance, before) {
    const [low, high] = partOf(instance, before);
    return low > high || before.at(-1)?.number === instance.target;
  },
  step(instance, before) {
    const [low, high] = partOf(instance, before);
    const middle = Math.floor((low + high) / 2);
    return { low, high, middle, number: instance.array[middle] ?? Number.NaN };
  },
});

interface Merge {
  readonly first: number;
  readonly last: number;
  readonly merged: readonly number[];
}

/** Every part with more than one number, and where its left half ends. */
function partsOf(first: number, last: number): readonly (readonly [number, number, number])[] {
  if (first >= last) return [];
  const leftEnd = first + Math.ceil((last - first + 1) / 2) - 1;
  return [[first, leftEnd, last], ...partsOf(first, leftEnd), ...partsOf(leftEnd + 1, last)];
}

const mergeSort = traceOracle<{ readonly array: readonly number[] }, Merge>({
  ended: ({ array }, before) => before.length === partsOf(0, array.length - 1).length,
  step({ array }, before, { first, last }) {
    const isMerged = (from: number, to: number) => before.some((each) => each.first === from && each.last === to);
    const isSorted = (from: number, to: number) => from === to || isMerged(from, to);
    const part = partsOf(0, array.length - 1).find(([from, , to]) => from === first && to === last);
    if (part === undefined || isMerged(first, last)) return undefined;
    if (!isSorted(first, part[1]) || !isSorted(part[1] + 1, last)) return undefined;
    return { first, last, merged: ascending(array.slice(first, last + 1)) };
  },
});

interface Pivot {
  readonly k: number;
  readonly pivot: number;
  readonly smaller: readonly number[];
  readonly greater: readonly number[];
}
interface Ranked {
  readonly array: readonly number[];
  readonly k: number;
}

/** Numbers between the pivots that were too small and those that were too great. */
function leftOf({ array, k }: Ranked, before: readonly Pivot[]): readonly number[] {
  const wanted = ascending(array)[k - 1] ?? Number.NaN;
  return array.filter((number) => before.every(({ pivot }) => (pivot < wanted ? number > pivot : number < pivot)));
}

const quickselect = traceOracle<Ranked, Pivot>({
  anyOrder: ['smaller', 'greater'],
  ended: ({ array, k }, before) => before.at(-1)?.pivot === ascending(array)[k - 1],
  step(instance, before, { pivot }) {
    const part = leftOf(instance, before);
    if (!part.includes(pivot)) return undefined;
    const below = instance.array.filter((number) => part.every((each) => number < each));
    const [smaller, greater] = [part.filter((each) => each < pivot), part.filter((each) => each > pivot)];
    return { k: instance.k - below.length, pivot, smaller, greater };
  },
});

/** By the names of the scaffolds. */
export const DIVIDE_CONQUER_TRACES: Readonly<Record<string, TraceOracle>> = {
  binary_search: binarySearch,
  merge_sort: mergeSort,
  quickselect,
};
