/** Depth-first search: a preorder. CLRS, section 20.3. */
import { z } from 'zod';
import type { Label } from '../answers/shape.ts';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { type Arc, arcsOf, checkEnds, directed, listEdges, plainFields, reachableFrom } from './graph.ts';
import { checkSource, searchInstance, sourceField } from './search.ts';

const input = z.strictObject({ ...plainFields, source: sourceField, directed }).superRefine((graph, context) => {
  checkEnds(graph, context);
  checkSource(graph, context);
});

export default defineScaffold({
  name: 'dfs',
  title: 'Depth-first search',
  category: 'graph',
  aliases: ['depth_first_search', 'depth-first search'],
  purpose: 'Visits everything that can be reached from a source, going as deep as it can before it goes back.',
  checks:
    'The order is one in which a depth-first search can visit, whatever order it takes neighbours in, and has every vertex that can be reached.',
  input,
  answer: {
    order: {
      kind: 'labels',
      says: 'reachable vertices in the order in which they are first visited',
      aliases: ['visit order', 'traversal', 'traversal order', 'visited', 'preorder', 'discovery order', 'dfs order'],
    },
  },
  task: ({ vertices, edges, source, directed: isDirected }) =>
    `${isDirected ? 'Directed' : 'Undirected'} graph with vertices ${vertices.join(', ')} and edges ${listEdges(edges, isDirected)}. ` +
    `Visit by depth-first search from ${source}, and list the vertices in the order of their first visit.`,
  generate: (random, tier, level, index) => searchInstance(random, tier, level, index),
  solve({ vertices, edges, source, directed: isDirected }, work) {
    const arcs = arcsOf(vertices, edges, isDirected);
    const order = new Set<Label>();
    // The next neighbour to look at of every vertex on the way down.
    const way: { readonly vertex: Label; next: number }[] = [{ vertex: source, next: 0 }];
    order.add(source);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      work.spend();
      const to = arcs.get(last.vertex)?.[last.next++]?.to;
      if (to === undefined) way.pop();
      else if (!order.has(to)) {
        order.add(to);
        way.push({ vertex: to, next: 0 });
      }
    }
    return { order: [...order] };
  },
  judge({ vertices, edges, source, directed: isDirected }, { order }, work) {
    const arcs = arcsOf(vertices, edges, isDirected);
    if (order[0] !== source)
      return wrong(`The order begins with ${order[0] ?? 'nothing'}, not with the source ${source}.`, order[0]);
    const visited = new Set([source]);
    const way = [{ vertex: source, next: 0 }];
    for (const vertex of order.slice(1)) {
      // Back to the deepest vertex that has somewhere to go: the search goes on from there.
      for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
        work.spend();
        const to = arcs.get(last.vertex)?.[last.next]?.to;
        if (to === undefined) way.pop();
        else if (visited.has(to)) last.next += 1;
        else break;
      }
      const last = way.at(-1);
      if (last === undefined) return wrong(`Nothing is left to visit before ${vertex}.`, vertex);
      const neighbours = arcs.get(last.vertex) ?? [];
      work.spend(neighbours.length);
      if (visited.has(vertex) || !neighbours.some(({ to }) => to === vertex))
        return wrong(
          `The search goes on from ${last.vertex}, whose unvisited neighbours do not include ${vertex}.`,
          vertex,
        );
      visited.add(vertex);
      way.push({ vertex, next: 0 });
    }
    const reachable = reachableFrom(arcs, source, work);
    const missing = [...reachable].find((vertex) => !visited.has(vertex));
    if (missing !== undefined) return wrong(`${missing} can be reached and is missing.`, missing);
    return right(`A depth-first search can visit all ${reachable.size} vertices in this order.`);
  },
  trace: {
    says: 'A step for each vertex when it is first visited, the source first.',
    step: {
      vertex: { kind: 'text', says: 'the vertex', aliases: ['visit', 'current'] },
      path: {
        kind: 'labels',
        says: 'the stack: the vertices on the way from the source down to it',
        aliases: ['stack', 'way'],
      },
    },
    start: ({ vertices, edges, source, directed: isDirected }) => ({
      options: () => [
        {
          step: { vertex: source, path: [source] },
          next: () => stackState(arcsOf(vertices, edges, isDirected), [source], new Set([source])),
        },
      ],
    }),
  },
});

/** `path` leads to the vertex that was visited last. */
function stackState(
  arcs: ReadonlyMap<Label, readonly Arc[]>,
  path: readonly Label[],
  visited: ReadonlySet<Label>,
): TraceState<{ readonly vertex: Label; readonly path: readonly Label[] }> {
  return {
    options(work) {
      for (let depth = path.length; depth > 0; depth--) {
        const from = path[depth - 1] ?? '';
        const open = new Set<Label>();
        for (const { to } of arcs.get(from) ?? []) {
          work.spend();
          if (!visited.has(to)) open.add(to);
        }
        if (open.size === 0) continue;
        const way = path.slice(0, depth);
        work.spend(depth);
        return [...open].map((vertex) => ({
          step: { vertex, path: [...way, vertex] },
          next: () => {
            work.spend(visited.size);
            return stackState(arcs, [...way, vertex], new Set([...visited, vertex]));
          },
        }));
      }
      return [];
    },
  };
}
