/** Kruskal's algorithm: a minimum spanning tree, or a forest of them. Kruskal, 1956; CLRS, sections 21.2 and 19.3. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Label } from '../answers/shape.ts';
import { checkEnds, letters, listEdges, randomPairs, shuffled, weightedFields } from '../graph/graph.ts';
import { defineScaffold, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { sizeOf, spendOnSorting, type Waiting, waiting, without } from './items.ts';

type Edge = [Label, Label, number];

/** Sums of weights of this size are exact enough. */
const MOST_WEIGHT = 1e9;
/** Of a total of weights that are no whole numbers, relative to the sum of their sizes. */
const TOLERANCE = 1e-9;

const input = z.strictObject(weightedFields(z.number().min(-MOST_WEIGHT).max(MOST_WEIGHT))).superRefine(checkEnds);

export default defineScaffold({
  name: 'kruskal',
  title: "Kruskal's algorithm",
  category: 'greedy',
  aliases: ['kruskals', 'kruskal_mst', 'minimum spanning tree', 'mst', "kruskal's algorithm"],
  purpose: 'Finds a minimum spanning tree of an undirected graph, or of each of its parts.',
  checks:
    'The edges are of the graph, in either direction, with their weights where these are given; they close no cycle, join all that the graph joins, and weigh as little as possible. ' +
    `Any such tree will do. A total weight, where one is given, is theirs: exactly for whole numbers, and within ${TOLERANCE} of the sum of sizes for others.`,
  input,
  answer: {
    mst_edges: {
      kind: 'rows',
      says: 'the edges of the tree as [from, to, weight] or [from, to]; empty when no edge is needed',
      aliases: ['minimum spanning tree', 'spanning tree', 'tree edges', 'selected edges', 'mst', 'tree'],
    },
    total_weight: {
      kind: 'number',
      says: 'the sum of their weights',
      aliases: ['total cost', 'mst weight', 'minimum weight', 'total mst weight', 'cost'],
      optional: true,
    },
  },
  task: ({ vertices, edges }) =>
    `Undirected graph with vertices ${vertices.join(', ')} and weighted edges ${listEdges(edges, false)}. ` +
    'Find a minimum spanning tree and its total weight; of a graph in several parts, one of each part.',
  generate: cyclicGraph,
  solve({ vertices, edges }, work) {
    const tree = lightestTree(vertices, edges, work);
    return {
      mst_edges: tree.map(([from, to, weight]) => [from, to, String(weight)]),
      total_weight: sumOf(tree.map(([, , weight]) => weight)),
    };
  },
  judge({ vertices, edges }, { mst_edges, total_weight }, work) {
    const parts = new Parts(vertices);
    const found = weightsOf(mst_edges, edges, parts, work);
    if ('correct' in found) return found;
    const { weights } = found;
    const tree = lightestTree(vertices, edges, work);
    const left = tree.find(([from, to]) => parts.join(from, to, work));
    if (left !== undefined) return wrong(`Nothing joins ${left[0]} and ${left[1]}.`, left[0]);
    const [total, least] = [sumOf(weights), tree.map(([, , weight]) => weight)];
    spendOnSorting(weights.length, work);
    // Minimum spanning trees of a graph have the same weights, each as often, so that no sum has to be compared.
    const order = weights.toSorted((one, other) => one - other);
    if (order.some((weight, at) => weight !== least[at]))
      return wrong(`The edges weigh ${total}; the lightest ones weigh ${sumOf(least)}.`);
    const sizes = weights.every(Number.isInteger) ? 0 : sumOf(weights.map(Math.abs));
    if (total_weight !== undefined && Math.abs(total_weight - total) > TOLERANCE * sizes)
      return wrong(`The edges weigh ${total}, not ${total_weight}.`);
    return right(`The ${weights.length} edges join all that can be joined, and weigh ${total}, the least.`);
  },
  trace: {
    says:
      'A step for each edge, also for those that are not added, the lightest first; of edges that weigh the same any may be next. An edge is added when its ends are in different parts, and ' +
      'makes one part of the two. The trace ends with the last edge, or with any edge once all vertices are in one part.',
    step: {
      from: { kind: 'text', says: 'one end of the edge, either of the two', aliases: ['u', 'source'] },
      to: { kind: 'text', says: 'the other end', aliases: ['v', 'target'] },
      weight: { kind: 'number', says: 'weight of the edge', aliases: ['w', 'cost'] },
      added: {
        kind: 'boolean',
        says: 'whether it is added to the tree',
        aliases: ['accepted', 'taken', 'selected', 'in mst'],
      },
      parts: {
        kind: 'rows',
        says: 'all parts after the step, each as a list of its vertices, such as [["A", "B"], ["C"]], in any order',
        aliases: ['components', 'sets', 'disjoint sets', 'forest'],
        anyOrder: true,
      },
    },
    start: ({ vertices, edges }, work) => {
      spendOnSorting(edges.length, work);
      const order = edges.toSorted(([, , one], [, , other]) => one - other);
      return edgesState(
        waiting(order, ([, , one], [, , other]) => one === other),
        vertices.map((vertex) => [vertex]),
      );
    },
  },
});

