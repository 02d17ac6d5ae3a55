/** PageRank over a weighted graph in typed arrays. */

/** A graph; the edges of node `n` are those from `starts[n]` up to `starts[n + 1]`. */
export interface Graph {
  /** One longer than there are nodes. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  /** Above 0. */
  readonly weights: Float64Array;
}

/** Probability of following an edge, as in the paper of Page and others (1999). */
const DAMPING = 0.85;
/** Enough for every rank to be within 0.85^32, half a percent, of its limit. */
const ITERATIONS = 32;

/**
 * The rank of each node; they sum to 1. A node without edges passes its rank to all nodes alike. The same graph gives the same bits.
 * Yields after every iteration.
 */
export function* pageRank({ starts, targets, weights }: Graph): Generator<void, Float64Array> {
  const nodes = starts.length - 1;
  const totals = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (let edge = at(starts, node); edge < at(starts, node + 1); edge++) {
      totals[node] = at(totals, node) + at(weights, edge);
    }
  }
  let ranks = new Float64Array(nodes).fill(1 / nodes);
  let next = new Float64Array(nodes);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let stranded = 0;
    for (let node = 0; node < nodes; node++) if (totals[node] === 0) stranded += at(ranks, node);
    next.fill((1 - DAMPING + DAMPING * stranded) / nodes);
    for (let node = 0; node < nodes; node++) {
      const share = (DAMPING * at(ranks, node)) / at(totals, node);
      for (let edge = at(starts, node); edge < at(starts, node + 1); edge++) {
        const target = at(targets, edge);
        next[target] = at(next, target) + share * at(weights, edge);
      }
    }
    [ranks, next] = [next, ranks];
    yield;
  }
  return ranks;
}

/** An element that is known to be there. */
export function at(array: Uint32Array | Float64Array | Float32Array, index: number): number {
  return array[index] ?? 0;
}
