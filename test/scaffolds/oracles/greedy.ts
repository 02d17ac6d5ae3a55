/** Choices: all of them, tried one by one. */
import { choicesOf, findOnce, haveSameItems, isPartOf, type Oracle, oracle, subsetsOf, sum, upTo } from './oracle.ts';

type Activity = readonly [number, number];

const areCompatible = (activities: readonly (readonly number[])[]) =>
  activities.every(([start = 0, end = 0], at) =>
    activities.slice(at + 1).every(([otherStart = 0, otherEnd = 0]) => otherStart >= end || start >= otherEnd),
  );

/** The least sum of frequencies times lengths, where the lengths keep Kraft's inequality; a more frequent symbol has no longer code. */
const leastBits = findOnce((frequencies: Readonly<Record<string, number>>) => {
  const sorted = Object.values(frequencies).sort((one, other) => other - one);
  const most = Math.max(1, sorted.length - 1);
  const from = (at: number, least: number, room: number): number => {
    const frequency = sorted[at];
    if (frequency === undefined) return 0;
    const lengths = upTo(most + 1)
      .slice(least)
      .filter((length) => 2 ** -length <= room);
    return Math.min(...lengths.map((length) => length * frequency + from(at + 1, length, room - 2 ** -length)));
  };
  return from(0, 1, 1);
});

/** How many parts the edges leave of the vertices. */
function partsOf(vertices: readonly string[], edges: readonly (readonly [string, string, number])[]): number {
  const parts = new Map(vertices.map((vertex) => [vertex, vertex]));
  for (const [from, to] of edges) {
    const [kept = from, gone] = [parts.get(from), parts.get(to)];
    for (const [vertex, part] of parts) if (part === gone) parts.set(vertex, kept);
  }
  return new Set(parts.values()).size;
}

interface WeightedGraph {
  readonly vertices: readonly string[];
  readonly edges: readonly (readonly [string, string, number])[];
}
const weightOf = (tree: WeightedGraph['edges']) => sum(tree.map(([, , weight]) => weight));

/** Every lightest set of edges that joins what the graph joins. */
const lightestForests = findOnce(({ vertices, edges }: WeightedGraph) => {
  const parts = partsOf(vertices, edges);
  const forests = [...choicesOf(edges, vertices.length - parts)].filter((tree) => partsOf(vertices, tree) === parts);
  const least = Math.min(...forests.map(weightOf));
  return forests.filter((tree) => weightOf(tree) === least);
});

/** The greatest value by the duality of linear programs: a price for each unit of weight, and what items are worth above it. */
function greatestValue(weights: readonly number[], values: readonly number[], capacity: number): number {
  const items = weights.map((weight, at) => ({ weight, value: values[at] ?? 0 }));
  const prices = [0, ...items.filter(({ weight }) => weight > 0).map(({ weight, value }) => value / weight)];
  return Math.min(
    ...prices.map(
      (price) => price * capacity + sum(items.map(({ weight, value }) => Math.max(0, value - price * weight))),
    ),
  );
}

export const GREEDY: Readonly<Record<string, Oracle>> = {
  activity_selection: oracle(
    (
      { activities }: { activities: readonly Activity[] },
      { selected, count }: { selected: readonly (readonly number[])[]; count?: number },
    ) =>
      isPartOf(selected, activities) &&
      areCompatible(selected) &&
      selected.length ===
        Math.max(
          ...subsetsOf(activities)
            .filter(areCompatible)
            .map((each) => each.length),
        ) &&
      (count === undefined || count === selected.length),
  ),
  huffman: oracle(
    (
      { frequencies }: { frequencies: Readonly<Record<string, number>> },
      { codes, total_bits }: { codes: Readonly<Record<string, string>>; total_bits?: number },
    ) => {
      const words = Object.entries(codes);
      const least = leastBits(frequencies);
      return (
        isPartOf(Object.keys(frequencies), Object.keys(codes)) &&
        words.length === Object.keys(frequencies).length &&
        words.every(
          ([symbol, word]) =>
            /^[01]+$/.test(word) && words.every(([other, begin]) => other === symbol || !word.startsWith(begin)),
        ) &&
        sum(words.map(([symbol, word]) => word.length * (frequencies[symbol] ?? 0))) === least &&
        (total_bits === undefined || total_bits === least)
      );
    },
  ),
  kruskal: oracle(
    (
      graph: WeightedGraph,
      { mst_edges, total_weight }: { mst_edges: readonly (readonly string[])[]; total_weight?: number },
    ) => {
      // A row may leave its weight out.
      if (mst_edges.some((row) => row.length !== 3)) return undefined;
      const textOf = ([from, to, weight]: readonly (string | number)[]) => [
        [from, to].toSorted().join(),
        Number(weight),
      ];
      const isOne = lightestForests(graph).some((tree) => haveSameItems(mst_edges.map(textOf), tree.map(textOf)));
      return isOne && (total_weight === undefined || total_weight === weightOf(lightestForests(graph)[0] ?? []));
    },
  ),
  fractional_knapsack: oracle(
    (
      { weights, values, capacity }: { weights: readonly number[]; values: readonly number[]; capacity: number },
      { max_value, fractions }: { max_value: number; fractions?: readonly number[] },
    ) => {
      const most = greatestValue(weights, values, capacity);
      const isClose = (value: number) => Math.abs(value - most) <= 1e-7 * Math.max(1, most);
      if (!isClose(max_value) || fractions === undefined) return isClose(max_value);
      return (
        fractions.length === weights.length &&
        fractions.every((each) => each >= 0 && each <= 1) &&
        sum(fractions.map((each, at) => each * (weights[at] ?? 0))) <= capacity + 1e-7 &&
        isClose(sum(fractions.map((each, at) => each * (values[at] ?? 0))))
      );
    },
  ),
};
