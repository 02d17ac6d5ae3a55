/** References and checkers of graphs against second methods that follow the definitions, on random small graphs. */
import { describe, expect, it, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, solveInstance } from '../engine.ts';
import type { WeightedEdge } from './shortest-paths.ts';

interface Graph {
  readonly vertices: readonly string[];
  readonly edges: readonly WeightedEdge[];
  readonly directed: boolean;
  readonly source: string;
}

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];

function randomGraph(random: Random, least: number, most: number): Graph {
  const vertices = NAMES.slice(0, 1 + random.below(NAMES.length));
  const edges = Array.from(
    { length: random.below(11) },
    (): WeightedEdge => [random.pick(vertices), random.pick(vertices), least + random.below(most - least + 1)],
  );
  return { vertices, edges, directed: random.below(2) === 0, source: random.pick(vertices) };
}

/** Every edge in the directions that it can be gone. */
function stepsOf({ edges, directed }: Graph): readonly WeightedEdge[] {
  return directed
    ? edges
    : edges.flatMap(([from, to, weight]): WeightedEdge[] => [
        [from, to, weight],
        [to, from, weight],
      ]);
}

/** Every simple path from `from`, by trying all: its end and its length. */
function simplePaths(
  graph: Graph,
  from: string,
): readonly { readonly path: readonly string[]; readonly length: number }[] {
  const steps = stepsOf(graph);
  const found: { path: readonly string[]; length: number }[] = [];
  const go = (path: readonly string[], length: number) => {
    found.push({ path, length });
    for (const [start, end, weight] of steps)
      if (start === path.at(-1) && !path.includes(end)) go([...path, end], length + weight);
  };
  go([from], 0);
  return found;
}

/** Least lengths by {@link simplePaths}; right where no cycle is negative. */
function leastLengths(graph: Graph, from: string): Readonly<Record<string, number | null>> {
  const paths = simplePaths(graph, from);
  return Object.fromEntries(
    graph.vertices.map((vertex) => {
      const lengths = paths.filter(({ path }) => path.at(-1) === vertex).map(({ length }) => length);
      return [vertex, lengths.length === 0 ? null : Math.min(...lengths)];
    }),
  );
}

/** Whether a negative cycle can be reached from `from`: a closed simple way below 0. */
function reachesNegativeCycle(graph: Graph, from: string): boolean {
  const reachable = new Set(simplePaths(graph, from).map(({ path }) => path.at(-1) ?? ''));
  const steps = stepsOf(graph);
  return [...reachable].some((start) =>
    simplePaths(graph, start).some(({ path, length }) =>
      steps.some(([last, first, weight]) => last === path.at(-1) && first === start && length + weight < 0),
    ),
  );
}

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;
const plain = ({ edges, ...graph }: Graph) => ({ ...graph, edges: edges.map(([from, to]) => [from, to]) });
const ones = (graph: Graph): Graph => ({
  ...graph,
  edges: graph.edges.map(([from, to]): WeightedEdge => [from, to, 1]),
});

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

test('bfs: distances are those of the shortest simple paths', () => {
  for (const random of randoms()) {
    const graph = randomGraph(random, 1, 1);
    const distances = leastLengths(ones(graph), graph.source);
    expect(solve('bfs', plain(graph))).toMatchObject({ distances });
    expect(check('bfs', plain(graph), { distances })).toMatchObject({ correct: true });
  }
});

test('dijkstra: distances are those of the shortest simple paths, and predecessors lie on them', () => {
  for (const random of randoms()) {
    const graph = randomGraph(random, 0, 5);
    const distances = leastLengths(graph, graph.source);
    expect(solve('dijkstra', graph)).toMatchObject({ distances });
    // Another shortest path than the reference found.
    const paths = simplePaths(graph, graph.source).filter(
      ({ path, length }) => length === distances[path.at(-1) ?? ''],
    );
    const predecessors: Record<string, string> = {};
    for (const { path } of paths.toReversed())
      if (
        path.every(
          (vertex, at) => at === 0 || predecessors[vertex] === undefined || predecessors[vertex] === path[at - 1],
        )
      )
        for (const [at, vertex] of path.entries()) if (at > 0) predecessors[vertex] ??= path[at - 1] ?? '';
    if (Object.values(distances).filter((each) => each !== null).length === Object.keys(predecessors).length + 1)
      expect(check('dijkstra', graph, { distances, predecessors })).toMatchObject({ correct: true });
  }
});

