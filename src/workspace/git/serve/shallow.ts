/** Shallow clones: where the history of a clone ends, before and after a fetch (gitprotocol-pack, "shallow"). */
import type { Oid } from '../object.ts';
import type { CommitGraph, CommitNode } from './commit-graph.ts';
import { INFINITE_DEPTH } from './fetch-request.ts';

/** How far a fetch is to reach. */
export type Deepening =
  | { readonly kind: 'depth'; readonly depth: number; readonly relative: boolean }
  | {
      readonly kind: 'until';
      /** Seconds since 1970 of the oldest commits. */
      readonly since: number;
      /** Commits that are left out with all that they reach. */
      readonly not: readonly Oid[];
    };

/** What changes at the ends of a clone's history. */
export interface ShallowUpdate {
  /** Commits that become ends. */
  readonly shallow: readonly Oid[];
  /** Commits that are ends no more. */
  readonly unshallow: readonly Oid[];
  /** All ends of the clone as it will be. */
  readonly cut: ReadonlySet<Oid>;
}

/** A clone, and the repository that it is made of. */
export interface ShallowState {
  /** Commits that the clone starts from. */
  readonly wants: readonly Oid[];
  /** Ends of the clone as it is. */
  readonly client: ReadonlySet<Oid>;
  /** Commits whose parents the repository lacks. */
  readonly server: ReadonlySet<Oid>;
}

/** Commits of a clone's new history. */
interface Reach {
  /** With their parents. */
  readonly inner: ReadonlySet<Oid>;
  /** Without. */
  readonly ends: readonly Oid[];
}

/** The ends of a clone after a fetch that reaches as far as `deepening` says; undefined when no commit is new enough. */
export function deepen(graph: CommitGraph, state: ShallowState, deepening: Deepening): ShallowUpdate | undefined {
  const { inner, ends } =
    deepening.kind === 'depth' ? byDepth(graph, state, deepening) : byDate(graph, state, deepening);
  if (deepening.kind === 'until' && inner.size === 0 && ends.length === 0) return undefined;
  const unshallow = [...state.client].filter((oid) => inner.has(oid));
  const kept = [...state.client].filter((oid) => !inner.has(oid));
  return { shallow: ends.filter((oid) => !state.client.has(oid)), unshallow, cut: new Set([...kept, ...ends]) };
}

function byDepth(graph: CommitGraph, state: ShallowState, { depth, relative }: Deepening & { kind: 'depth' }): Reach {
  const inner = new Set<Oid>();
  const ends: Oid[] = [];
  // Relative to the ends, which have depth 1 themselves.
  const most = relative ? depth + 1 : depth;
  let level: ReadonlySet<Oid> = new Set(relative ? state.client : state.wants);
  // All of history is all of what the client has, too.
  if (depth >= INFINITE_DEPTH) level = new Set([...state.wants, ...state.client]);
  for (let at = 1; level.size > 0; at++) {
    const next = new Set<Oid>();
    for (const oid of level) {
      const commit = graph.get(oid);
      if (commit === undefined || inner.has(oid)) continue;
      if (state.server.has(oid) || (at >= most && commit.parents.length > 0)) ends.push(oid);
      else {
        inner.add(oid);
        for (const parent of commit.parents) next.add(parent);
      }
    }
    if (at >= most) break;
    level = next;
  }
  return { inner, ends };
}

/** A commit is an end when a parent is too old or left out; it is an end for all its parents then. */
function byDate(graph: CommitGraph, state: ShallowState, { since, not }: Deepening & { kind: 'until' }): Reach {
  const left = new Set(walk(graph, not, () => true).map(({ oid }) => oid));
  const isTaken = ({ oid, seconds }: CommitNode) => !left.has(oid) && seconds >= since;
  const taken = new Set(
    walk(graph, state.wants, isTaken)
      .filter(isTaken)
      .map(({ oid }) => oid),
  );
  const isInner = ({ oid, parents }: CommitNode) =>
    taken.has(oid) && !state.server.has(oid) && parents.every((parent) => taken.has(parent));
  const tips = state.wants.filter((oid) => taken.has(oid));
  const reached = walk(graph, tips, isInner);
  return {
    inner: new Set(reached.filter(isInner).map(({ oid }) => oid)),
    ends: reached.filter((commit) => !isInner(commit)).map(({ oid }) => oid),
  };
}

/** The commits that `tips` reach, without the ancestors of those that `passes` refuses. */
function walk(
  graph: CommitGraph,
  tips: readonly Oid[],
  passes: (commit: CommitNode) => boolean,
): readonly CommitNode[] {
  const seen = new Set<Oid>(tips);
  const reached: CommitNode[] = [];
  for (const oid of seen) {
    const commit = graph.get(oid);
    if (commit === undefined) continue;
    reached.push(commit);
    if (passes(commit)) for (const parent of commit.parents) seen.add(parent);
  }
  return reached;
}
