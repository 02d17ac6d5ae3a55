/** Topological order of a directed graph, or that a cycle leaves none. Kahn, 1962; CLRS, section 20.4. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Label } from '../answers/shape.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { checkEnds, letters, listEdges, plainFields, shuffled } from './graph.ts';
import { sizeOf } from './search.ts';

const input = z.strictObject(plainFields).superRefine(checkEnds);

export default defineScaffold({
  name: 'topological_sort',
  title: 'Topological sort',
  category: 'graph',
  aliases: ['topological-sort', 'toposort', 'topological order', 'kahn'],
  purpose:
    'Orders the vertices of a directed graph so that every edge goes forward, or says that a cycle makes it impossible.',
  checks:
    'Every vertex stands in the order once, and every edge goes forward; any such order will do. `has_cycle: true` is right exactly when there is a cycle.',
  input,
  answer: {
    order: {
      kind: 'labels',
      says: 'all vertices, each before those that its edges go to; left out when there is a cycle',
      aliases: ['topological order', 'ordering', 'sorted', 'topological sort', 'result'],
      optional: true,
    },
    has_cycle: {
      kind: 'boolean',
      says: 'whether there is a cycle',
      aliases: ['cycle', 'cyclic', 'cycle detected', 'contains cycle'],
      optional: true,
      trueWhen:
        /\b(?:contains|has|is|found|detected|with)\s+a cycle\b|\bno (?:valid )?topological (?:order|sort|ordering)\b/i,
    },
  },
  task: ({ vertices, edges }) =>
    `Directed graph with vertices ${vertices.join(', ')} and edges ${listEdges(edges, true)}. ` +
    'Order the vertices so that every edge goes from an earlier one to a later one, or say that there is a cycle.',
  generate: orderedInstance,
  solve({ vertices, edges }, work) {
    const order = orderOf(vertices, edges, work);
    return order.length === vertices.length ? { order, has_cycle: false } : { has_cycle: true };
  },
  judge({ vertices, edges }, { order = [], has_cycle }, work) {
    const sorted = orderOf(vertices, edges, work);
    if (sorted.length < vertices.length) {
      if (has_cycle !== true) return wrong('There is a cycle, so there is no order; the answer does not say so.');
      if (order.length > 0) return wrong('There is a cycle, and the answer has an order all the same.', order[0]);
      return right('There is a cycle, and the answer says so.');
    }
    if (has_cycle === true) return wrong('There is no cycle.');
    const places = new Map(order.map((vertex, place) => [vertex, place]));
    const known = new Set(vertices);
    const stray = order.find((vertex) => !known.has(vertex));
    if (stray !== undefined) return wrong(`${stray} is no vertex.`, stray);
    const missing = vertices.find((vertex) => !places.has(vertex));
    if (missing !== undefined) return wrong(`${missing} is missing.`, missing);
    if (order.length > vertices.length) return wrong('A vertex stands there twice.');
    const back = edges.find(([from, to]) => (places.get(from) ?? 0) >= (places.get(to) ?? 0));
    if (back !== undefined) return wrong(`The edge from ${back[0]} to ${back[1]} goes backward.`, back[0]);
    return right(`All ${edges.length} edges go forward.`);
  },
  trace: {
    says: 'A step for each vertex that is put in the order: one of those that no edge comes to any longer. With a cycle, the steps end before all vertices are there.',
    step: {
      vertex: { kind: 'text', says: 'the vertex', aliases: ['next', 'current', 'removed'] },
      waiting: {
        kind: 'numberOf',
        says: 'for each vertex that is left, how many edges still come to it',
        aliases: ['in degrees', 'indegree', 'indegrees', 'in degree'],
      },
    },
    start({ vertices, edges }) {
      const waiting: Record<Label, number> = Object.fromEntries(vertices.map((vertex) => [vertex, 0]));
      for (const [, to] of edges) waiting[to] = (waiting[to] ?? 0) + 1;
      return waitingState(edges, waiting);
    },
  },
});

function waitingState(
  edges: readonly (readonly [Label, Label])[],
  waiting: Readonly<Record<Label, number>>,
): TraceState<{ readonly vertex: Label; readonly waiting: Readonly<Record<Label, number>> }> {
  return {
    options(work) {
      const all = Object.entries(waiting);
      work.spend(all.length);
      return all
        .filter(([, count]) => count === 0)
        .map(([vertex]) => {
          work.spend(all.length + edges.length);
          const left: Record<Label, number> = Object.fromEntries(all.filter(([name]) => name !== vertex));
          for (const [from, to] of edges) if (from === vertex && to in left) left[to] = (left[to] ?? 0) - 1;
          return { step: { vertex, waiting: left }, next: () => waitingState(edges, left) };
        });
    },
  };
}

/** Kahn's algorithm; shorter than the vertices when there is a cycle. */
function orderOf(
  vertices: readonly Label[],
  edges: readonly (readonly [Label, Label])[],
  work: Work,
): readonly Label[] {
  const waiting = new Map<Label, number>(vertices.map((vertex) => [vertex, 0]));
  const targets = new Map<Label, Label[]>(vertices.map((vertex) => [vertex, []]));
  for (const [from, to] of edges) {
    work.spend();
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
    targets.get(from)?.push(to);
  }
  const order = vertices.filter((vertex) => waiting.get(vertex) === 0);
  for (const vertex of order)
    for (const to of targets.get(vertex) ?? []) {
      work.spend();
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) order.push(to);
    }
  return order;
}

/** Edges along a hidden order. Edge cases: one vertex, a cycle, no edges, a chain. */
function orderedInstance(
  random: Random,
  tier: Tier,
  level: number,
  index: number,
): { vertices: Label[]; edges: [Label, Label][] } {
  const count = tier === 'edge' && index % 4 === 0 ? level : sizeOf(random, tier, level);
  const names = [...letters(count)];
  const hidden = shuffled(random, names);
  const chain = hidden.slice(1).map((name, at): [Label, Label] => [hidden[at] ?? name, name]);
  if (tier === 'edge' && index % 4 === 2) return { vertices: names, edges: [] };
  if (tier === 'edge' && index % 4 === 3) return { vertices: names, edges: shuffled(random, chain) };
  const forward = hidden.flatMap((from, at) =>
    hidden.slice(at + 1).flatMap((to): [Label, Label][] => (random.below(100) < 40 ? [[from, to]] : [])),
  );
  const [first, last] = [hidden[0], hidden.at(-1)];
  if (tier !== 'edge' || index % 4 !== 1 || first === undefined || last === undefined)
    return { vertices: names, edges: shuffled(random, forward) };
  return { vertices: names, edges: shuffled(random, [...chain, [last, first]]) };
}