test('bellman_ford: distances of simple paths, or a negative cycle exactly when one can be reached', () => {
  let cycles = 0;
  for (const random of randoms()) {
    const graph = randomGraph(random, -2, 5);
    const hasCycle = reachesNegativeCycle(graph, graph.source);
    cycles += Number(hasCycle);
    const expected = hasCycle ? { negative_cycle: true } : { distances: leastLengths(graph, graph.source) };
    expect(solve('bellman_ford', graph)).toMatchObject(expected);
    expect(check('bellman_ford', graph, { negative_cycle: true }).correct).toBe(hasCycle);
    expect(check('bellman_ford', graph, expected).correct).toBe(true);
  }
  expect(cycles).toBeGreaterThan(ROUNDS / 20);
});

test('floyd_warshall: distances of simple paths from every vertex, by names and in rows', () => {
  for (const random of randoms()) {
    const { source: _, ...graph } = randomGraph(random, -1, 5);
    const whole = { ...graph, source: '' };
    const hasCycle = graph.vertices.some((vertex) => reachesNegativeCycle(whole, vertex));
    const distances = Object.fromEntries(graph.vertices.map((vertex) => [vertex, leastLengths(whole, vertex)]));
    expect(solve('floyd_warshall', graph)).toMatchObject(hasCycle ? { negative_cycle: true } : { distances });
    expect(check('floyd_warshall', graph, { distances }).correct).toBe(!hasCycle);
    const rows = graph.vertices.map((from) => graph.vertices.map((to) => distances[from]?.[to]));
    expect(check('floyd_warshall', graph, { distances: rows }).correct).toBe(!hasCycle);
    expect(check('floyd_warshall', graph, { negative_cycle: true }).correct).toBe(hasCycle);
  }
});

test('astar: exactly the simple paths of the least length are right', () => {
  for (const random of randoms()) {
    const graph = { ...randomGraph(random, 0, 4), goal: '' };
    graph.goal = random.pick(graph.vertices);
    const least = leastLengths(graph, graph.source)[graph.goal] ?? null;
    expect(solve('astar', graph)).toMatchObject({ cost: least });
    expect(check('astar', graph, { path: [], cost: null }).correct).toBe(least === null);
    for (const { path, length } of simplePaths(graph, graph.source).slice(0, 40)) {
      const isRight = path.at(-1) === graph.goal && length === least;
      expect(check('astar', graph, { path, cost: length }).correct).toBe(isRight);
      expect(check('astar', graph, { path, cost: length + 1 }).correct).toBe(false);
    }
  }
});

/** Every order of the items. */
function* permutations(items: readonly string[]): Generator<readonly string[]> {
  if (items.length === 0) yield [];
  for (const item of items)
    for (const rest of permutations(items.filter((each) => each !== item))) yield [item, ...rest];
}

test('topological_sort: exactly the orders in which every edge goes forward are right', () => {
  let cyclic = 0;
  for (const random of randoms()) {
    const { vertices, edges } = plain({ ...randomGraph(random, 1, 1), directed: true });
    const few = {
      vertices: vertices.slice(0, 4),
      edges: edges.filter((edge) => edge.every((end) => vertices.slice(0, 4).includes(String(end)))),
    };
    let orders = 0;
    for (const order of permutations(few.vertices)) {
      const isRight = few.edges.every(([from, to]) => order.indexOf(String(from)) < order.indexOf(String(to)));
      orders += Number(isRight);
      expect(check('topological_sort', few, { order }).correct).toBe(isRight);
    }
    cyclic += Number(orders === 0);
    expect(check('topological_sort', few, { has_cycle: true }).correct).toBe(orders === 0);
    expect(solve('topological_sort', few)).toMatchObject({ has_cycle: orders === 0 });
  }
  expect(cyclic).toBeGreaterThan(ROUNDS / 20);
});

