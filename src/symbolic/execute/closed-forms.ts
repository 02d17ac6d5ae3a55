/** Loop variables as polynomials in the number of iterations, and their values where the loop ends. */

import type { Machine } from '../machine/machine.ts';
import { type State, withScope } from '../machine/state.ts';
import { iteParts } from '../terms/logic.ts';
import type { IntTerm, Term } from '../terms/term.ts';
import { hasSort } from '../terms/term.ts';
import { intValue } from '../values/value.ts';
import { type Changed, termsOf } from './changes.ts';
import type { Point } from './invariants.ts';
import type { Loop } from './loop.ts';
import { afterwards, distancesOfTest } from './termination.ts';

/** Iterations that determine a polynomial of degree 3, and one more to check it. */
export const SAMPLES = 5;

/** Six times a variable's value after a number of iterations, which keeps the coefficients of degree 3 whole. */
export type SixfoldForm = (index: IntTerm) => IntTerm;

/** The variable as a polynomial of degree 3 in the number of iterations, by Newton's forward differences, if the samples are one. */
export function sixfoldForm({ terms }: Machine, points: readonly Point[], at: number): SixfoldForm | undefined {
  if (points.length < SAMPLES) return undefined;
  let row = points.slice(0, SAMPLES).map((point) => point.ints[at] ?? terms.zero);
  const differences: IntTerm[] = [];
  while (row.length > 0) {
    const [first, ...rest] = row;
    if (first === undefined) break;
    differences.push(first);
    row = rest.map((one, position) => terms.sub(one, row[position] ?? one));
  }
  const [d0, d1, d2, d3, d4] = differences;
  if (d0 === undefined || d1 === undefined || d2 === undefined || d3 === undefined || d4 !== terms.zero)
    return undefined;
  const times = (factor: number, ...factors: readonly IntTerm[]): IntTerm =>
    factors.reduce((product, one) => terms.mul(product, one), terms.int(factor));
  return (index) => {
    const [less1, less2] = [terms.sub(index, terms.one), terms.sub(index, terms.int(2))];
    return terms.add(times(6, d0), times(6, index, d1), times(3, index, less1, d2), times(1, index, less1, less2, d3));
  };
}

/**
 * The state at the loop's end with every variable that is proved to follow its polynomial as that polynomial of the number
 * of iterations, where the test determines that number: what comes behind the loop, such as an outer loop, then sees
 * terms instead of fresh variables.
 * @param points the first points, in their order
 * @param fresh the point that stands for any iteration
 */
export function withClosedForms(
  machine: Machine,
  loop: Loop,
  changed: readonly Changed[],
  points: readonly Point[],
  fresh: Point,
  exit: State,
): State {
  const { terms } = machine;
  const forms = fresh.ints.map((_, at) => sixfoldForm(machine, points, at));
  const valueAt = (at: number, index: IntTerm): IntTerm | undefined => {
    const sixfold = forms[at]?.(index);
    return sixfold && terms.floorDiv(sixfold, terms.int(6));
  };
  const count = iterationsAt(machine, loop, changed, fresh, exit, (at) => valueAt(at, fresh.index));
  if (count === undefined) return exit;
  const variables = changed.filter(({ kind }) => kind === 'int');
  return variables.reduce((state, { scope, name }, at) => {
    const [variable, value] = [fresh.ints[at], valueAt(at, count)];
    if (variable === undefined || value === undefined) return state;
    if (!machine.isProved(exit, terms.eq(variable, value))) return state;
    return withScope(state, scope, new Map(state.scopes.get(scope)).set(name, intValue(value)));
  }, exit);
}

/** The number of iterations where the test fails: a comparison that holds by one less with each of them fails by one. */
function iterationsAt(
  machine: Machine,
  loop: Loop,
  changed: readonly Changed[],
  fresh: Point,
  exit: State,
  formAt: (at: number) => IntTerm | undefined,
): IntTerm | undefined {
  const { terms } = machine;
  const closed = new Map<Term, IntTerm>([[fresh.index, fresh.index]]);
  for (const [at, variable] of fresh.ints.entries()) closed.set(variable, formAt(at) ?? variable);
  const others = termsOf(fresh.state, changed);
  for (const distance of distancesOfTest(machine, loop, fresh.state, fresh.index)) {
    const left = afterwards(machine, distance, closed, others);
    const count = left && decided(machine, exit, terms.add(left, fresh.index, terms.one));
    if (count !== undefined && machine.isProved(exit, terms.eq(fresh.index, count)) && !mentions(count, fresh))
      return count;
  }
  return undefined;
}

function mentions(term: Term, fresh: Point): boolean {
  if (term === fresh.index || fresh.ints.some((one) => one === term)) return true;
  return term.kind === 'application' && term.args.some((part) => mentions(part, fresh));
}

/** The polynomial with its if-then-else atoms replaced by the branch that the state decides, as `max(0, n)` by `n`. */
function decided(machine: Machine, state: State, term: IntTerm): IntTerm {
  const { terms } = machine;
  if (term.kind !== 'application') return term;
  const parts = (): readonly IntTerm[] =>
    term.args.filter((part) => hasSort(part, 'int')).map((part) => decided(machine, state, part));
  switch (term.operator) {
    case 'ite': {
      const { condition, consequent, alternative } = iteParts(term);
      if (machine.isProved(state, condition)) return decided(machine, state, consequent);
      return machine.isProved(state, terms.not(condition)) ? decided(machine, state, alternative) : term;
    }
    case 'add':
      return parts().reduce((sum, part) => terms.add(sum, part), terms.zero);
    case 'mul':
      return parts().reduce((product, part) => terms.mul(product, part), terms.one);
    default:
      return term;
  }
}
