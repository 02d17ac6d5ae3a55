/** Loops: unrolled while another iteration is feasible; what lies beyond the limit is given up as undecided. */

import type { Machine } from '../machine/machine.ts';
import { assume, type State } from '../machine/state.ts';
import { truth } from '../semantics/objects/truth.ts';
import type { Expression, Statement } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { evaluateIterable } from './displays.ts';
import { evaluate } from './expressions.ts';
import { summarise } from './induction.ts';
import { iterate } from './iterate.ts';
import { joinStates, type Loop, observeLoop } from './loop.ts';
import { assign, executeBlock } from './statements.ts';

type While = Extract<Statement, { kind: 'while' }>;
type For = Extract<Statement, { kind: 'for' }>;

/** `while test: body else: orelse`. */
export function executeWhile(machine: Machine, loop: While): void {
  unroll(machine, {
    decision: loop.test,
    line: loop.span.line,
    test: () => truth(machine, evaluate(machine, loop.test)),
    body: () => executeBlock(machine, loop.body),
    orelse: () => executeBlock(machine, loop.orelse),
    isBounded: false,
    isEndless: loop.test.kind === 'constant',
  });
}

/** `for target in iterable: body else: orelse`. */
export function executeFor(machine: Machine, loop: For): void {
  if (loop.isAsync) machine.cut('async for', 'asynchronous iteration is not modelled');
  iterate(machine, evaluateIterable(machine, loop.iterable), {
    line: loop.span.line,
    body: (element) => {
      assign(machine, loop.target, element);
      executeBlock(machine, loop.body);
    },
    orelse: () => executeBlock(machine, loop.orelse),
    decision: loop.iterable,
    isShared: mayBeShared(loop.iterable),
  });
}

/** Whether an iterator that the expression gives may be known to others: only a call makes a new one. */
export function mayBeShared(iterable: Expression): boolean {
  return iterable.kind !== 'call' && iterable.kind !== 'generator';
}

/** Runs a loop: iteration by iteration, or by induction where that is asked for and the first iterations do not end it. */
export function unroll(machine: Machine, loop: Loop): void {
  const { value: unrolled, effects } = machine.withhold(() => runIterations(machine, loop));
  const { heads, exits, rest } = unrolled;
  const summary = rest !== undefined && isInductive(machine) ? summarise(machine, loop, heads) : undefined;
  const { raised, cuts, returns, breaks } = summary?.effects ?? effects;
  machine.release({ raised, cuts, returns });
  if (rest !== undefined && summary === undefined) giveUp(machine, loop, rest);
  const exhausted = summary === undefined ? joinStates(machine, exits) : summary.exit;
  const completed = exhausted && machine.attempt(exhausted, loop.orelse);
  const after = joinStates(machine, [...(completed === undefined ? [] : [completed.state]), ...breaks]);
  if (after === undefined) machine.assume(machine.terms.false);
  else machine.continueFrom(after);
}

/** A loop that yields hands its elements to a loop outside it, which must see every iteration. */
function isInductive({ limits, frame }: Machine): boolean {
  return limits.isInductive && frame.onYield === undefined;
}

interface Unrolled {
  /** States at the test, one for each iteration. */
  readonly heads: readonly State[];
  /** States in which the test fails. */
  readonly exits: readonly State[];
  /** The state that enters the iteration beyond the limit, where inputs get there. */
  readonly rest: State | undefined;
}

/**
 * Runs iterations one after the other. Those that known values decide are bounded by the step budget alone; the others by
 * the limit of unrolling.
 */
function runIterations(machine: Machine, loop: Loop): Unrolled {
  const exits: State[] = [];
  const heads: State[] = [];
  let dependent = 0;
  let current: State | undefined = machine.state;
  while (current !== undefined) {
    const index = machine.terms.int(heads.length);
    heads.push(current);
    const tested = machine.attempt(current, () => {
      machine.step();
      return loop.test(index);
    });
    const entered = tested && enter(machine, loop, tested.state, tested.value, exits);
    if (entered === undefined) break;
    // where only the body ends the loop, an iteration that adds to the path condition depends on the inputs
    const isDependent = entered.isDependent || (loop.isEndless && current.condition !== heads.at(-2)?.condition);
    if (isDependent && ++dependent > machine.limits.unrolling) return { heads, exits, rest: entered.state };
    const end = machine.attempt(entered.state, () => loop.body(index));
    current = joinStates(machine, [...(end === undefined ? [] : [end.state]), ...machine.takeContinues()]);
  }
  return { heads, exits, rest: undefined };
}

function giveUp(machine: Machine, loop: Loop, state: State): void {
  const { unrolling } = machine.limits;
  const message = `the loop was unrolled ${unrolling} times, and inputs exist that run it longer`;
  const bound = machine.isApart ? undefined : `at most ${unrolling} rounds of each loop and comprehension`;
  machine.attempt(state, () => machine.cut('loop', message, loop.line, bound));
}

/** Splits a state at the loop's test: the leaving side is collected, the entering side returned while it is feasible. */
function enter(
  machine: Machine,
  loop: Loop,
  state: State,
  test: BoolTerm,
  exits: State[],
): { readonly state: State; readonly isDependent: boolean } | undefined {
  const { terms } = machine;
  const side = machine.attempt(state, () => machine.openSide(test))?.value;
  if (side === undefined) return undefined;
  if (side === 'both') {
    const half = { ...state, weight: state.weight / 2 };
    const [entered, left] = [assume(half, test), assume(half, terms.not(test))];
    observeLoop(machine, loop, true, entered);
    observeLoop(machine, loop, false, left);
    exits.push(left);
    return { state: entered, isDependent: true };
  }
  const decided = machine.attempt(state, () => machine.assume(side === 'yes' ? test : terms.not(test)));
  if (decided === undefined) return undefined;
  observeLoop(machine, loop, side === 'yes', decided.state);
  if (side === 'yes') return { state: decided.state, isDependent: test.kind !== 'literal' };
  exits.push(decided.state);
  return undefined;
}
