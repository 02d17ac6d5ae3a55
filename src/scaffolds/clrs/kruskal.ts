/** CLRS' minimum spanning tree by Kruskal's algorithm, with its hints. */
import { chain, ended, type HintState, type Hints } from './machine.ts';
import { at, cell, type Matrix, put, selves, table, type Vector } from './numbers.ts';

type Edge = readonly [number, number];

/** Steps for each edge, in the order of weights: its ends, each step towards a root, the union. Edges of one weight come in any order. */
export function mstKruskal({ A }: { readonly A: Matrix }): HintState {
  const nodes = selves(A.length);
  const none = nodes.map(() => 0);
  const edges = nodes.flatMap((u) => nodes.flatMap((v): Edge[] => (u < v && cell(A, u, v) > 0 ? [[u, v]] : [])));
  const tree = table(A.length, A.length, () => 0);
  const ends = { u: 0, v: 0, root_u: 0, root_v: 0 };
  const start = { in_mst_h: tree, pi: nodes, ...ends, mask_u: none, mask_v: none, phase: 0 };
  return chain([start], () => after(edges, tree, nodes));

  function after(left: readonly Edge[], in_mst_h: Matrix, pi: Vector): HintState {
    if (left.length === 0) return ended({ in_mst_h });
    return {
      key: JSON.stringify([left, in_mst_h, pi]),
      options(given, work) {
        const least = Math.min(...left.map(([u, v]) => cell(A, u, v)));
        return left
          .filter(([u, v]) => cell(A, u, v) === least)
          .flatMap((edge) => {
            work.spend(A.length * A.length);
            const union = unionOf(edge, in_mst_h, pi);
            const rest = () =>
              after(
                left.filter((each) => each !== edge),
                union.in_mst_h,
                union.pi,
              );
            return chain(union.steps, rest).options(given, work);
          });
      },
    };
  }

  function unionOf([u, v]: Edge, tree: Matrix, pointers: Vector) {
    const steps: Hints[] = [];
    let [in_mst_h, pi] = [tree, pointers];
    let [root_u, root_v, mask_u, mask_v]: [number, number, Vector, Vector] = [
      u,
      v,
      put(none, [u, 1]),
      put(none, [v, 1]),
    ];
    const say = (phase: number) => steps.push({ in_mst_h, pi, u, v, root_u, root_v, mask_u, mask_v, phase });
    say(1);
    while (at(pi, root_u) !== root_u) {
      root_u = at(pi, root_u);
      pi = pi.map((parent, node) => (at(mask_u, node) === 1 ? root_u : parent));
      mask_u = put(mask_u, [root_u, 1]);
      say(1);
    }
    while (at(pi, root_v) !== root_v) {
      root_v = at(pi, root_v);
      pi = pi.map((parent, node) => (at(mask_v, node) === 1 ? root_v : parent));
      mask_v = put(mask_v, [root_v, 1]);
      say(2);
    }
    if (root_u !== root_v) {
      in_mst_h = in_mst_h.map((row, node) => (node === u ? put(row, [v, 1]) : node === v ? put(row, [u, 1]) : row));
      pi = put(pi, [Math.min(root_u, root_v), Math.max(root_u, root_v)]);
    }
    say(0);
    return { steps, in_mst_h, pi };
  }
}
