/** The Bellman-Ford algorithm: shortest distances, or that a negative cycle leaves none. CLRS, section 22.1. */
import { z } from 'zod';
import type { Distance, Label } from '../answers/shape.ts';
import { defineScaffold, firstFault, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { checkEnds, directed, listEdges, weightedFields } from './graph.ts';
import { checkSource, judgeDistances, judgePredecessors, sourceField } from './search.ts';
import { bothWays, relaxFrom, type WeightedEdge, weightedInstance } from './shortest-paths.ts';

const input = z
  .strictObject({ ...weightedFields(z.number()), source: sourceField, directed: directed.default(true) })
  .superRefine((graph, context) => {
    checkEnds(graph, context);
    checkSource(graph, context);
  });

export default defineScaffold({
  name: 'bellman_ford',
  title: 'Bellman-Ford algorithm',
  category: 'graph',
  aliases: ['bellman-ford', 'bellmanford', 'bellman ford'],
  purpose:
    'Finds the shortest distance from a source to every vertex, also with negative weights, or a negative cycle.',
  checks:
    'Every vertex has its shortest distance, null where it cannot be reached. When a negative cycle can be reached from the source there is none, ' +
    'and `negative_cycle: true` is the right answer; it is right in no other case.',
  input,
  answer: {
    distances: {
      kind: 'distances',
      says: 'length of the shortest way from the source to each vertex; left out when there is a negative cycle',
      aliases: ['distance', 'dist', 'shortest distances', 'shortest paths'],
      optional: true,
    },
    negative_cycle: {
      kind: 'boolean',
      says: 'whether a negative cycle can be reached from the source',
      aliases: ['has negative cycle', 'negative cycle detected', 'negative cycle found'],
      optional: true,
      trueWhen:
        /\b(?:contains|has|is|found|detected|reaches|with)\s+(?:a |an? reachable )?negative(?:[- ]weight)? cycle\b/i,
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
    `Find the length of the shortest way from ${source} to every vertex, null for a vertex that cannot be reached; ` +
    'or say that a negative cycle can be reached from it.',
  generate(random, tier, level, index) {
    const graph = weightedInstance(random, tier, level, index, {
      least: tier === 'simple' ? -1 : -2,
      most: 9,
      directed: true,
    });
    const [one, two, three] = graph.vertices;
    if (tier !== 'edge' || index % 4 !== 3 || one === undefined || two === undefined || three === undefined)
      return graph;
    const cycle: [string, string, number][] = [
      [one, two, 1],
      [two, three, -1 - random.below(3)],
      [three, one, -random.below(3)],
    ];
    return { ...graph, edges: [...graph.edges, ...cycle] };
  },
  solve({ vertices, edges, source, directed: isDirected }, work) {
    const { distances, predecessors, cycle } = relaxFrom(bothWays(edges, isDirected), source, vertices.length, work);
    if (cycle !== undefined) return { negative_cycle: true };
    return {
      distances: Object.fromEntries(vertices.map((vertex) => [vertex, distances.get(vertex) ?? null])),
      negative_cycle: false,
      predecessors: Object.fromEntries(predecessors),
    };
  },
  judge({ vertices, edges, source, directed: isDirected }, { distances, negative_cycle, predecessors }, work) {
    const found = relaxFrom(bothWays(edges, isDirected), source, vertices.length, work);
    if (found.cycle !== undefined)
      return negative_cycle === true
        ? right('A negative cycle can be reached, and the answer says so.')
        : wrong(
            `A negative cycle can be reached from ${source}: it makes ${found.cycle} shorter for ever.`,
            found.cycle,
          );
    if (negative_cycle === true) return wrong(`No negative cycle can be reached from ${source}.`);
    if (distances === undefined) return wrong('The distances are missing, and no negative cycle can be reached.');
    return (
      firstFault(
        judgeDistances(vertices, distances, (vertex) => found.distances.get(vertex) ?? null),
        predecessors && judgePredecessors(predecessors, source, found.distances, edges, isDirected),
      ) ?? right(`All ${vertices.length} distances are right.`)
    );
  },
  trace: {
    says:
      'A step for each round over all edges, in their order and in place (an undirected edge first as it is written, then back). The first round that changes nothing is the last, ' +
      'and so is the round that has the number of the vertices.',
    step: {
      round: { kind: 'number', says: 'from 1', aliases: ['iteration', 'pass'] },
      distances: {
        kind: 'distances',
        says: 'the distances of all vertices after the round, null where none is known yet',
        aliases: ['distance', 'dist'],
      },
    },
    start: ({ vertices, edges, source, directed: isDirected }) =>
      roundState(
        bothWays(edges, isDirected),
        vertices.length,
        Object.fromEntries(vertices.map((vertex) => [vertex, vertex === source ? 0 : null])),
        1,
      ),
  },
});

function roundState(
  edges: readonly WeightedEdge[],
  rounds: number,
  distances: Readonly<Record<Label, Distance>>,
  round: number,
): TraceState<{ readonly round: number; readonly distances: Readonly<Record<Label, Distance>> }> {
  return {
    options(work) {
      if (round > rounds) return [];
      work.spend(edges.length + rounds);
      const relaxed = { ...distances };
      let changed = false;
      for (const [from, to, weight] of edges) {
        const before = relaxed[from] ?? null;
        if (before === null || before + weight >= (relaxed[to] ?? Infinity)) continue;
        relaxed[to] = before + weight;
        changed = true;
      }
      const next = () => roundState(edges, changed ? rounds : 0, relaxed, round + 1);
      return [{ step: { round, distances: relaxed }, next }];
    },
  };
}
