/** What searches from a source share: instances, and how distances and predecessors are judged. */
import type { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Distance, Label } from '../answers/shape.ts';
import { type Judgement, type Tier, wrong } from '../scaffold.ts';
import { label, letters, randomPairs } from './graph.ts';

export const sourceField = label.describe('The vertex to start from.');

/** The source has to be a vertex. */
export function checkSource(
  { vertices, source }: { readonly vertices: readonly Label[]; readonly source: Label },
  context: z.core.$RefinementCtx,
): void {
  if (!vertices.includes(source))
    context.addIssue({ code: 'custom', path: ['source'], message: `${source} is not in vertices` });
}

/** Whether every vertex, and nothing else, has its distance; undefined when it is so. */
export function judgeDistances(
  vertices: readonly Label[],
  given: Readonly<Record<Label, Distance>>,
  expected: (vertex: Label) => Distance,
): Judgement | undefined {
  const known = new Set(vertices);
  const stray = Object.keys(given).find((vertex) => !known.has(vertex));
  if (stray !== undefined) return wrong(`${stray} is no vertex.`, stray);
  for (const vertex of vertices) {
    if (!Object.hasOwn(given, vertex)) return wrong(`The distance of ${vertex} is missing.`, vertex);
    const [is, has] = [given[vertex] ?? null, expected(vertex)];
    if (is !== has) return wrong(`The distance of ${vertex} is ${words(has)}, not ${words(is)}.`, vertex);
  }
  return undefined;
}

/** A distance in words. */
export function words(distance: Distance): string {
  return distance === null ? '∞ (not reachable)' : String(distance);
}

/** Whether the predecessors lead each reachable vertex back to the source on a shortest way; undefined when they do. */
export function judgePredecessors(
  given: Readonly<Record<Label, Label>>,
  source: Label,
  distances: ReadonlyMap<Label, number>,
  edges: readonly (readonly [Label, Label, number])[],
  isDirected: boolean,
): Judgement | undefined {
  const tight = new Set<string>();
  for (const [from, to, weight] of edges)
    for (const [start, end] of isDirected ? [[from, to] as const] : [[from, to] as const, [to, from] as const]) {
      const [before, after] = [distances.get(start), distances.get(end)];
      if (before !== undefined && after !== undefined && before + weight === after)
        tight.add(JSON.stringify([start, end]));
    }
  for (const vertex of distances.keys()) {
    if (vertex === source) continue;
    const before = given[vertex];
    if (before === undefined) return wrong(`The predecessor of ${vertex} is missing.`, vertex);
    if (!tight.has(JSON.stringify([before, vertex])))
      return wrong(`No shortest way to ${vertex} comes from ${before}.`, vertex);
  }
  return judgeTree(given, source, distances);
}

/** Edges of weight 0 can make predecessors run in a cycle. */
function judgeTree(
  given: Readonly<Record<Label, Label>>,
  source: Label,
  distances: ReadonlyMap<Label, number>,
): Judgement | undefined {
  const leads = new Set([source]);
  for (const vertex of distances.keys()) {
    const way: Label[] = [];
    for (let at = vertex; !leads.has(at); at = given[at] ?? source) {
      if (way.length > distances.size) return wrong(`The predecessors of ${vertex} run in a cycle.`, vertex);
      way.push(at);
    }
    for (const each of way) leads.add(each);
  }
  return undefined;
}

/** Vertices of an instance of a tier. */
export function sizeOf(random: Random, tier: Tier, level: number): number {
  return tier === 'simple' ? 3 + level + random.below(2) : 4 + 2 * level + random.below(3);
}

/** A graph without weights and a source. Edge cases: one vertex, two parts, no edges, a cycle, a directed graph. */
export function searchInstance(random: Random, tier: Tier, level: number, index: number) {
  const isDirected = tier !== 'simple' && random.below(2) === 0;
  const count = sizeOf(random, tier, level);
  const names = letters(count);
  const source = random.pick(names);
  if (tier !== 'edge')
    return {
      vertices: names,
      edges: randomPairs(random, names, tier === 'simple' ? 0.5 : 0.35, isDirected),
      source,
      directed: isDirected,
    };
  switch (index % 5) {
    case 0: {
      const [only] = letters(1 + random.below(level));
      const lone = letters(level === 1 ? 1 : level);
      return { vertices: lone, edges: [], source: only ?? source, directed: isDirected };
    }
    case 1: {
      const half = Math.ceil(count / 2);
      const parts = [names.slice(0, half), names.slice(half)];
      const edges = parts.flatMap((part) => randomPairs(random, part, 0.7, isDirected));
      return { vertices: names, edges, source, directed: isDirected };
    }
    case 2:
      return { vertices: names, edges: [], source, directed: isDirected };
    case 3: {
      const cycle = names.map((name, at): [Label, Label] => [name, names[(at + 1) % count] ?? name]);
      return { vertices: names, edges: cycle, source, directed: true };
    }
    default:
      return { vertices: names, edges: randomPairs(random, names, 0.9, true), source, directed: true };
  }
}
