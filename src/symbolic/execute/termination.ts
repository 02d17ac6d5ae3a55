/** Termination: a measure that every iteration or call makes smaller, and that is never negative where it does. */

import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import { hasSort } from '../terms/term.ts';
import { type Changed, termsOf } from './changes.ts';
import type { Point } from './invariants.ts';
import type { Loop } from './loop.ts';

/**
 * Whether the iteration from `head` to `end` makes some measure smaller: a changed integer, or the distance that the loop's test
 * still allows, as `n - i` for `i < n`.
 * @param head the changed variables as fresh ones
 */
export function endsSometime(
  machine: Machine,
  loop: Loop,
  changed: readonly Changed[],
  head: Point,
  end: Point,
): boolean {
  const later = new Map<Term, IntTerm>([[head.index, end.index]]);
  for (const [at, variable] of head.ints.entries()) later.set(variable, end.ints[at] ?? variable);
  const others = termsOf(head.state, changed);
  return measures(machine, loop, head).some((measure) => {
    const next = afterwards(machine, measure, later, others);
    return next !== undefined && machine.isProved(end.state, smaller(machine, next, measure));
  });
}

/**
 * The same polynomial of the later values: the test evaluated anew may be simplified into another one. Undefined where it is
 * no polynomial in the variables that change.
 */
export function afterwards(
  machine: Machine,
  measure: IntTerm,
  later: ReadonlyMap<Term, IntTerm>,
  changed: ReadonlySet<Term>,
): IntTerm | undefined {
  const known = later.get(measure);
  if (known !== undefined) return known;
  if (measure.kind !== 'application') return measure;
  const { terms } = machine;
  if (measure.operator !== 'add' && measure.operator !== 'mul') {
    return mentions(measure, new Set([...later.keys(), ...changed])) ? undefined : measure;
  }
  const parts = measure.args
    .filter(isInt)
    .map((part) => afterwards(machine, part, later, changed))
    .filter((part) => part !== undefined);
  if (parts.length < measure.args.length) return undefined;
  return measure.operator === 'add'
    ? parts.reduce((sum, part) => terms.add(sum, part), terms.zero)
    : parts.reduce((product, part) => terms.mul(product, part), terms.one);
}

function mentions(term: Term, variables: ReadonlySet<Term>): boolean {
  if (variables.has(term)) return true;
  return term.kind === 'application' && term.args.some((part) => mentions(part, variables));
}

/** `next < measure`, where `measure` is not negative: this can happen only so many times. */
export function smaller({ terms }: Machine, next: IntTerm, measure: IntTerm): BoolTerm {
  return terms.and(terms.lt(next, measure), terms.le(terms.zero, measure));
}

function measures(machine: Machine, loop: Loop, { state, index, ints }: Point): readonly IntTerm[] {
  const { inductions, summarisedCalls } = machine;
  const distances = distancesOfTest(machine, loop, state, index);
  // a test with a loop or a recursive call in it is known by invariants, and each time anew
  const isFunction = machine.inductions === inductions && machine.summarisedCalls === summarisedCalls;
  return [...(isFunction ? distances : []), ...ints];
}

/** How far the integer comparisons that a loop's test consists of are from failing: each holds from 0 up. */
export function distancesOfTest(machine: Machine, loop: Loop, state: State, index: IntTerm): readonly IntTerm[] {
  const { value: test } = machine.withhold(() => machine.attempt(state, () => loop.test(index)));
  return test === undefined ? [] : distances(machine, test.value);
}

function distances(machine: Machine, condition: BoolTerm): readonly IntTerm[] {
  const { terms } = machine;
  if (condition.kind !== 'application') return [];
  const [first, second] = condition.args;
  switch (condition.operator) {
    case 'and':
      return condition.args.flatMap((part) => (hasSort(part, 'bool') ? distances(machine, part) : []));
    case 'le':
      return isInt(first) && isInt(second) ? [terms.sub(second, first)] : [];
    case 'not': {
      if (first?.kind !== 'application' || first.operator !== 'le') return [];
      const [left, right] = first.args;
      return isInt(left) && isInt(right) ? [terms.sub(terms.sub(left, right), terms.one)] : [];
    }
    default:
      return [];
  }
}

function isInt(term: Term | undefined): term is IntTerm {
  return term !== undefined && hasSort(term, 'int');
}
