/** Dijkstra's algorithm: shortest distances where no weight is negative. CLRS, section 22.3. */
import { z } from 'zod';
import type { Distance, Label } from '../answers/shape.ts';
import { defineScaffold, firstFault, right } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { type Arc, arcsOf, checkEnds, directed, listEdges, weightedFields } from './graph.ts';
import { checkSource, judgeDistances, judgePredecessors, sourceField } from './search.ts';
import { dijkstraFrom, weightedInstance } from './shortest-paths.ts';

const input = z
  .strictObject({ ...weightedFields(z.number().min(0)), source: sourceField, directed })
  .superRefine((graph, context) => {
    checkEnds(graph, context);
    checkSource(graph, context);
  });

export default defineScaffold({
  name: 'dijkstra',
  title: "Dijkstra's algorithm",
  category: 'graph',
  aliases: ['dijkstras', 'dijkstra_shortest_path', "dijkstra's algorithm"],
  purpose: 'Finds the shortest distance from a source to every vertex, where no weight is negative.',
  checks:
    'Every vertex has its shortest distance, null where it cannot be reached. Predecessors, where they are given, lie on shortest ways; any of several will do.',
  input,
  answer: {
    distances: {
      kind: 'distances',
      says: 'length of the shortest way from the source to each vertex',
      aliases: ['distance', 'dist', 'shortest distances', 'shortest paths'],
    },
    predecessors: {
      kind: 'textOf',
      says: 'the vertex before each reachable vertex on a shortest way, the source left out',
      aliases: ['predecessor', 'parents', 'previous', 'prev'],
      optional: true,
    },
  },
  task: ({ vertices, edges, source, directed: isDirected }) =>
    `${isDirected ? 'Directed' : 'Undirected'} graph with vertices ${vertices.join(', ')} and weighted edges ${listEdges(edges, isDirected)}. ` +
    `Find the length of the shortest way from ${source} to every vertex; null for a vertex that cannot be reached.`,
  generate: (random, tier, level, index) =>
    weightedInstance(random, tier, level, index, {
      least: tier === 'edge' ? 0 : 1,
      most: 10,
      directed: tier !== 'simple' && random.below(2) === 0,
    }),
  solve({ vertices, edges, source, directed: isDirected }, work) {
    const { distances, predecessors } = dijkstraFrom(arcsOf(vertices, edges, isDirected), source, work);
    return {
      distances: Object.fromEntries(vertices.map((vertex) => [vertex, distances.get(vertex) ?? null])),
      predecessors: Object.fromEntries(predecessors),
    };
  },
  judge({ vertices, edges, source, directed: isDirected }, { distances, predecessors }, work) {
    const found = dijkstraFrom(arcsOf(vertices, edges, isDirected), source, work).distances;
    return (
      firstFault(
        judgeDistances(vertices, distances, (vertex) => found.get(vertex) ?? null),
        predecessors && judgePredecessors(predecessors, source, found, edges, isDirected),
      ) ?? right(`All ${vertices.length} distances are right.`)
    );
  },
  trace: {
    says: 'A step for each reachable vertex when it is settled and its edges are relaxed, the source first.',
    step: {
      vertex: { kind: 'text', says: 'the vertex that is settled', aliases: ['settled', 'current', 'visit', 'u'] },
      distances: {
        kind: 'distances',
        says: 'the distances of all vertices after its edges are relaxed, null where none is known yet',
        aliases: ['distance', 'dist'],
      },
    },
    start: ({ vertices, edges, source, directed: isDirected }) =>
      settlingState(
        arcsOf(vertices, edges, isDirected),
        Object.fromEntries(vertices.map((vertex) => [vertex, vertex === source ? 0 : null])),
        new Set(),
      ),
  },
});

function settlingState(
  arcs: ReadonlyMap<Label, readonly Arc[]>,
  distances: Readonly<Record<Label, Distance>>,
  settled: ReadonlySet<Label>,
): TraceState<{ readonly vertex: Label; readonly distances: Readonly<Record<Label, Distance>> }> {
  return {
    options(work) {
      work.spend(arcs.size);
      const open = Object.entries(distances).flatMap(([vertex, distance]) =>
        distance === null || settled.has(vertex) ? [] : [{ vertex, distance }],
      );
      const least = open.reduce((most, { distance }) => Math.min(most, distance), Infinity);
      return open
        .filter(({ distance }) => distance === least)
        .map(({ vertex, distance }) => {
          const relaxed = { ...distances };
          work.spend(arcs.size);
          for (const { to, weight } of arcs.get(vertex) ?? [])
            relaxed[to] = Math.min(relaxed[to] ?? Infinity, distance + weight);
          const next = () => settlingState(arcs, relaxed, new Set([...settled, vertex]));
          return { step: { vertex, distances: relaxed }, next };
        });
    },
  };
}
