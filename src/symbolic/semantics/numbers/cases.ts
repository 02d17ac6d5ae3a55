/** Integers that are proved to lie in a short range: their functions are if-then-else chains over the values. */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';

/** Bounds that are tried, from below; a longer range is not told apart value by value. */
const BOUNDS = [4, 20, 64] as const;

/** A bound that the path condition proves of an integer from 0 up; undefined where it proves none that is short. */
export function shortBound(machine: Machine, term: IntTerm): number | undefined {
  const { terms } = machine;
  if (term.kind === 'literal') return term.value <= 64n ? Number(term.value) : undefined;
  return BOUNDS.find((bound) => machine.isProved(machine.state, terms.le(term, terms.int(bound))));
}

/** `result(term)` for an integer proved to lie between 0 and `bound`, decided value by value. */
export function byCases({ terms }: Machine, term: IntTerm, bound: number, result: (value: number) => IntTerm): IntTerm {
  let chain = result(bound);
  for (let value = bound - 1; value >= 0; value--) {
    chain = terms.ite(terms.eq(term, terms.int(value)), result(value), chain);
  }
  return chain;
}
