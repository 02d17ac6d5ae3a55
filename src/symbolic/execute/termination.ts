/** Termination: a measure that every iteration or call makes smaller, and that is never negative where it does. */
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import { hasSort } from '../terms/term.ts';
import type { Loop } from './induction.ts';
import type { Point } from './invariants.ts';
import type { Machine } from './machine.ts';

/**
 * Whether the iteration from `head` to `end` makes some measure smaller: a changed integer, or the distance that the loop's test
 * still allows, as `n - i` for `i < n`.
 */
export function endsSometime(machine: Machine, loop: Loop, head: Point, end: Point): boolean {
  const [before, after] = [measures(machine, loop, head), measures(machine, loop, end)];
  return before.some((measure, at) => {
    const next = after[at];
    return next !== undefined && machine.isProved(end.state, smaller(machine, next, measure));
  });
}

/** `next < measure`, where `measure` is not negative: this can happen only so many times. */
export function smaller({ terms }: Machine, next: IntTerm, measure: IntTerm): BoolTerm {
  return terms.and(terms.lt(next, measure), terms.le(terms.zero, measure));
}

function measures(machine: Machine, loop: Loop, { state, index, ints }: Point): readonly IntTerm[] {
  const test = machine.attempt(state, () => loop.test(index));
  return [...(test === undefined ? [] : distances(machine, test.value)), ...ints];
}

/** How far the comparisons that a condition is made of are from failing. */
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
      return isInt(left) && isInt(right) ? [terms.sub(left, right)] : [];
    }
    default:
      return [];
  }
}

function isInt(term: Term | undefined): term is IntTerm {
  return term !== undefined && hasSort(term, 'int');
}
