/** Traces of graphs: what may come next is read off the steps before it. */
import { arcsOf, type Graph, type Lengths } from '../oracles/graph.ts';
import { upTo } from '../oracles/oracle.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

/** The vertices that were not visited, each with the places in `visited` of those that lead to it. */
function foundBy(graph: Graph, visited: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = graph.vertices
    .filter((vertex) => !visited.includes(vertex))
    .map((vertex) => {
      const from = arcsOf(graph).flatMap(([start, end]) => (end === vertex ? [visited.indexOf(start)] : []));
      return [vertex, from.filter((place) => place >= 0)] as const;
    });
  return new Map(found.filter(([, places]) => places.length > 0));
}

interface Visit {
  readonly vertex: string;
}
const visitedIn = (steps: readonly Visit[]) => steps.map(({ vertex }) => vertex);
const leavesNothing = (graph: Graph, before: readonly Visit[]) =>
  before.length > 0 && foundBy(graph, visitedIn(before)).size === 0;

/** The queue is first in, first out: a vertex leaves before those that were found by later ones. */
const bfs = traceOracle<Graph, Visit & { readonly distance: number }>({
  ended: leavesNothing,
  step(graph, before, { vertex }) {
    if (before.length === 0) return { vertex: graph.source, distance: 0 };
    const found = foundBy(graph, visitedIn(before));
    const first = (places: readonly number[] = []) => Math.min(...places);
    const by = first(found.get(vertex));
    if (!found.has(vertex) || [...found.values()].some((places) => first(places) < by)) return undefined;
    return { vertex, distance: (before[by]?.distance ?? Infinity) + 1 };
  },
});

/** A vertex is found by the last visited one that leads anywhere new. */
const dfs = traceOracle<Graph, Visit & { readonly path: readonly string[] }>({
  ended: leavesNothing,
  step(graph, before, { vertex }) {
    if (before.length === 0) return { vertex: graph.source, path: [graph.source] };
    const found = foundBy(graph, visitedIn(before));
    const deepest = Math.max(...[...found.values()].flat());
    if (found.get(vertex)?.includes(deepest) !== true) return undefined;
    return { vertex, path: [...(before[deepest]?.path ?? []), vertex] };
  },
});

/** Lengths of shortest ways from the source of whose vertices all but the last are settled; weights are not negative. */
function lengthsOver(graph: Graph, settled: readonly string[]): Lengths {
  const lengths = new Map([[graph.source, 0]]);
  for (const _ of graph.vertices)
    for (const [from, to, weight] of arcsOf(graph)) {
      const length = lengths.get(from);
      if (length === undefined || !settled.includes(from)) continue;
      lengths.set(to, Math.min(length + weight, lengths.get(to) ?? Infinity));
    }
  return Object.fromEntries(graph.vertices.map((vertex) => [vertex, lengths.get(vertex) ?? null]));
}

/** Lengths to vertices that are not settled. */
function openLengths(graph: Graph, settled: readonly string[]): ReadonlyMap<string, number> {
  const open = Object.entries(lengthsOver(graph, settled)).filter(([vertex]) => !settled.includes(vertex));
  return new Map(open.flatMap(([vertex, length]) => (length === null ? [] : [[vertex, length] as const])));
}

const dijkstra = traceOracle<Graph, Visit & { readonly distances: Lengths }>({
  ended: (graph, before) => openLengths(graph, visitedIn(before)).size === 0,
  step(graph, before, { vertex }) {
    const open = openLengths(graph, visitedIn(before));
    if (open.get(vertex) !== Math.min(...open.values())) return undefined;
    return { vertex, distances: lengthsOver(graph, [...visitedIn(before), vertex]) };
  },
});

interface Led extends Graph {
  readonly goal: string;
  readonly heuristic: Readonly<Record<string, number>>;
}
interface Expansion extends Visit {
  readonly cost: number;
  readonly estimate: number;
}

/** Vertices whose least cost so far was not expanded yet. */
function openFor(graph: Led, before: readonly Expansion[]): readonly Expansion[] {
  return graph.vertices.flatMap((vertex) => {
    const ways = before.flatMap((step) =>
      arcsOf(graph).flatMap(([from, to, weight]) =>
        from === step.vertex && to === vertex ? [step.cost + weight] : [],
      ),
    );
    const cost = Math.min(...ways, vertex === graph.source ? 0 : Infinity);
    const isExpanded = before.some((step) => step.vertex === vertex && step.cost === cost);
    return isExpanded || cost === Infinity ? [] : [{ vertex, cost, estimate: cost + (graph.heuristic[vertex] ?? 0) }];
  });
}

