/** Which steps of a diagram are parts of which. */
import type { Step } from '../plan.ts';

/** Of the steps that are shown. */
export interface Nesting {
  /** Numbers of the steps that are a part of no other that is shown. */
  readonly roots: readonly number[];
  /** The parts of a step. */
  readonly parts: ReadonlyMap<number, readonly number[]>;
  /** Whether one of two steps is a part of the other, at whatever depth. */
  readonly contains: (left: number, right: number) => boolean;
}

/** A step that is not shown is left out between its parts and what it is a part of. */
export function nestingOf(steps: readonly Step[], shown: ReadonlySet<number>): Nesting {
  const parents = new Map(steps.map(({ number, parent }) => [number, parent]));
  const wholes = new Map<number, number>();
  const parts = new Map<number, number[]>();
  const roots: number[] = [];
  for (const { number } of steps) {
    if (!shown.has(number)) continue;
    let whole = parents.get(number);
    while (whole !== undefined && !shown.has(whole)) whole = parents.get(whole);
    if (whole === undefined) roots.push(number);
    else {
      wholes.set(number, whole);
      parts.set(whole, [...(parts.get(whole) ?? []), number]);
    }
  }
  const isWithin = (inner: number, outer: number) => {
    let whole = wholes.get(inner);
    while (whole !== undefined && whole !== outer) whole = wholes.get(whole);
    return whole !== undefined;
  };
  return { roots, parts, contains: (left, right) => isWithin(left, right) || isWithin(right, left) };
}

/** The places on the critical path that the parts of each step have: the first and the last. A step without parts has one. */
export function criticalPlaces(
  steps: readonly Step[],
  critical: readonly number[],
): ReadonlyMap<number, { readonly first: number; readonly last: number }> {
  const parents = new Map(steps.map(({ number, parent }) => [number, parent]));
  const first = climb([...critical.entries()]);
  const last = climb([...critical.entries()].reverse());
  return new Map([...first].map(([number, place]) => [number, { first: place, last: last.get(number) ?? place }]));

  /** Each place goes up to the steps that have none yet: whoever has one, so has everything above. */
  function climb(places: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const [place, number] of places)
      for (let at: number | undefined = number; at !== undefined && !found.has(at); at = parents.get(at))
        found.set(at, place);
    return found;
  }
}
