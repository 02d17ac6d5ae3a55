/** Graphs: all simple ways, all orders of visiting, tried one by one. */
import { type Oracle, oracle } from './oracle.ts';

type Edge = readonly [string, string, number?];
export interface Graph {
  readonly vertices: readonly string[];
  readonly edges: readonly Edge[];
  readonly directed?: boolean;
  readonly source: string;
}
export type Lengths = Readonly<Record<string, number | null>>;
type Arc = readonly [string, string, number];

/** The edges in all directions that they can be gone; those without a weight are 1 long. */
export function arcsOf({ edges, directed = false }: Omit<Graph, 'source'>): readonly Arc[] {
  return edges.flatMap(([from, to, weight = 1]) => {
    const arc: Arc = [from, to, weight];
    return directed ? [arc] : [arc, [to, from, weight] as const];
  });
}

interface Way {
  readonly path: readonly string[];
  readonly length: number;
}

/** Every way from a vertex that visits none twice. */
function simpleWays(graph: Graph, from: string): readonly Way[] {
  const steps = Map.groupBy(arcsOf(graph), ([start]) => start);
  const found: Way[] = [];
  const go = (path: readonly string[], length: number, at: string) => {
    found.push({ path, length });
    for (const [, end, weight] of steps.get(at) ?? [])
      if (!path.includes(end)) go([...path, end], length + weight, end);
  };
  go([from], 0, from);
  return found;
}

const lengthsFrom = (graph: Graph, from: string): Lengths => {
  const ways = simpleWays(graph, from);
  const least = new Map<string, number>();
  for (const { path, length } of ways) {
    const end = path.at(-1) ?? '';
    least.set(end, Math.min(length, least.get(end) ?? Infinity));
  }
  return Object.fromEntries(graph.vertices.map((vertex) => [vertex, least.get(vertex) ?? null]));
};

/** Whether a cycle below 0 can be reached. */
function reachesNegativeCycle(graph: Graph, from: string): boolean {
  const reached = Object.entries(lengthsFrom(graph, from)).filter(([, length]) => length !== null);
  return reached.some(([start]) =>
    simpleWays(graph, start).some(({ path, length }) =>
      arcsOf(graph).some(([last, first, weight]) => last === path.at(-1) && first === start && length + weight < 0),
    ),
  );
}

function areSame(one: Lengths, other: Lengths): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && one[key] === other[key]);
}

/** Every vertex that can be reached but the source has one from which an edge makes its distance, and these lead back to the source. */
function arePredecessors(graph: Graph, given: Readonly<Record<string, string>>, distances: Lengths): boolean {
  const reached = graph.vertices.filter((vertex) => vertex !== graph.source && distances[vertex] !== null);
  const leadsBack = (vertex: string, seen: readonly string[]): boolean => {
    const before = given[vertex];
    return (
      vertex === graph.source ||
      (before !== undefined && !seen.includes(vertex) && leadsBack(before, [...seen, vertex]))
    );
  };
  return (
    Object.keys(given).every((vertex) => reached.includes(vertex)) &&
    reached.every((vertex) => leadsBack(vertex, [])) &&
    Object.entries(given).every(([vertex, before]) =>
      arcsOf(graph).some(
        ([from, to, weight]) =>
          from === before && to === vertex && (distances[from] ?? Infinity) + weight === distances[to],
      ),
    )
  );
}

/** Whether a search can visit in the order, by following it with every choice of neighbours that it leaves. */
function canVisit(graph: Graph, order: readonly string[], kind: 'bfs' | 'dfs'): boolean {
  const neighbours = (vertex: string, seen: ReadonlySet<string>) =>
    new Set(arcsOf(graph).flatMap(([from, to]) => (from === vertex && !seen.has(to) ? [to] : [])));
  const seen = new Set([graph.source]);
  if (order[0] !== graph.source) return false;
  const open = [graph.source];
  let at = 1;
  for (let vertex = open.at(kind === 'bfs' ? 0 : -1); vertex !== undefined; vertex = open.at(kind === 'bfs' ? 0 : -1)) {
    const next = neighbours(vertex, seen);
    const visited = order[at];
    if (next.size > 0 && (visited === undefined || !next.has(visited))) return false;
    if (next.size === 0) open.splice(kind === 'bfs' ? 0 : -1, 1);
    else if (visited !== undefined) {
      seen.add(visited);
      open.push(visited);
      at += 1;
    }
  }
  return at === order.length;
}

interface Distances {
  readonly distances?: Lengths;
  readonly order?: readonly string[];
  readonly predecessors?: Readonly<Record<string, string>>;
  readonly negative_cycle?: boolean;
}

export const GRAPH: Readonly<Record<string, Oracle>> = {
  bfs: oracle(
    (graph: Graph, { distances = {}, order }: Distances) =>
      areSame(lengthsFrom(graph, graph.source), distances) && (order === undefined || canVisit(graph, order, 'bfs')),
  ),
  dfs: oracle((graph: Graph, { order = [] }: Distances) => canVisit(graph, order, 'dfs')),
  dijkstra: oracle((graph: Graph, { distances = {}, predecessors }: Distances) => {
    const real = lengthsFrom(graph, graph.source);
    return areSame(real, distances) && (predecessors === undefined || arePredecessors(graph, predecessors, real));
  }),
  astar: oracle((graph: Graph & { goal: string }, { path, cost }: { path: readonly string[]; cost: number | null }) => {
    const least = lengthsFrom(graph, graph.source)[graph.goal] ?? null;
    if (least === null) return path.length === 0 && cost === null;
    const isWay = simpleWays(graph, graph.source).some(
      (way) => way.path.join() === path.join() && way.length === least && path.at(-1) === graph.goal,
    );
    return isWay && cost === least;
  }),
  bellman_ford: oracle((graph: Graph, { distances, negative_cycle, predecessors }: Distances) => {
    const hasCycle = reachesNegativeCycle(graph, graph.source);
    if (hasCycle) return negative_cycle === true && distances === undefined;
    const real = lengthsFrom(graph, graph.source);
    return (
      negative_cycle !== true &&
      distances !== undefined &&
      areSame(real, distances) &&
      (predecessors === undefined || arePredecessors(graph, predecessors, real))
    );
  }),
  floyd_warshall: oracle(
    (
      graph: Graph,
      { distances, negative_cycle }: { distances?: Readonly<Record<string, Lengths>>; negative_cycle?: boolean },
    ) => {
      const hasCycle = graph.vertices.some((vertex) => reachesNegativeCycle(graph, vertex));
      if (hasCycle) return negative_cycle === true && distances === undefined;
      if (negative_cycle === true || distances === undefined) return false;
      return (
        Object.keys(distances).length === graph.vertices.length &&
        graph.vertices.every((vertex) => areSame(lengthsFrom(graph, vertex), distances[vertex] ?? {}))
      );
    },
  ),
  topological_sort: oracle((graph: Graph, { order, has_cycle }: { order?: readonly string[]; has_cycle?: boolean }) => {
    const directed = { ...graph, directed: true };
    const hasCycle = graph.edges.some(([from, to]) =>
      simpleWays(directed, to).some(({ path }) => path.at(-1) === from),
    );
    if (hasCycle) return has_cycle === true && order === undefined;
    return (
      has_cycle !== true &&
      order !== undefined &&
      order.toSorted().join() === graph.vertices.toSorted().join() &&
      graph.edges.every(([from, to]) => order.indexOf(from) < order.indexOf(to))
    );
  }),
};
