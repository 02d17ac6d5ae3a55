/** Graphs as instances have them, and what the scaffolds of graphs share. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Label } from '../answers/shape.ts';
import type { Work } from '../work.ts';

/** Vertices of an instance. */
export const MOST_VERTICES = 20_000;
/** Edges of an instance. */
export const MOST_EDGES = 100_000;

const label = z.union([z.string().min(1).max(100), z.int()]).transform(String);
const vertices = z.array(label).min(1).max(MOST_VERTICES);
const directed = z.boolean().default(false).describe('Whether an edge goes from its first vertex to its second only.');

/** What the fields of an instance have to agree on. */
function checkEnds(
  { vertices: known, edges }: { readonly vertices: readonly Label[]; readonly edges: readonly (readonly unknown[])[] },
  context: z.core.$RefinementCtx,
): void {
  const names = new Set(known);
  if (names.size < known.length)
    context.addIssue({ code: 'custom', path: ['vertices'], message: 'a vertex stands there twice' });
  const stray = edges.flatMap(([from, to]) => [from, to]).find((end) => !names.has(String(end)));
  if (stray !== undefined)
    context.addIssue({ code: 'custom', path: ['edges'], message: `${JSON.stringify(stray)} is not in vertices` });
}

const pair = z.tuple([label, label]);
const weighted = (weight: z.ZodType<number>) => z.tuple([label, label, weight]);

/** Edges without weights. */
export const plainFields = {
  vertices: vertices.describe('Names of the vertices.'),
  edges: z.array(pair).max(MOST_EDGES).describe('[from, to]'),
};

/** Edges with weights. */
export function weightedFields(weight: z.ZodType<number>) {
  return {
    vertices: vertices.describe('Names of the vertices.'),
    edges: z.array(weighted(weight)).max(MOST_EDGES).describe('[from, to, weight]'),
  };
}

export { checkEnds, directed, label };

/** An edge from a vertex. */
export interface Arc {
  readonly to: Label;
  readonly weight: number;
}

/** The arcs from each vertex, in the order of the edges. */
export function arcsOf(
  names: readonly Label[],
  edges: readonly (readonly [Label, Label, number?])[],
  isDirected: boolean,
): ReadonlyMap<Label, readonly Arc[]> {
  const arcs = new Map<Label, Arc[]>(names.map((name) => [name, []]));
  for (const [from, to, weight = 1] of edges) {
    arcs.get(from)?.push({ to, weight });
    if (!isDirected && from !== to) arcs.get(to)?.push({ to: from, weight });
  }
  return arcs;
}

/** `A`, `B` … `Z`, `A1` … */
export function letters(count: number): Label[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / 26);
    return String.fromCharCode(65 + (index % 26)) + (round === 0 ? '' : round);
  });
}

/** Random edges without loops or parallels: each pair with chance `density`, in both directions when directed. */
export function randomPairs(
  random: Random,
  names: readonly Label[],
  density: number,
  isDirected: boolean,
): [Label, Label][] {
  const pairs: [Label, Label][] = [];
  for (const [index, from] of names.entries())
    for (const to of isDirected ? names : names.slice(index + 1))
      if (from !== to && random.below(1000) < density * 1000) pairs.push([from, to]);
  return shuffled(random, pairs);
}

/** The items in a random order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items];
  const order: Item[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}

/** Vertices that can be reached from `source`. */
export function reachableFrom(arcs: ReadonlyMap<Label, readonly Arc[]>, source: Label, work: Work): ReadonlySet<Label> {
  const seen = new Set([source]);
  for (const vertex of seen)
    for (const { to } of arcs.get(vertex) ?? []) {
      work.spend();
      seen.add(to);
    }
  return seen;
}

/** The edges of an instance in words. */
export function listEdges(edges: readonly (readonly (string | number)[])[], isDirected: boolean): string {
  const arrow = isDirected ? '→' : '–';
  const words = edges.map(([from, to, weight]) => `${from}${arrow}${to}${weight === undefined ? '' : `: ${weight}`}`);
  return words.length === 0 ? 'none' : words.join(', ');
}
