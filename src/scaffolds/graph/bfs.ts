/** Breadth-first search: distances in edges. CLRS, section 20.2. */
import { z } from 'zod';
import type { Label } from '../answers/shape.ts';
import { defineScaffold, firstFault, type Judgement, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { type Arc, arcsOf, checkEnds, directed, listEdges, plainFields } from './graph.ts';
import { checkSource, judgeDistances, searchInstance, sourceField } from './search.ts';

const input = z.strictObject({ ...plainFields, source: sourceField, directed }).superRefine((graph, context) => {
  checkEnds(graph, context);
  checkSource(graph, context);
});

export default defineScaffold({
  name: 'bfs',
  title: 'Breadth-first search',
  category: 'graph',
  aliases: ['breadth_first_search', 'breadth-first search'],
  purpose: 'Finds the least number of edges from a source to every vertex.',
  checks:
    'Every vertex has its distance in edges, null where it cannot be reached. An order, where one is given, is one in which a queue can visit.',
  input,
  answer: {
    distances: {
      kind: 'distances',
      says: 'edges from the source to each vertex',
      aliases: ['distance', 'dist', 'levels', 'shortest distances'],
    },
    order: {
      kind: 'labels',
      says: 'reachable vertices in the order in which they are visited',
      aliases: ['visit order', 'traversal', 'traversal order', 'visited'],
      optional: true,
    },
  },
  task: ({ vertices, edges, source, directed: isDirected }) =>
    `${isDirected ? 'Directed' : 'Undirected'} graph with vertices ${vertices.join(', ')} and edges ${listEdges(edges, isDirected)}. ` +
    `Find the least number of edges from ${source} to every vertex; null for a vertex that cannot be reached.`,
  generate: (random, tier, level, index) => searchInstance(random, tier, level, index),
  solve({ vertices, edges, source, directed: isDirected }, work) {
    const { distances, order } = search(arcsOf(vertices, edges, isDirected), source, work);
    return { distances: Object.fromEntries(vertices.map((vertex) => [vertex, distances.get(vertex) ?? null])), order };
  },
  judge({ vertices, edges, source, directed: isDirected }, { distances, order }, work) {
    const arcs = arcsOf(vertices, edges, isDirected);
    const found = search(arcs, source, work).distances;
    return (
      firstFault(
        judgeDistances(vertices, distances, (vertex) => found.get(vertex) ?? null),
        order && judgeOrder(order, arcs, source, found, work),
      ) ?? right(`All ${vertices.length} distances are right.`)
    );
  },
  trace: {
    says: 'A step for each vertex that leaves the queue, the source first.',
    step: {
      vertex: { kind: 'text', says: 'the vertex', aliases: ['visit', 'dequeued', 'current'] },
      distance: { kind: 'number', says: 'edges from the source to it', aliases: ['dist', 'level'] },
    },
    start: ({ vertices, edges, source, directed: isDirected }) =>
      queueState(arcsOf(vertices, edges, isDirected), [[source]], new Map([[source, 0]])),
  },
});

/** `queue` has the neighbours of each vertex that has left it, which may leave in any order, before those of the next. */
function queueState(
  arcs: ReadonlyMap<Label, readonly Arc[]>,
  queue: readonly (readonly Label[])[],
  distances: ReadonlyMap<Label, number>,
): TraceState<{ readonly vertex: Label; readonly distance: number }> {
  return {
    options(work) {
      const [first, ...later] = queue.filter((each) => each.length > 0);
      return (first ?? []).map((vertex) => {
        const distance = distances.get(vertex) ?? 0;
        const next = () => {
          const found = new Map(distances);
          const added: Label[] = [];
          work.spend(distances.size + queue.length);
          for (const { to } of arcs.get(vertex) ?? []) {
            work.spend();
            if (found.has(to)) continue;
            found.set(to, distance + 1);
            added.push(to);
          }
          return queueState(arcs, [(first ?? []).filter((each) => each !== vertex), ...later, added], found);
        };
        return { step: { vertex, distance }, next };
      });
    },
  };
}

function search(arcs: ReadonlyMap<Label, readonly Arc[]>, source: Label, work: Work) {
  const distances = new Map<Label, number>([[source, 0]]);
  for (const [vertex, distance] of distances)
    for (const { to } of arcs.get(vertex) ?? []) {
      work.spend();
      if (!distances.has(to)) distances.set(to, distance + 1);
    }
  return { distances, order: [...distances.keys()] };
}

/** Whether a queue can visit in this order: behind each vertex come its unvisited neighbours, in any order. */
function judgeOrder(
  order: readonly Label[],
  arcs: ReadonlyMap<Label, readonly Arc[]>,
  source: Label,
  reachable: ReadonlyMap<Label, number>,
  work: Work,
): Judgement | undefined {
  if (order[0] !== source)
    return wrong(`The order begins with ${order[0] ?? 'nothing'}, not with the source ${source}.`);
  const queued = new Set([source]);
  let next = 1;
  for (const vertex of order) {
    const waiting = new Set<Label>();
    for (const { to } of arcs.get(vertex) ?? []) {
      work.spend();
      if (!queued.has(to)) waiting.add(to);
    }
    for (const _ of [...waiting]) {
      const visited = order[next];
      if (visited === undefined || !waiting.delete(visited)) {
        const left = [...waiting].join(', ');
        return wrong(
          `After ${vertex} its neighbours ${left} come next, and ${visited ?? 'nothing'} stands there.`,
          visited,
        );
      }
      queued.add(visited);
      next += 1;
    }
  }
  if (order.length > reachable.size || next < order.length)
    return wrong(`The order has ${order.length} vertices; ${reachable.size} can be reached.`, order[next]);
  return undefined;
}
