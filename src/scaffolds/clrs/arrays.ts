/** CLRS' binary search, quickselect and activity selector, with their hints. */
import type { Work } from '../work.ts';
import { chain, ended, type HintState, type Hints } from './machine.ts';
import { at, predecessors, put, selves, type Vector } from './numbers.ts';

/** The bounds close in on the first key that is not less than the target, or on the last one. */
export function binarySearch({ key, target }: { readonly key: Vector; readonly target: number }): HintState {
  const pred_h = predecessors(selves(key.length));
  const steps: Hints[] = [];
  let [low, high] = [0, key.length - 1];
  for (;;) {
    const mid = Math.floor((low + high) / 2);
    steps.push({ pred_h, low, high, mid });
    if (low >= high) return chain(steps, () => ended({ low, high }));
    if (target <= at(key, mid)) high = mid;
    else low = mid + 1;
  }
}

/** The median by Lomuto's partition around the last key, a step for each key that is compared and one for the pivot's place. */
export function quickselect({ key }: { readonly key: Vector }, work: Work): HintState {
  const count = key.length;
  const order = selves(count);
  const swap = (one: number, other: number) => {
    [order[one], order[other]] = [at(order, other), at(order, one)];
  };
  const steps: Hints[] = [];
  let [p, r, target] = [0, count - 1, Math.floor(count / 2)];
  for (;;) {
    const state = (i: number, j: number, rank: number, pivot: number): Hints => ({
      pred_h: predecessors(order),
      p: at(order, p),
      r: at(order, r),
      i: at(order, i),
      j: at(order, j),
      i_rank: rank / count,
      target: target / count,
      pivot: at(order, pivot),
    });
    let i = p;
    for (let j = p; j < r; j++) {
      work.spend(count);
      if (at(key, at(order, j)) <= at(key, at(order, r))) swap(i++, j);
      steps.push(state(i, j, i, r));
    }
    swap(i, r);
    steps.push(state(i, r, i - p, i));
    const pivot = at(order, i);
    const rank = i - p;
    if (target === rank) return chain(steps, () => ended({ pivot }));
    if (target < rank) r = i - 1;
    else [p, target] = [i + 1, target - rank - 1];
  }
}

interface Activities {
  /** Starts. */
  readonly s: Vector;
  /** Ends. */
  readonly f: Vector;
}

/** An activity each step, in the order of their ends; those that end at the same time in any order. */
export function activitySelector({ s, f }: Activities): HintState {
  const nodes = selves(s.length);
  const pred_h = predecessors(nodes);
  const none = nodes.map(() => 0);
  return chain([{ pred_h, selected_h: none, m: 0, k: 0 }], () => after(nodes, none));

  function after(left: Vector, selected: Vector, before?: number): HintState {
    if (left.length === 0) return ended({ selected_h: selected });
    return {
      key: JSON.stringify([left, selected, before]),
      options(_, work) {
        const first = Math.min(...left.map((node) => at(f, node)));
        return left
          .filter((node) => at(f, node) === first)
          .map((m) => {
            work.spend(left.length);
            const fits = before === undefined || at(s, m) >= at(f, before);
            const k = fits ? m : before;
            const selected_h = fits ? put(selected, [m, 1]) : selected;
            const next = () =>
              after(
                left.filter((node) => node !== m),
                selected_h,
                k,
              );
            return { hints: { pred_h, selected_h, m, k }, next };
          });
      },
    };
  }
}