const astar = traceOracle<Led, Expansion>({
  ended: (graph, before) => before.at(-1)?.vertex === graph.goal || openFor(graph, before).length === 0,
  step(graph, before, { vertex }) {
    const open = openFor(graph, before);
    const least = Math.min(...open.map(({ estimate }) => estimate));
    return open.find((each) => each.vertex === vertex && each.estimate === least);
  },
});

interface Round {
  readonly round: number;
  readonly distances: Lengths;
}

function lengthsAfter(graph: Graph, before: readonly Round[]): Lengths {
  const start = Object.fromEntries(graph.vertices.map((vertex) => [vertex, vertex === graph.source ? 0 : null]));
  return before.at(-1)?.distances ?? start;
}

const bellmanFord = traceOracle<Graph, Round>({
  ended: (graph, before) =>
    before.length === graph.vertices.length ||
    (before.length > 0 &&
      graph.vertices.every(
        (vertex) => lengthsAfter(graph, before)[vertex] === lengthsAfter(graph, before.slice(0, -1))[vertex],
      )),
  step(graph, before) {
    const distances = new Map(Object.entries(lengthsAfter(graph, before)));
    for (const [from, to, weight] of arcsOf(graph)) {
      const [start, end] = [distances.get(from) ?? Infinity, distances.get(to) ?? Infinity];
      if (start + weight < end) distances.set(to, start + weight);
    }
    return { round: before.length + 1, distances: Object.fromEntries(distances) };
  },
});

interface Table extends Visit {
  readonly distances: readonly (readonly (number | null)[])[];
}

/** Lengths of shortest ways that go over the first vertices only, by their number: the lesser of one without the last of these, and of one over it. */
function lengthOver({ vertices, ...graph }: Graph, count: number): readonly (readonly number[])[] {
  const direct = vertices.map((from) =>
    vertices.map((to) => {
      const weights = arcsOf({ vertices, ...graph }).flatMap(([start, end, weight]) =>
        start === from && end === to ? [weight] : [],
      );
      return Math.min(...weights, from === to ? 0 : Infinity);
    }),
  );
  return upTo(count).reduce<readonly (readonly number[])[]>((lengths, over) => {
    const at = (from: number, to: number) => lengths[from]?.[to] ?? Infinity;
    return lengths.map((row, from) => row.map((length, to) => Math.min(length, at(from, over) + at(over, to))));
  }, direct);
}

const floydWarshall = traceOracle<Graph, Table>({
  ended: ({ vertices }, before) => before.length === vertices.length,
  step(graph, before) {
    const lengths = lengthOver(graph, before.length + 1);
    const distances = lengths.map((row) => row.map((length) => (length === Infinity ? null : length)));
    return { vertex: graph.vertices[before.length] ?? '', distances };
  },
});

interface Sorting extends Visit {
  readonly waiting: Readonly<Record<string, number>>;
}

/** For each vertex that is left, how many edges come to it from such ones. */
function countsOf({ vertices, edges }: Graph, gone: readonly string[]): Readonly<Record<string, number>> {
  const left = vertices.filter((vertex) => !gone.includes(vertex));
  return Object.fromEntries(
    left.map((vertex) => [vertex, edges.filter(([from, to]) => to === vertex && left.includes(from)).length]),
  );
}

const topologicalSort = traceOracle<Graph, Sorting>({
  ended: (graph, before) => !Object.values(countsOf(graph, visitedIn(before))).includes(0),
  step(graph, before, { vertex }) {
    if (countsOf(graph, visitedIn(before))[vertex] !== 0) return undefined;
    return { vertex, waiting: countsOf(graph, [...visitedIn(before), vertex]) };
  },
});

/** By the names of the scaffolds. */
export const GRAPH_TRACES: Readonly<Record<string, TraceOracle>> = {
  bfs,
  dfs,
  dijkstra,
  astar,
  bellman_ford: bellmanFord,
  floyd_warshall: floydWarshall,
  topological_sort: topologicalSort,
};
