/** CLRS' depth-first search and topological sort, with their hints. */
import { ended, type HintState, type Hints } from './machine.ts';
import { at, cell, type Matrix, put, selves, type Vector } from './numbers.ts';

/** What the search knows. Colours are 0 for white, 1 for grey, 2 for black; `prev` and `last` are the stack. */
interface Walk {
  readonly color: Vector;
  readonly pi: Vector;
  readonly d: Vector;
  readonly f: Vector;
  readonly prev: Vector;
  readonly topo: Vector;
  readonly head: number;
  readonly s: number;
  readonly u: number;
  readonly v: number;
  readonly last: number;
  readonly time: number;
}

/** What sets the two apart. */
interface Kind {
  /** A vertex has a step when it is entered, although another one found it. */
  readonly entersAll: boolean;
  readonly hints: (walk: Walk) => Hints;
  readonly output: (walk: Walk) => Hints;
}

/** A step for each vertex that is found, entered or finished; the next neighbour may be any white one. */
export function dfs({ A }: { readonly A: Matrix }): HintState {
  return search(A, {
    entersAll: true,
    hints: ({ pi, color, d, f, prev, s, u, v, last, time }) => ({
      pi_h: pi,
      color,
      d,
      f,
      s_prev: prev,
      s,
      u,
      v,
      s_last: last,
      time,
    }),
    output: ({ pi }) => ({ pi_h: pi }),
  });
}

/** By depth-first search: a vertex that is finished comes before all that are. */
export function topologicalSort({ A }: { readonly A: Matrix }): HintState {
  return search(A, {
    entersAll: false,
    hints: ({ topo, head, color, prev, s, u, v, last }) => ({
      topo_h: topo,
      topo_head_h: head,
      color,
      s_prev: prev,
      s,
      u,
      v,
      s_last: last,
    }),
    output: ({ topo, head }) => ({ topo_h: topo, topo_head_h: head }),
  });
}

function search(A: Matrix, kind: Kind): HintState {
  const nodes = selves(A.length);
  const none = nodes.map(() => 0);
  const stack = { s: 0, u: 0, v: 0, last: 0, time: 0 };
  return nextRoot({ color: none, pi: nodes, d: none, f: none, prev: nodes, topo: nodes, head: 0, ...stack });

  /** A choice that the hints show may be any; of one that they do not show CLRS' own is followed. */
  function choices(all: Vector, areShown: boolean): Vector {
    return areShown ? all : all.slice(0, 1);
  }

  function nextRoot(walk: Walk): HintState {
    const white = nodes.filter((node) => at(walk.color, node) === 0);
    if (white.length === 0) return ended(kind.output(walk));
    return {
      options: (given, work) =>
        choices(white, isShown(given, ['s', 'u', 'v', 's_last'])).map((s) => {
          work.spend(A.length);
          const from = { ...walk, s, u: s, v: s, last: s };
          return { hints: kind.hints(from), next: () => enter(from) };
        }),
    };
  }

  function enter(walk: Walk): HintState {
    const { u } = walk;
    const time = walk.time + 0.01;
    const entered = { ...walk, time, d: put(walk.d, [u, time]), color: put(walk.color, [u, 1]) };
    return { options: () => [{ hints: kind.hints(entered), next: () => goOn(entered) }] };
  }

  function goOn(walk: Walk): HintState {
    const { u, last } = walk;
    const white = nodes.filter((node) => cell(A, u, node) !== 0 && at(walk.color, node) === 0);
    if (white.length === 0) return finish(walk);
    return {
      options: (given, work) =>
        choices(white, isShown(given, ['v', 's_last', 's_prev', 'color', 'pi_h'])).map((v) => {
          work.spend(A.length);
          const found = {
            ...walk,
            v,
            last: v,
            pi: put(walk.pi, [v, u]),
            color: put(walk.color, [v, 1]),
            prev: put(walk.prev, [v, last]),
          };
          const next = () => (kind.entersAll ? enter({ ...found, u: v }) : goOn({ ...found, u: v }));
          return { hints: kind.hints(found), next };
        }),
    };
  }

  function finish(walk: Walk): HintState {
    const { u, head } = walk;
    const time = walk.time + 0.01;
    const color = put(walk.color, [u, 2]);
    const topo = at(color, head) === 2 ? put(walk.topo, [u, head]) : walk.topo;
    // CLRS' loop over all vertices leaves the last one in v.
    const done = { ...walk, v: A.length - 1, time, color, topo, head: u, f: put(walk.f, [u, time]) };
    const next = () => {
      const below = at(done.prev, u);
      return below === u ? nextRoot(done) : goOn({ ...done, u: below, last: below, prev: put(done.prev, [u, u]) });
    };
    return { options: () => [{ hints: kind.hints(done), next }] };
  }
}

/** Whether the trace has one of these hints. */
function isShown(given: Hints, names: readonly string[]): boolean {
  return names.some((name) => given[name] !== undefined);
}