/** Every order in which a search can visit, by trying all orders of neighbours. */
function searchOrders(graph: Graph, kind: 'bfs' | 'dfs'): ReadonlySet<string> {
  const steps = stepsOf(graph);
  const found = new Set<string>();
  const next = (vertex: string, seen: readonly string[]) => [
    ...new Set(steps.filter(([from, to]) => from === vertex && !seen.includes(to)).map(([, to]) => to)),
  ];
  const deep = (way: readonly string[], seen: readonly string[]) => {
    const vertex = way.at(-1);
    if (vertex === undefined) return void found.add(seen.join());
    const choices = next(vertex, seen);
    if (choices.length === 0) deep(way.slice(0, -1), seen);
    for (const to of choices) deep([...way, to], [...seen, to]);
  };
  const broad = (queue: readonly string[], seen: readonly string[]) => {
    const [vertex, ...rest] = queue;
    if (vertex === undefined) return void found.add(seen.join());
    for (const order of permutations(next(vertex, seen))) broad([...rest, ...order], [...seen, ...order]);
  };
  if (kind === 'dfs') deep([graph.source], [graph.source]);
  else broad([graph.source], [graph.source]);
  return found;
}

describe.each(['bfs', 'dfs'] as const)('orders of %s', (kind) => {
  it('are right exactly when the search can visit in them', () => {
    for (const random of randoms()) {
      const graph = randomGraph(random, 1, 1);
      const orders = searchOrders(graph, kind);
      const distances = leastLengths(ones(graph), graph.source);
      const reachable = graph.vertices.filter((vertex) => distances[vertex] !== null);
      const tried = [...permutations(reachable.slice(0, 5))].filter(() => random.below(4) === 0);
      for (const order of [
        ...tried,
        ...[...orders].slice(0, 5).map((text) => text.split(',')),
        reachable.slice(1),
        [...reachable, 'A'],
      ]) {
        const answer = kind === 'dfs' ? { order } : { distances, order };
        expect(check(kind, plain(graph), answer).correct, `${JSON.stringify(graph)} ${order.join()}`).toBe(
          orders.has(order.join()),
        );
      }
    }
  });
});

test('the first fault is named with its place', () => {
  const graph = { vertices: ['A', 'B', 'C'], edges: [['A', 'B', 4]], source: 'A' };
  expect(check('dijkstra', graph, { distances: { A: 0, B: 5, C: null } })).toMatchObject({
    correct: false,
    message: 'The distance of B is 4, not 5.',
    at: 'B',
    read: { distances: { A: 0, B: 5, C: null } },
  });
  expect(check('dijkstra', graph, { distances: { A: 0, B: 4 } })).toMatchObject({
    message: 'The distance of C is missing.',
    at: 'C',
  });
  expect(check('dijkstra', graph, { distances: { A: 0, B: 4, C: null, D: 1 } })).toMatchObject({
    message: 'D is no vertex.',
    at: 'D',
  });
  expect(check('dijkstra', graph, { distances: { A: 0, B: 4, C: 7 } })).toMatchObject({
    message: 'The distance of C is ∞ (not reachable), not 7.',
  });
});

test('names that objects have, too, are vertices like any other', () => {
  const graph = {
    vertices: ['__proto__', 'constructor', 'toString'],
    edges: [['__proto__', 'constructor', 1]],
    source: '__proto__',
  };
  const answer = JSON.parse('{"distances": {"__proto__": 0, "constructor": 1, "toString": null}}');
  expect(check('dijkstra', graph, answer).correct).toBe(true);
  expect(check('dijkstra', graph, { distances: {} }).correct).toBe(false);
});

test('a graph of 20,000 vertices and 100,000 edges is within the work of a call', () => {
  const random = new Random(1);
  const vertices = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
  const edges = Array.from({ length: 100_000 }, () => [
    random.pick(vertices),
    random.pick(vertices),
    random.below(100),
  ]);
  const graph = { vertices, edges, source: 'v0', directed: true };
  expect(check('dijkstra', graph, solve('dijkstra', graph)).correct).toBe(true);
  expect(() => solve('bellman_ford', { ...graph, edges: edges.map(([from, to]) => [from, to, -1]) })).toThrow(
    'too large',
  );
});
