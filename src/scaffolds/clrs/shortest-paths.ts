/** CLRS' breadth-first search, Bellman-Ford, Dijkstra and Floyd-Warshall, with their hints. */
import type { Work } from '../work.ts';
import { chain, ended, type HintState, type Hints, isVector } from './machine.ts';
import { at, cell, type Matrix, put, selves, table, type Vector, vector } from './numbers.ts';

/** A graph by its weights, 0 where there is no edge, and a source. */
export interface Rooted {
  readonly A: Matrix;
  readonly s: number;
}

/** All vertices at once, round by round. A new vertex may point to any vertex of the round before that leads to it. */
export function bfs({ A, s }: Rooted): HintState {
  const nodes = selves(A.length);
  return round(
    nodes.map((node) => Number(node === s)),
    nodes.map(() => 0),
    nodes,
  );

  function round(reach: Vector, before: Vector, pi: Vector): HintState {
    return {
      options(given, work) {
        work.spend(A.length * A.length);
        const chosen = nodes.map((node) => {
          if (at(reach, node) === at(before, node) || node === s) return at(pi, node);
          return choose(
            nodes.filter((from) => at(before, from) === 1 && cell(A, from, node) > 0),
            given.pi_h,
            node,
          );
        });
        const next = () => {
          const wider = nodes.map((node) =>
            Number(at(reach, node) === 1 || nodes.some((from) => at(reach, from) === 1 && cell(A, from, node) > 0)),
          );
          return wider.every((value, node) => value === at(reach, node))
            ? ended({ pi_h: chosen })
            : round(wider, reach, chosen);
        };
        return [{ hints: { reach_h: reach, pi_h: chosen }, next }];
      },
    };
  }
}

/** The pointer that is given, if it is one of the legal ones, else the first of these. */
function choose(legal: Vector, given: Hints[string] | undefined, node: number): number {
  const wanted = isVector(given) ? at(given, node) : undefined;
  return legal.find((each) => each === wanted) ?? at(legal, 0);
}

/** Round by round from the distances of the round before. A vertex may point to any that gives it its new distance. */
export function bellmanFord({ A, s }: Rooted): HintState {
  const nodes = selves(A.length);
  return round(
    { d: nodes.map(() => 0), msk: nodes.map((node) => Number(node === s)), pi: nodes },
    nodes.map(() => []),
  );

  /** `legal` has the pointers that a vertex may have, where its distance changed. */
  function round({ d, msk, pi }: Readonly<Record<'d' | 'msk' | 'pi', Vector>>, legal: Matrix): HintState {
    return {
      options(given, work) {
        work.spend(A.length * A.length);
        const chosen = nodes.map((node) =>
          (legal[node]?.length ?? 0) > 0 ? choose(legal[node] ?? [], given.pi_h, node) : at(pi, node),
        );
        const next = () => {
          const ways = nodes.map((node) => nodes.filter((from) => at(msk, from) === 1 && cell(A, from, node) !== 0));
          const length = (from: number, node: number) => at(d, from) + cell(A, from, node);
          const shortest = nodes.map((node) =>
            Math.min(
              ...(ways[node] ?? []).map((from) => length(from, node)),
              at(msk, node) === 1 ? at(d, node) : Infinity,
            ),
          );
          const isNew = (node: number) =>
            shortest[node] !== Infinity && (at(msk, node) === 0 || at(shortest, node) < at(d, node));
          const later = nodes.map((node) => (isNew(node) ? at(shortest, node) : at(d, node)));
          if (later.every((value, node) => value === at(d, node))) return ended({ pi_h: chosen });
          return round(
            { d: later, msk: nodes.map((node) => Number(shortest[node] !== Infinity)), pi: chosen },
            nodes.map((node) =>
              isNew(node) ? (ways[node] ?? []).filter((from) => length(from, node) === at(shortest, node)) : [],
            ),
          );
        };
        return [{ hints: { pi_h: chosen, d, msk }, next }];
      },
    };
  }
}

/** A vertex each step; of several at the same distance any may leave the queue. */
export function dijkstra({ A, s }: Rooted): HintState {
  const nodes = selves(A.length);
  const none = nodes.map(() => 0);
  const start = { d: none, mark: none, in_queue: put(none, [s, 1]), pi: nodes };
  return chain([hints(start, s)], () => after(start));

  function after(known: Readonly<Record<'d' | 'mark' | 'in_queue' | 'pi', Vector>>): HintState {
    const queue = nodes.filter((node) => at(known.in_queue, node) === 1);
    if (queue.length === 0) return ended({ pi_h: known.pi });
    return {
      key: JSON.stringify(known),
      options(_, work) {
        const least = Math.min(...queue.map((node) => at(known.d, node)));
        return queue
          .filter((node) => at(known.d, node) === least)
          .map((u) => {
            work.spend(A.length);
            const mark = put(known.mark, [u, 1]);
            const to = nodes.filter(
              (node) =>
                cell(A, u, node) !== 0 &&
                at(mark, node) === 0 &&
                (at(known.in_queue, node) === 0 || least + cell(A, u, node) < at(known.d, node)),
            );
            const relaxed = {
              d: put(known.d, ...to.map((node) => [node, least + cell(A, u, node)] as const)),
              mark,
              in_queue: put(known.in_queue, [u, 0], ...to.map((node) => [node, 1] as const)),
              pi: put(known.pi, ...to.map((node) => [node, u] as const)),
            };
            return { hints: hints(relaxed, u), next: () => after(relaxed) };
          });
      },
    };
  }

  function hints({ pi, ...known }: Readonly<Record<'d' | 'mark' | 'in_queue' | 'pi', Vector>>, u: number): Hints {
    return { pi_h: pi, ...known, u };
  }
}

/** A table before each vertex is allowed between; what follows the last one is the answer only. */
export function floydWarshall({ A }: { readonly A: Matrix }, work: Work): HintState {
  const count = A.length;
  let D = A;
  let Pi: Matrix = table(count, count, (row) => row);
  let msk: Matrix = table(count, count, (row, column) => Number(row === column || cell(A, row, column) !== 0));
  const steps: Hints[] = [];
  for (let k = 0; k < count; k++) {
    work.spend(count * count);
    steps.push({ Pi_h: Pi, D, msk, k });
    const [lengths, known, pointers] = [D, msk, Pi];
    const through = (i: number, j: number) => cell(known, i, k) > 0 && cell(known, k, j) > 0;
    const way = (i: number, j: number) => cell(lengths, i, k) + cell(lengths, k, j);
    const isShorter = (i: number, j: number) =>
      through(i, j) && (cell(known, i, j) === 0 || way(i, j) < cell(lengths, i, j));
    D = table(count, count, (i, j) => (isShorter(i, j) ? way(i, j) : cell(lengths, i, j)));
    Pi = inPlace(pointers, k, isShorter);
    msk = table(count, count, (i, j) => Number(cell(known, i, j) === 1 || through(i, j)));
  }
  const output = { Pi_h: Pi };
  return chain(steps, () => ended(output));
}

/** Pointers are overwritten row by row, as CLRS has it: a cell may be read after it changed. */
function inPlace(pointers: Matrix, k: number, isShorter: (i: number, j: number) => boolean): number[][] {
  const changed = pointers.map((row) => [...row]);
  for (const [i, row] of changed.entries())
    for (const j of vector(row.length, (index) => index)) if (isShorter(i, j)) row[j] = cell(changed, k, j);
  return changed;
}