interface EdgeStep {
  readonly from: Label;
  readonly to: Label;
  readonly weight: number;
  readonly added: boolean;
  readonly parts: readonly (readonly Label[])[];
}

function edgesState(edges: Waiting<Edge>, parts: readonly (readonly Label[])[]): TraceState<EdgeStep> {
  return {
    mayEnd: parts.length === 1,
    options(work, given) {
      work.spend(edges.first.length);
      const wanted = given && keyOf(String(given['from']), String(given['to']));
      const different = new Map(edges.first.map((edge) => [keyOf(edge[0], edge[1]), edge]));
      const made = wanted === undefined ? undefined : different.get(wanted);
      return (made === undefined ? [...different.values()] : [made]).flatMap((edge) => {
        const [one, other, weight] = edge;
        const joined = () => joinedParts(parts, one, other, work);
        const next = () => edgesState(without(edges, edge, work), joined());
        const ways: readonly (readonly [Label, Label])[] = [
          [one, other],
          [other, one],
        ];
        return ways.map(([from, to]) => ({
          get step() {
            const after = joined();
            return { from, to, weight, added: after.length < parts.length, parts: after };
          },
          next,
        }));
      });
    },
  };
}

/** The parts with those of the two vertices as one. */
function joinedParts(parts: readonly (readonly Label[])[], one: Label, other: Label, work: Work) {
  work.spend(parts.reduce((sum, part) => sum + part.length, 0));
  const first = parts.find((part) => part.includes(one)) ?? [];
  const second = parts.find((part) => part.includes(other)) ?? [];
  if (first === second) return parts;
  return parts.flatMap((part) => (part === first ? [[...first, ...second]] : part === second ? [] : [part]));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function keyOf(one: Label, other: Label): string {
  return JSON.stringify(one < other ? [one, other] : [other, one]);
}

/** The weights of the rows, which `parts` joins; or the first fault of a row. */
function weightsOf(
  rows: readonly (readonly string[])[],
  edges: readonly Edge[],
  parts: Parts,
  work: Work,
): { readonly weights: readonly number[] } | Judgement {
  const offered = new Map<string, Set<number>>();
  for (const [from, to, weight] of edges) {
    work.spend();
    const weights = offered.get(keyOf(from, to)) ?? new Set();
    offered.set(keyOf(from, to), weights.add(weight));
  }
  const weights: number[] = [];
  for (const row of rows) {
    const [from, to, given, ...more] = row;
    if (from === undefined || to === undefined || more.length > 0)
      return wrong(`[${row.join(', ')}] is no edge: an edge is [from, to, weight] or [from, to].`, row.join('–'));
    const among = offered.get(keyOf(from, to));
    if (among === undefined) return wrong(`No edge joins ${from} and ${to}.`, `${from}–${to}`);
    if (given !== undefined && (given.trim() === '' || !among.has(Number(given))))
      return wrong(
        `The edge between ${from} and ${to} weighs ${[...among].join(' or ')}, not ${given}.`,
        `${from}–${to}`,
      );
    if (!parts.join(from, to, work))
      return wrong(`The edge between ${from} and ${to} closes a cycle.`, `${from}–${to}`);
    weights.push(given === undefined ? [...among].reduce((least, each) => Math.min(least, each)) : Number(given));
  }
  return { weights };
}

/** The edges of a minimum spanning forest, the lightest first. */
function lightestTree(vertices: readonly Label[], edges: readonly Edge[], work: Work): readonly Edge[] {
  spendOnSorting(edges.length, work);
  const parts = new Parts(vertices);
  return edges.toSorted(([, , one], [, , other]) => one - other).filter(([from, to]) => parts.join(from, to, work));
}

/** Vertices in parts; each knows one above it, up to the one that stands for the part. */
class Parts {
  readonly #above: Map<Label, Label>;
  readonly #sizes = new Map<Label, number>();

  constructor(vertices: readonly Label[]) {
    this.#above = new Map(vertices.map((vertex) => [vertex, vertex]));
  }

  /** Makes one part of two; false when the vertices are in one part already. */
  join(one: Label, other: Label, work: Work): boolean {
    const [first, second] = [this.#partOf(one, work), this.#partOf(other, work)];
    if (first === second) return false;
    const [size, otherSize] = [this.#sizes.get(first) ?? 1, this.#sizes.get(second) ?? 1];
    const [small, large] = size < otherSize ? [first, second] : [second, first];
    this.#above.set(small, large);
    this.#sizes.set(large, size + otherSize);
    return true;
  }

  #partOf(vertex: Label, work: Work): Label {
    let at = vertex;
    for (;;) {
      work.spend();
      const above = this.#above.get(at) ?? at;
      if (above === at) return at;
      const next = this.#above.get(above) ?? above;
      this.#above.set(at, next);
      at = next;
    }
  }
}

/**
 * A cycle is always there, so that the edges themselves are no answer; without edges the answer has to name its field. Edge cases: one
 * vertex, vertices without edges, two parts, equal weights, parallel edges and loops with negative weights.
 */
function cyclicGraph(random: Random, tier: Tier, level: number, index: number): { vertices: Label[]; edges: Edge[] } {
  const names = letters(1 + sizeOf(random, tier, level));
  const least = tier === 'edge' && index % 5 === 4 ? -5 : 1;
  const weigh = (pairs: readonly [Label, Label][]) =>
    pairs.map(([from, to]): Edge => [from, to, least + random.below(12)]);
  const joined = (part: readonly Label[]) => shuffled(random, withCycle(random, part));
  if (tier !== 'edge') return { vertices: names, edges: weigh(joined(names)) };
  if (index === 0) return { vertices: names.slice(0, 1), edges: [] };
  if (index === 5) return { vertices: names, edges: [] };
  switch (index % 5) {
    case 0:
      return { vertices: names, edges: weigh(joined(names.slice(0, 3 + random.below(3)))) };
    case 1: {
      const half = Math.ceil(names.length / 2);
      return { vertices: names, edges: weigh([...joined(names.slice(0, half)), ...joined(names.slice(half))]) };
    }
    case 2: {
      const weight = 1 + random.below(9);
      return { vertices: names, edges: joined(names).map(([from, to]): Edge => [from, to, weight]) };
    }
    case 3:
      return { vertices: names, edges: weigh(randomPairs(random, names, 0.9, false)) };
    default: {
      const pairs = joined(names);
      const loop = random.pick(names);
      return { vertices: names, edges: weigh([...pairs, ...pairs.slice(0, 3), [loop, loop]]) };
    }
  }
}

/** Pairs in a ring of all vertices, of which there are three at least, and some others. */
function withCycle(random: Random, part: readonly Label[]): [Label, Label][] {
  const order = shuffled(random, part);
  const ring = order.map((name, at): [Label, Label] => [order.at(at - 1) ?? name, name]);
  const taken = new Set(ring.map(([from, to]) => keyOf(from, to)));
  return [...ring, ...randomPairs(random, part, 0.3, false).filter(([from, to]) => !taken.has(keyOf(from, to)))];
}
