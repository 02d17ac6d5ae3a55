/** An expression as an automaton without empty steps, by Glushkov: a state for each place of a character in it. */
import type { Expression, Ranges } from './parse.ts';

/** A place: what it takes or, of an assertion, no character at all. */
export type Position =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'assertion'; readonly isEnd: boolean };

/** Places, in how many ways each is reached: 2 stands for more than one. */
type Ways = ReadonlyMap<number, number>;

/** The automaton. */
export interface Automaton {
  readonly places: readonly Position[];
  readonly first: Ways;
  readonly last: Ways;
  readonly follow: readonly Ways[];
  /** Whether it matches the empty text. */
  readonly isEmpty: boolean;
}

/** Places of an automaton. */
const MOST_PLACES = 200;
/** Copies that a counted repetition is made of: more make no new ways for two copies to meet. */
const MOST_COPIES = 3;

interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly isEmpty: boolean;
}

const NOTHING: Part = { first: new Map(), last: new Map(), isEmpty: true };

/** The automaton of an expression; undefined for one that is too large. */
export function automatonOf(expression: Expression): Automaton | undefined {
  const places: Position[] = [];
  const follow: Map<number, number>[] = [];
  const join = (last: Ways, first: Ways) => {
    for (const [from, ways] of last) for (const [to, more] of first) add(follow[from], to, ways * more);
  };
  const place = (what: Position): Part => {
    places.push(what);
    follow.push(new Map());
    const own = new Map([[places.length - 1, 1]]);
    return { first: own, last: own, isEmpty: false };
  };
  const sequence = (one: Part, other: Part): Part => {
    join(one.last, other.first);
    return {
      first: one.isEmpty ? sum(one.first, other.first) : one.first,
      last: other.isEmpty ? sum(one.last, other.last) : other.last,
      isEmpty: one.isEmpty && other.isEmpty,
    };
  };
  const build = (each: Expression): Part => {
    if (places.length > MOST_PLACES) return NOTHING;
    switch (each.kind) {
      case 'set':
      case 'assertion':
        return place(each);
      case 'sequence':
        return each.of.map(build).reduce(sequence, NOTHING);
      case 'choice': {
        const parts = each.of.map(build);
        return {
          first: parts.map(({ first }) => first).reduce(sum),
          last: parts.map(({ last }) => last).reduce(sum),
          isEmpty: parts.some(({ isEmpty }) => isEmpty),
        };
      }
      case 'repeat': {
        const least = Math.min(each.least, MOST_COPIES);
        let whole = NOTHING;
        for (let copy = 0; copy < least; copy++) whole = sequence(whole, build(each.of));
        if (each.most === Number.POSITIVE_INFINITY) {
          // `x+` is one `x` that follows itself.
          const own = least > 0 && least === 1 ? whole : build(each.of);
          join(own.last, own.first);
          return least === 1 ? own : sequence(whole, { ...own, isEmpty: true });
        }
        const more = Math.min(each.most - each.least, MOST_COPIES);
        let rest = NOTHING;
        for (let copy = 0; copy < more; copy++) rest = { ...sequence(build(each.of), rest), isEmpty: true };
        return sequence(whole, rest);
      }
    }
  };
  const { first, last, isEmpty } = build(expression);
  return places.length > MOST_PLACES ? undefined : { places, first, last, follow, isEmpty };
}

function add(ways: Map<number, number> | undefined, to: number, more: number): void {
  ways?.set(to, Math.min(2, (ways.get(to) ?? 0) + more));
}

function sum(one: Ways, other: Ways): Ways {
  const all = new Map(one);
  for (const [to, ways] of other) add(all, to, ways);
  return all;
}
