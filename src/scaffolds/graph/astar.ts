/** A* search: a shortest way to a goal, led by a heuristic. Hart, Nilsson and Raphael, 1968. */
import { z } from 'zod';
import type { Label } from '../answers/shape.ts';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { Work } from '../work.ts';
import { type Arc, arcsOf, checkEnds, directed, label, listEdges, weightedFields } from './graph.ts';
import { checkSource, sourceField, words } from './search.ts';
import { bothWays, dijkstraFrom, weightedInstance } from './shortest-paths.ts';

const input = z
  .strictObject({
    ...weightedFields(z.number().min(0)),
    source: sourceField,
    goal: label.describe('The vertex to reach.'),
    heuristic: z
      .record(z.string(), z.number().min(0))
      .default({})
      .describe('Estimated distance to the goal by vertex, 0 where it is missing; none may be above the real one.'),
    directed,
  })
  .superRefine((graph, context) => {
    checkEnds(graph, context);
    checkSource(graph, context);
    if (!graph.vertices.includes(graph.goal))
      context.addIssue({ code: 'custom', path: ['goal'], message: `${graph.goal} is not in vertices` });
  });

export default defineScaffold({
  name: 'astar',
  title: 'A* search',
  category: 'graph',
  aliases: ['a_star', 'a*', 'a-star', 'a* search'],
  purpose: 'Finds a shortest way from a source to a goal, led by a heuristic.',
  checks:
    'The path goes along edges from the source to the goal, its cost is what its edges sum up to, and no way is shorter; any of several shortest ways will do. ' +
    'An empty path with the cost null is right exactly when there is no way.',
  input,
  answer: {
    path: {
      kind: 'labels',
      says: 'vertices from the source to the goal; empty when there is no way',
      aliases: ['shortest path', 'route'],
    },
    cost: {
      kind: 'distance',
      says: 'sum of the weights along the path',
      aliases: ['total cost', 'path cost', 'distance', 'length', 'total distance'],
    },
  },
  task: ({ vertices, edges, source, goal, heuristic, directed: isDirected }) =>
    `${isDirected ? 'Directed' : 'Undirected'} graph with vertices ${vertices.join(', ')} and weighted edges ${listEdges(edges, isDirected)}. ` +
    `Heuristic: ${vertices.map((vertex) => `${vertex} ${heuristic[vertex] ?? 0}`).join(', ')}. ` +
    `Find a shortest path from ${source} to ${goal} and its cost; an empty path and the cost null when there is none.`,
  generate(random, tier, level, index) {
    const isDirected = tier !== 'simple' && random.below(2) === 0;
    const graph = weightedInstance(random, tier, level, index, { least: 1, most: 10, directed: isDirected });
    const goal = random.pick(graph.vertices);
    const back = arcsOf(
      graph.vertices,
      graph.edges.map(([from, to, weight]) => [to, from, weight]),
      isDirected,
    );
    const { distances } = dijkstraFrom(back, goal, new Work());
    const heuristic = Object.fromEntries(
      graph.vertices.map((vertex) => [vertex, random.below((distances.get(vertex) ?? 10) + 1)]),
    );
    return { ...graph, goal, heuristic };
  },
  solve({ vertices, edges, source, goal, directed: isDirected }, work) {
    const { distances, predecessors } = dijkstraFrom(arcsOf(vertices, edges, isDirected), source, work);
    const cost = distances.get(goal);
    if (cost === undefined) return { path: [], cost: null };
    const path: Label[] = [];
    for (let at: Label | undefined = goal; at !== undefined; at = at === source ? undefined : predecessors.get(at))
      path.push(at);
    return { path: path.reverse(), cost };
  },
  judge({ vertices, edges, source, goal, directed: isDirected }, { path, cost }, work) {
    const least = dijkstraFrom(arcsOf(vertices, edges, isDirected), source, work).distances.get(goal) ?? null;
    if (least === null)
      return path.length === 0 && cost === null
        ? right(`There is no way from ${source} to ${goal}, and the answer says so.`)
        : wrong(`There is no way from ${source} to ${goal}.`);
    if (path[0] !== source) return wrong(`The path begins with ${path[0] ?? 'nothing'}, not with ${source}.`, path[0]);
    if (path.at(-1) !== goal) return wrong(`The path ends with ${path.at(-1)}, not with ${goal}.`, path.at(-1));
    const length = lengthOf(path, bothWays(edges, isDirected));
    if (typeof length !== 'number') return length;
    if (length !== least) return wrong(`The path costs ${length}; the shortest one costs ${least}.`);
    if (cost !== least) return wrong(`The path costs ${least}, not ${words(cost)}.`);
    return right(`The path is a shortest one, and costs ${least}.`);
  },
  trace: {
    says:
      'A step for each vertex that is expanded, one with the least estimate first; a vertex to which a shorter way is found is open again. The goal is the last one; without a way, the last ' +
      'open vertex is.',
    step: {
      vertex: { kind: 'text', says: 'the vertex that is expanded', aliases: ['expanded', 'current', 'visit'] },
      cost: { kind: 'number', says: 'length of the way to it (g)', aliases: ['g', 'g score'] },
      estimate: { kind: 'number', says: 'cost and heuristic (f)', aliases: ['f', 'f score'] },
    },
    start: ({ vertices, edges, source, goal, heuristic, directed: isDirected }) =>
      openState(
        { arcs: arcsOf(vertices, edges, isDirected), goal, heuristic: new Map(Object.entries(heuristic)) },
        new Map([[source, 0]]),
        new Set([source]),
      ),
  },
});

interface Search {
  readonly arcs: ReadonlyMap<Label, readonly Arc[]>;
  readonly goal: Label;
  readonly heuristic: ReadonlyMap<Label, number>;
}

function openState(
  search: Search,
  costs: ReadonlyMap<Label, number>,
  open: ReadonlySet<Label>,
): TraceState<{ readonly vertex: Label; readonly cost: number; readonly estimate: number }> {
  return {
    options(work) {
      work.spend(open.size);
      const steps = [...open].map((vertex) => {
        const cost = costs.get(vertex) ?? 0;
        return { vertex, cost, estimate: cost + (search.heuristic.get(vertex) ?? 0) };
      });
      const least = steps.reduce((most, { estimate }) => Math.min(most, estimate), Infinity);
      return steps
        .filter(({ estimate }) => estimate === least)
        .map((step) => {
          const next = () => {
            if (step.vertex === search.goal) return openState(search, costs, new Set());
            const [found, waiting] = [new Map(costs), new Set(open)];
            work.spend(found.size + waiting.size);
            waiting.delete(step.vertex);
            for (const { to, weight } of search.arcs.get(step.vertex) ?? []) {
              if (step.cost + weight >= (found.get(to) ?? Infinity)) continue;
              found.set(to, step.cost + weight);
              waiting.add(to);
            }
            return openState(search, found, waiting);
          };
          return { step, next };
        });
    },
  };
}

/** The sum of the lightest edges along the path, or the fault of a step without one. */
function lengthOf(path: readonly Label[], edges: readonly (readonly [Label, Label, number])[]) {
  const lightest = new Map<string, number>();
  for (const [from, to, weight] of edges) {
    const key = JSON.stringify([from, to]);
    lightest.set(key, Math.min(weight, lightest.get(key) ?? Infinity));
  }
  let sum = 0;
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    if (from === undefined) continue;
    const weight = lightest.get(JSON.stringify([from, to]));
    if (weight === undefined) return wrong(`No edge goes from ${from} to ${to}.`, to);
    sum += weight;
  }
  return sum;
}
