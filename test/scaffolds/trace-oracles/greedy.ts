/** Traces of greedy algorithms: what is best of what is left. */
import { isPartOf, sum } from '../oracles/oracle.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

/** The items without those that were used, each as often as it was. */
function without<Item>(items: readonly Item[], used: readonly unknown[]): readonly Item[] {
  return used.reduce<readonly Item[]>((left, each) => {
    const at = left.findIndex((item) => JSON.stringify(item) === JSON.stringify(each));
    return at < 0 ? left : left.toSpliced(at, 1);
  }, items);
}

type Activity = readonly [number, number];
interface Selection {
  readonly activity: Activity;
  readonly selected: boolean;
  readonly last_end: number;
}

const activitySelection = traceOracle<{ readonly activities: readonly Activity[] }, Selection>({
  ended: ({ activities }, before) => before.length === activities.length,
  step({ activities }, before, { activity }) {
    const left = without(
      activities,
      before.map((each) => each.activity),
    );
    const [start, end] = activity;
    const isEarlier = ([from, to]: Activity) => to < end || (to === end && from < to && start === end);
    if (!isPartOf([activity], left) || left.some(isEarlier)) return undefined;
    const lastEnd = before.findLast(({ selected }) => selected)?.activity[1];
    const selected = lastEnd === undefined || start >= lastEnd;
    return { activity, selected, last_end: selected ? end : lastEnd };
  },
});

type Tree = readonly string[];
interface Merge {
  readonly trees: readonly Tree[];
  readonly weight: number;
  readonly weights: readonly number[];
}
interface Frequencies {
  readonly frequencies: Readonly<Record<string, number>>;
}

const weigh = ({ frequencies }: Frequencies, tree: Tree) => sum(tree.map((symbol) => frequencies[symbol] ?? 0));

/** The trees that are left: single symbols and merged trees of which no part of a later merge is. */
function forestOf({ frequencies }: Frequencies, merges: readonly Merge[]): readonly Tree[] {
  const made = [...Object.keys(frequencies).map((symbol) => [symbol]), ...merges.map(({ trees }) => trees.flat())];
  const isWithin = (tree: Tree, other: Tree) =>
    tree.length < other.length && tree.every((each) => other.includes(each));
  return made.filter((tree) => !made.some((other) => isWithin(tree, other))).map((tree) => tree.toSorted());
}

const huffman = traceOracle<Frequencies, Merge>({
  anyOrder: ['trees', 'weights'],
  ended: (instance, before) => forestOf(instance, before).length < 2,
  step(instance, before, { trees }) {
    const forest = forestOf(instance, before);
    const pair = trees.map((tree) => tree.toSorted());
    if (pair.length !== 2 || !isPartOf(pair, forest)) return undefined;
    const left = without(forest, pair).map((tree) => weigh(instance, tree));
    const weights = pair.map((tree) => weigh(instance, tree));
    if (left.some((weight) => weight < Math.max(...weights))) return undefined;
    return { trees, weight: sum(weights), weights: [...left, sum(weights)] };
  },
});

type Edge = readonly [string, string, number];
interface Weighted {
  readonly vertices: readonly string[];
  readonly edges: readonly Edge[];
}
interface Addition {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
  readonly added: boolean;
  readonly parts: readonly (readonly string[])[];
}

const inOneOrder = ([from, to, weight]: Edge): Edge => (from < to ? [from, to, weight] : [to, from, weight]);
const edgeOf = ({ from, to, weight }: Addition): Edge => [from, to, weight];

/** All that can be reached over the edges. */
function reachedFrom(vertex: string, edges: readonly Edge[]): readonly string[] {
  const reached = new Set([vertex]);
  for (const _ of edges)
    for (const [from, to] of edges) if (reached.has(from) || reached.has(to)) reached.add(from).add(to);
  return [...reached];
}

function partsOf({ vertices }: Weighted, edges: readonly Edge[]): readonly (readonly string[])[] {
  const parts = vertices.map((vertex) => reachedFrom(vertex, edges).toSorted());
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

const kruskal = traceOracle<Weighted, Addition>({
  anyOrder: ['parts'],
  ended: ({ edges }, before) => before.length === edges.length,
  mayStop: (graph, before) => partsOf(graph, before.map(edgeOf)).length === 1,
  step(graph, before, given) {
    const left = without(graph.edges.map(inOneOrder), before.map(edgeOf).map(inOneOrder));
    const isLeft = isPartOf([inOneOrder(edgeOf(given))], left);
    if (!isLeft || left.some(([, , weight]) => weight < given.weight)) return undefined;
    const seen = before.map(edgeOf);
    const added = !reachedFrom(given.from, seen).includes(given.to);
    return { ...given, added, parts: partsOf(graph, [...seen, edgeOf(given)]) };
  },
});

interface Knapsack {
  readonly weights: readonly number[];
  readonly values: readonly number[];
  readonly capacity: number;
}
interface Taking {
  readonly item: number;
  readonly fraction: number;
  readonly left: number;
  readonly value: number;
}

/** What is taken when the items come in this order: as much as fits of each. */
function takenInOrder({ weights, values, capacity }: Knapsack, items: readonly number[]) {
  let [left, value, fraction] = [capacity, 0, 0];
  for (const item of items) {
    const weight = weights[item] ?? 0;
    fraction = weight <= left ? 1 : left / weight;
    [left, value] = [Math.max(0, left - weight), value + fraction * (values[item] ?? 0)];
  }
  return { fraction, left, value };
}

const fractionalKnapsack = traceOracle<Knapsack, Taking>({
  rounding: 1e-3,
  exact: ['item'],
  ended(instance, before) {
    const items = before.map(({ item }) => item);
    const rest = [...instance.weights.keys()].filter((item) => !items.includes(item));
    return takenInOrder(instance, items).left === 0 && !rest.some((item) => instance.weights[item] === 0)
      ? true
      : rest.length === 0;
  },
  step(instance, before, { item }) {
    const items = before.map((each) => each.item);
    const rest = [...instance.weights.keys()].filter((each) => !items.includes(each));
    const of = (each: number) => [instance.weights[each] ?? 0, instance.values[each] ?? 0] as const;
    const [weight, value] = of(item);
    const isBetter = (each: number) => {
      const [otherWeight, otherValue] = of(each);
      if (weight === 0 || otherWeight === 0) return weight > 0;
      return otherValue * weight > value * otherWeight;
    };
    if (!rest.includes(item) || rest.some(isBetter)) return undefined;
    return { item, ...takenInOrder(instance, [...items, item]) };
  },
});

/** By the names of the scaffolds. */
export const GREEDY_TRACES: Readonly<Record<string, TraceOracle>> = {
  activity_selection: activitySelection,
  huffman,
  kruskal,
  fractional_knapsack: fractionalKnapsack,
};
