/** Shortest ways from a source, by methods that instances and checkers share. */
import type { Random } from '../../lib/random.ts';
import type { Label } from '../answers/shape.ts';
import type { Tier } from '../scaffold.ts';
import type { Work } from '../work.ts';
import { type Arc, letters, randomPairs } from './graph.ts';
import { sizeOf } from './search.ts';

export type WeightedEdge = [Label, Label, number];

/** The distances of what can be reached, and the vertex before each; weights are not negative. */
export interface ShortestPaths {
  readonly distances: ReadonlyMap<Label, number>;
  readonly predecessors: ReadonlyMap<Label, Label>;
}

/** Dijkstra's algorithm with a binary heap. CLRS, section 22.3. */
export function dijkstraFrom(arcs: ReadonlyMap<Label, readonly Arc[]>, source: Label, work: Work): ShortestPaths {
  const distances = new Map<Label, number>([[source, 0]]);
  const predecessors = new Map<Label, Label>();
  const settled = new Set<Label>();
  const heap = new Heap();
  heap.push(0, source, work);
  for (let next = heap.pop(work); next !== undefined; next = heap.pop(work)) {
    const [distance, vertex] = next;
    if (settled.has(vertex)) continue;
    settled.add(vertex);
    for (const { to, weight } of arcs.get(vertex) ?? []) {
      work.spend();
      const known = distances.get(to);
      if (known !== undefined && known <= distance + weight) continue;
      distances.set(to, distance + weight);
      predecessors.set(to, vertex);
      heap.push(distance + weight, to, work);
    }
  }
  return { distances, predecessors };
}

/** A binary heap of vertices by their distance. */
class Heap {
  readonly #items: [number, Label][] = [];

  push(distance: number, vertex: Label, work: Work): void {
    const items = this.#items;
    items.push([distance, vertex]);
    for (let at = items.length - 1; at > 0; ) {
      work.spend();
      const above = (at - 1) >> 1;
      if (!this.#swapIfLess(at, above)) return;
      at = above;
    }
  }

  pop(work: Work): [number, Label] | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      work.spend();
      const [left, rightOf] = [2 * at + 1, 2 * at + 2];
      const least = (items[rightOf]?.[0] ?? Infinity) < (items[left]?.[0] ?? Infinity) ? rightOf : left;
      if (least >= items.length || !this.#swapIfLess(least, at)) return first;
      at = least;
    }
  }

  #swapIfLess(at: number, above: number): boolean {
    const [one, other] = [this.#items[at], this.#items[above]];
    if (one === undefined || other === undefined || one[0] >= other[0]) return false;
    this.#items[at] = other;
    this.#items[above] = one;
    return true;
  }
}

/** The Bellman-Ford algorithm, CLRS, section 22.1: `cycle` is a vertex that a negative cycle which can be reached makes shorter for ever. */
export function relaxFrom(
  edges: readonly (readonly [Label, Label, number])[],
  source: Label,
  rounds: number,
  work: Work,
): ShortestPaths & { readonly cycle?: Label } {
  const distances = new Map<Label, number>([[source, 0]]);
  const predecessors = new Map<Label, Label>();
  for (let round = 0; ; round++) {
    let changed: Label | undefined;
    for (const [from, to, weight] of edges) {
      work.spend();
      const before = distances.get(from);
      if (before === undefined || before + weight >= (distances.get(to) ?? Infinity)) continue;
      distances.set(to, before + weight);
      predecessors.set(to, from);
      changed = to;
    }
    if (changed === undefined) return { distances, predecessors };
    if (round === rounds) return { distances, predecessors, cycle: changed };
  }
}

/** Edges in both directions where the graph has none. */
export function bothWays(
  edges: readonly (readonly [Label, Label, number])[],
  isDirected: boolean,
): readonly WeightedEdge[] {
  return edges.flatMap(([from, to, weight]): WeightedEdge[] =>
    isDirected
      ? [[from, to, weight]]
      : [
          [from, to, weight],
          [to, from, weight],
        ],
  );
}

/** A graph with weights from `least` to `most`, in whole numbers. Edge cases: one vertex, two parts, equal weights, parallel edges. */
export function weightedInstance(
  random: Random,
  tier: Tier,
  level: number,
  index: number,
  { least, most, directed: isDirected }: { readonly least: number; readonly most: number; readonly directed: boolean },
) {
  const count = tier === 'edge' && index % 4 === 0 ? level : sizeOf(random, tier, level);
  const names = letters(count);
  const weight = () => least + random.below(most - least + 1);
  const graph = (edges: WeightedEdge[]) => ({ vertices: names, edges, source: names[0] ?? 'A', directed: isDirected });
  const withWeights = (pairs: readonly [Label, Label][]) =>
    pairs.map(([from, to]): WeightedEdge => [from, to, weight()]);
  if (tier !== 'edge')
    return graph(withWeights(randomPairs(random, names, tier === 'simple' ? 0.55 : 0.35, isDirected)));
  switch (index % 4) {
    case 0:
      return graph([]);
    case 1: {
      const half = Math.ceil(count / 2);
      return graph(
        [names.slice(0, half), names.slice(half)].flatMap((part) =>
          withWeights(randomPairs(random, part, 0.7, isDirected)),
        ),
      );
    }
    case 2: {
      const same = Math.max(1, weight());
      return graph(randomPairs(random, names, 0.6, isDirected).map(([from, to]): WeightedEdge => [from, to, same]));
    }
    default: {
      const pairs = randomPairs(random, names, 0.4, isDirected);
      return graph([...withWeights(pairs), ...withWeights(pairs.slice(0, 3))]);
    }
  }
}
