/** Where two histories part: the newest commits that both have, as `git merge-base --all` finds them. */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import type { Oid } from '../object.ts';
import type { Repository } from '../repository.ts';
import { CommitGraph, type CommitNode } from '../serve/commit-graph.ts';
import { CommitQueue } from '../serve/commit-queue.ts';

const COMMIT_UNITS = 40;

/** From which of the two commits one was reached; `stale`: behind a common one. */
const SIDES = { left: 1, right: 2, both: 3, stale: 4 } as const;

/** What was found. */
export interface MergeBases {
  /** Newest first; none is behind another one. */
  readonly bases: readonly Oid[];
  /** False when the budget was spent before. */
  readonly complete: boolean;
}

/** Finds them; what a shallow push left out is as if it did not exist. */
export function* mergeBases(repository: Repository, left: Oid, right: Oid, work: WorkBudget): Steps<MergeBases> {
  const graph = new CommitGraph(repository.objects, repository.objects);
  const common = yield* paint(graph, [left], [right], work);
  const bases: CommitNode[] = [];
  // Clocks that go wrong can leave some that are behind others.
  for (const each of common) {
    const others = common.filter((other) => other !== each).map(({ oid }) => oid);
    if (others.length === 0 || !(yield* reaches(graph, others, each, work))) bases.push(each);
  }
  return {
    bases: bases.sort((one, other) => other.seconds - one.seconds).map(({ oid }) => oid),
    complete: !work.isSpent,
  };
}

function* reaches(graph: CommitGraph, from: readonly Oid[], to: CommitNode, work: WorkBudget): Steps<boolean> {
  const seen = new Set(from);
  const waiting = [...from];
  for (let oid = waiting.pop(); oid !== undefined && !work.isSpent; oid = waiting.pop()) {
    if (oid === to.oid) return true;
    work.spend(COMMIT_UNITS);
    yield;
    for (const parent of graph.get(oid)?.parents ?? []) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(parent);
    }
  }
  return false;
}

/** Walks from both sides, newest first, until all that waits is behind common commits. */
function* paint(
  graph: CommitGraph,
  left: readonly Oid[],
  right: readonly Oid[],
  work: WorkBudget,
): Steps<readonly CommitNode[]> {
  const queue = new CommitQueue();
  const flags = new Map<Oid, number>();
  const common = new Map<Oid, CommitNode>();
  // Entries of the queue that are not behind a common commit.
  let fresh = 0;
  const waits = new Set<Oid>();
  const reach = (oid: Oid, added: number) => {
    const before = flags.get(oid) ?? 0;
    if ((before & added) === added) return;
    const node = graph.get(oid);
    if (node === undefined) return;
    flags.set(oid, before | added);
    if (waits.has(oid)) {
      if ((before & SIDES.stale) === 0 && (added & SIDES.stale) !== 0) fresh--;
      return;
    }
    waits.add(oid);
    queue.push(node);
    if (((before | added) & SIDES.stale) === 0) fresh++;
  };
  for (const oid of left) reach(oid, SIDES.left);
  for (const oid of right) reach(oid, SIDES.right);
  while (fresh > 0 && !work.isSpent) {
    const node = queue.pop();
    if (node === undefined) break;
    waits.delete(node.oid);
    let colour = flags.get(node.oid) ?? 0;
    if ((colour & SIDES.stale) === 0) fresh--;
    if ((colour & (SIDES.both | SIDES.stale)) === SIDES.both) {
      common.set(node.oid, node);
      colour |= SIDES.stale;
    }
    for (const parent of node.parents) reach(parent, colour);
    work.spend(COMMIT_UNITS);
    yield;
  }
  return [...common.values()].filter(({ oid }) => ((flags.get(oid) ?? 0) & SIDES.stale) === 0);
}
