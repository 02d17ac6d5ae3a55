/** The Floyd-Warshall algorithm: shortest distances between all vertices. CLRS, section 23.2. */
import { z } from 'zod';
import type { Distance, DistanceTable, Label } from '../answers/shape.ts';
import { defineScaffold, type Judgement, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { checkEnds, directed, listEdges, weightedFields } from './graph.ts';
import { words } from './search.ts';
import { bothWays, weightedInstance } from './shortest-paths.ts';

/** Vertices of an instance: the work grows with their third power. */
const MOST = 200;

const input = z
  .strictObject({ ...weightedFields(z.number()), directed: directed.default(true) })
  .superRefine((graph, context) => {
    checkEnds(graph, context);
    if (graph.vertices.length > MOST)
      context.addIssue({ code: 'custom', path: ['vertices'], message: `there are more than ${MOST} vertices` });
  });

export default defineScaffold({
  name: 'floyd_warshall',
  title: 'Floyd-Warshall algorithm',
  category: 'graph',
  aliases: ['floyd-warshall', 'floydwarshall', 'all_pairs_shortest_paths', 'floyd warshall'],
  purpose: 'Finds the shortest distance between every two vertices, also with negative weights, or a negative cycle.',
  checks:
    'Every ordered pair of vertices has its shortest distance, null where there is no way; a vertex is 0 from itself. ' +
    '`negative_cycle: true` is right exactly when the graph has a negative cycle.',
  input,
  answer: {
    distances: {
      kind: 'distanceTable',
      says: 'by the first vertex, then by the second; or rows in the order of the vertices',
      aliases: ['distance', 'dist', 'distance matrix', 'matrix', 'shortest distances'],
      optional: true,
    },
    negative_cycle: {
      kind: 'boolean',
      says: 'whether the graph has a negative cycle',
      aliases: ['has negative cycle', 'negative cycle detected', 'negative cycle found'],
      optional: true,
      trueWhen: /\b(?:contains|has|is|found|detected|with)\s+(?:a )?negative(?:[- ]weight)? cycle\b/i,
    },
  },
  task: ({ vertices, edges, directed: isDirected }) =>
    `${isDirected ? 'Directed' : 'Undirected'} graph with vertices ${vertices.join(', ')} and weighted edges ${listEdges(edges, isDirected)}. ` +
    'Find the length of the shortest way between every two vertices, null where there is none; or say that there is a negative cycle.',
  generate(random, tier, level, index) {
    const { source: _, ...graph } = weightedInstance(
      random,
      tier,
      tier === 'simple' ? Math.max(1, level - 1) : level,
      index,
      {
        least: tier === 'simple' ? 1 : -1,
        most: 9,
        directed: true,
      },
    );
    const [one, two] = graph.vertices;
    if (tier !== 'edge' || index % 4 !== 3 || one === undefined || two === undefined) return graph;
    const cycle: [Label, Label, number][] = [
      [one, two, -2 - random.below(3)],
      [two, one, 1],
    ];
    return { ...graph, edges: [...graph.edges, ...cycle] };
  },
  solve({ vertices, edges, directed: isDirected }, work) {
    const table = tableOf(vertices, bothWays(edges, isDirected), work);
    if (hasNegativeCycle(vertices, table)) return { negative_cycle: true };
    const row = (from: Label) => Object.fromEntries(vertices.map((to) => [to, distanceIn(table, from, to)]));
    return { distances: Object.fromEntries(vertices.map((from) => [from, row(from)])), negative_cycle: false };
  },
  judge({ vertices, edges, directed: isDirected }, { distances, negative_cycle }, work) {
    const table = tableOf(vertices, bothWays(edges, isDirected), work);
    if (hasNegativeCycle(vertices, table))
      return negative_cycle === true
        ? right('There is a negative cycle, and the answer says so.')
        : wrong('There is a negative cycle: the distances along it have no least value.');
    if (negative_cycle === true) return wrong('There is no negative cycle.');
    if (distances === undefined) return wrong('The distances are missing, and there is no negative cycle.');
    return judgeTable(vertices, distances, table) ?? right(`All ${vertices.length ** 2} distances are right.`);
  },
  trace: {
    says: 'A step for each vertex, in their order: the distances of ways that go over the vertices so far.',
    step: {
      vertex: {
        kind: 'text',
        says: 'the vertex that ways may go over from now on',
        aliases: ['k', 'over', 'intermediate'],
      },
      distances: {
        kind: 'distanceTable',
        says: 'all distances after it, as rows in the order of the vertices, null where no way is known yet',
        aliases: ['distance', 'dist', 'matrix'],
      },
    },
    start({ vertices, edges, directed: isDirected }) {
      const rows = vertices.map((from) => vertices.map((to): Distance => (from === to ? 0 : null)));
      const places = new Map(vertices.map((vertex, place) => [vertex, place]));
      for (const [from, to, weight] of bothWays(edges, isDirected)) {
        const [row, place] = [rows[places.get(from) ?? -1], places.get(to) ?? -1];
        if (row !== undefined) row[place] = Math.min(row[place] ?? Infinity, weight);
      }
      return tableState(vertices, rows, 0);
    },
  },
});

function tableState(
  vertices: readonly Label[],
  rows: readonly (readonly Distance[])[],
  over: number,
): TraceState<{ readonly vertex: Label; readonly distances: readonly (readonly Distance[])[] }> {
  return {
    options(work) {
      const [vertex, onward] = [vertices[over], rows[over]];
      if (vertex === undefined || onward === undefined) return [];
      work.spend(vertices.length ** 2);
      const distances = rows.map((row) =>
        row.map((direct, to): Distance => {
          const [first, second] = [row[over] ?? null, onward[to] ?? null];
          return first === null || second === null ? direct : Math.min(direct ?? Infinity, first + second);
        }),
      );
      return [{ step: { vertex, distances }, next: () => tableState(vertices, distances, over + 1) }];
    },
  };
}

type Table = ReadonlyMap<Label, ReadonlyMap<Label, number>>;

function tableOf(vertices: readonly Label[], edges: readonly (readonly [Label, Label, number])[], work: Work): Table {
  const table = new Map(vertices.map((vertex) => [vertex, new Map<Label, number>([[vertex, 0]])]));
  const lower = (from: Label, to: Label, distance: number) => {
    const row = table.get(from);
    if (row !== undefined && distance < (row.get(to) ?? Infinity)) row.set(to, distance);
  };
  for (const [from, to, weight] of edges) lower(from, to, weight);
  for (const [over, onward] of table)
    for (const [from, row] of table) {
      const first = row.get(over);
      if (first === undefined) continue;
      work.spend(onward.size);
      for (const [to, second] of onward) lower(from, to, first + second);
    }
  return table;
}

function hasNegativeCycle(vertices: readonly Label[], table: Table): boolean {
  return vertices.some((vertex) => (table.get(vertex)?.get(vertex) ?? 0) < 0);
}

function distanceIn(table: Table, from: Label, to: Label): Distance {
  return table.get(from)?.get(to) ?? null;
}

function isRows(table: DistanceTable): table is readonly (readonly Distance[])[] {
  return Array.isArray(table);
}

function judgeTable(vertices: readonly Label[], given: DistanceTable, table: Table): Judgement | undefined {
  const known = new Set(vertices);
  if (isRows(given) ? given.length !== vertices.length : Object.keys(given).some((name) => !known.has(name)))
    return wrong(`The distances have other rows than the ${vertices.length} vertices.`);
  for (const [at, from] of vertices.entries()) {
    const row = isRows(given)
      ? namedRow(vertices, given[at] ?? [])
      : Object.hasOwn(given, from)
        ? given[from]
        : undefined;
    if (row === undefined) return wrong(`The distances from ${from} are missing.`, from);
    const stray = Object.keys(row).find((name) => !known.has(name));
    if (stray !== undefined) return wrong(`${stray} is no vertex.`, stray);
    for (const to of vertices) {
      const expected = distanceIn(table, from, to);
      if (!Object.hasOwn(row, to)) return wrong(`The distance from ${from} to ${to} is missing.`, `${from}, ${to}`);
      const is = row[to] ?? null;
      if (is !== expected)
        return wrong(`The distance from ${from} to ${to} is ${words(expected)}, not ${words(is)}.`, `${from}, ${to}`);
    }
  }
  return undefined;
}

/** A row by names; one that is too long has a name that no vertex has. */
function namedRow(vertices: readonly Label[], row: readonly Distance[]): Readonly<Record<Label, Distance>> {
  return Object.fromEntries(row.map((distance, at) => [vertices[at] ?? `column ${at + 1}`, distance]));
}
