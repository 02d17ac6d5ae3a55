/** Walks through history: what one side has and the other lacks. */
import type { Oid } from '../object.ts';
import type { CommitGraph, CommitNode } from './commit-graph.ts';
import { CommitQueue } from './commit-queue.ts';

/** Commits whose parents a side does not know. */
export type Cut = ReadonlySet<Oid>;

/** What is asked of {@link difference}. */
export interface DifferenceRequest {
  readonly wants: readonly Oid[];
  readonly haves: readonly Oid[];
  /** Where history ends for whoever wants: the shallow commits of the clone as it will be. */
  readonly wantedCut: Cut;
  /** Where it ends for whoever has: the shallow commits of the clone as it is. */
  readonly knownCut: Cut;
}

/** Commits that are wanted and not had. */
export interface Difference {
  readonly commits: readonly CommitNode[];
  /** Commits that are had and are parents of {@link commits}. */
  readonly edges: readonly CommitNode[];
}

/** A difference, and which of the haves the wants were seen to reach. */
export interface MeasuredDifference extends Difference {
  readonly reached: ReadonlySet<Oid>;
}

const WANTED = 1;
const KNOWN = 2;

/**
 * The commits that `wants` reach and `haves` do not. Where clocks were wrong it may have a commit too many, as git's own walk
 * may, and never one too few. Yields the number of commits seen.
 */
export function* difference(graph: CommitGraph, request: DifferenceRequest): Generator<number, MeasuredDifference> {
  const { wants, haves, wantedCut, knownCut } = request;
  // With equal ends, ancestors of what is had are had too.
  const deepens = [...knownCut].some((oid) => !wantedCut.has(oid));
  const marks = new Map<Oid, number>();
  const seen: CommitNode[] = [];
  const queue = new CommitQueue();
  let waiting = 0;
  const isWaiting = (mark: number) => (deepens ? (mark & WANTED) !== 0 : mark === WANTED);
  const queued = new Set<Oid>();
  const mark = (oid: Oid, added: number) => {
    const before = marks.get(oid) ?? 0;
    const after = before | added;
    if (after === before) return;
    marks.set(oid, after);
    const commit = graph.get(oid);
    if (commit === undefined) return;
    if (queued.has(oid)) {
      waiting += Number(isWaiting(after)) - Number(isWaiting(before));
      return;
    }
    queued.add(oid);
    queue.push(commit);
    waiting += Number(isWaiting(after));
    if (before === 0) seen.push(commit);
  };
  for (const oid of haves) mark(oid, KNOWN);
  for (const oid of wants) mark(oid, WANTED);
  while (waiting > 0) {
    const commit = queue.pop();
    if (commit === undefined) break;
    queued.delete(commit.oid);
    const marked = marks.get(commit.oid) ?? 0;
    waiting -= Number(isWaiting(marked));
    const known = (marked & KNOWN) !== 0 && !knownCut.has(commit.oid);
    const wanted = (marked & WANTED) !== 0 && !wantedCut.has(commit.oid) && (deepens || (marked & KNOWN) === 0);
    for (const parent of commit.parents) mark(parent, (known ? KNOWN : 0) | (wanted ? WANTED : 0));
    yield seen.length;
  }
  const commits = seen.filter(({ oid }) => marks.get(oid) === WANTED);
  const edges = new Map<Oid, CommitNode>();
  for (const { oid, parents } of commits) {
    if (wantedCut.has(oid)) continue;
    for (const parent of parents) {
      const edge = ((marks.get(parent) ?? 0) & KNOWN) === 0 ? undefined : graph.get(parent);
      if (edge !== undefined) edges.set(parent, edge);
    }
  }
  const reached = new Set(haves.filter((oid) => ((marks.get(oid) ?? 0) & WANTED) !== 0));
  return { commits, edges: [...edges.values()], reached };
}

/** Whether every one of `wants` reaches one of `common`, so that nothing is gained by asking for more common commits. */
export function allReach(graph: CommitGraph, wants: readonly Oid[], common: ReadonlySet<Oid>): boolean {
  if (common.size === 0) return false;
  let oldest = Number.POSITIVE_INFINITY;
  for (const oid of common) oldest = Math.min(oldest, graph.get(oid)?.seconds ?? oldest);
  return wants.every((want) => {
    const seen = new Set<Oid>([want]);
    for (const oid of seen) {
      if (common.has(oid)) return true;
      const commit = graph.get(oid);
      if (commit === undefined || commit.seconds < oldest) continue;
      for (const parent of commit.parents) seen.add(parent);
    }
    return graph.get(want) === undefined;
  });
}

/** Whether one of `tips` reaches `oid`. */
export function* reaches(graph: CommitGraph, tips: readonly Oid[], oid: Oid): Generator<number, boolean> {
  const seen = new Set<Oid>(tips);
  for (const each of seen) {
    if (each === oid) return true;
    for (const parent of graph.get(each)?.parents ?? []) seen.add(parent);
    yield seen.size;
  }
  return false;
}
