/** Commits in the order in which walks through history take them. */
import type { CommitNode } from './commit-graph.ts';

/** A queue that hands out the newest commit first. */
export class CommitQueue {
  readonly #heap: CommitNode[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(commit: CommitNode): void {
    const heap = this.#heap;
    let at = heap.push(commit) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above];
      if (parent === undefined || parent.seconds >= commit.seconds) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = commit;
  }

  /** Undefined when it is empty. */
  pop(): CommitNode | undefined {
    const heap = this.#heap;
    const [top] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if ((heap[below + 1]?.seconds ?? -Infinity) > (heap[below]?.seconds ?? -Infinity)) below++;
      const child = heap[below];
      if (child === undefined || child.seconds <= last.seconds) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return top;
  }
}
