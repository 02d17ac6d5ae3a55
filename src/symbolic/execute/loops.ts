/** Loops: unrolled while another iteration is feasible; what lies beyond the limit is given up as undecided. */
import { iterationOf } from '../semantics/iteration.ts';
import { truth } from '../semantics/truth.ts';
import type { Statement } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { NONE, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';
import type { Machine } from './machine.ts';
import { assume, type State } from './state.ts';
import { assign, executeBlock } from './statements.ts';

type While = Extract<Statement, { kind: 'while' }>;
type For = Extract<Statement, { kind: 'for' }>;

/** `while test: body else: orelse`. */
export function executeWhile(machine: Machine, loop: While): void {
  unroll(machine, {
    line: loop.span.line,
    test: () => truth(machine, evaluate(machine, loop.test)),
    body: () => executeBlock(machine, loop.body),
    orelse: () => executeBlock(machine, loop.orelse),
  });
}

/** `for target in iterable: body else: orelse`. */
export function executeFor(machine: Machine, loop: For): void {
  if (loop.isAsync) machine.cut('async for', 'asynchronous iteration is not modelled');
  iterate(
    machine,
    evaluate(machine, loop.iterable),
    loop.span.line,
    (element) => {
      assign(machine, loop.target, element);
      executeBlock(machine, loop.body);
    },
    () => executeBlock(machine, loop.orelse),
  );
}

/** Runs `body` for every element of an iterable, and `orelse` where no `break` left the loop. */
export function iterate(
  machine: Machine,
  iterable: Value,
  line: number,
  body: (element: Value) => void,
  orelse: () => void = () => {},
): void {
  machine.dispatch(iterable, (value) => {
    const { hasElement, element } = iterationOf(machine, value);
    let index = 0;
    unroll(machine, { line, test: () => hasElement(index), body: () => body(element(index++)), orelse });
    return NONE;
  });
}

interface Loop {
  /** 1-based line of the loop. */
  readonly line: number;
  readonly test: () => BoolTerm;
  readonly body: () => void;
  readonly orelse: () => void;
}

/**
 * Runs a loop iteration by iteration. Paths that leave it wait until all of it has run and are then joined.
 * Iterations that known values decide are bounded by the step budget alone.
 */
function unroll(machine: Machine, loop: Loop): void {
  const { jumps, terms } = machine;
  const breaks: State[] = [];
  const exits: State[] = [];
  const continues: State[] = [];
  machine.jumps = { ...jumps, breaks, continues };
  try {
    let dependent = 0;
    let current: State | undefined = machine.state;
    while (current !== undefined) {
      const tested = machine.attempt(current, () => {
        machine.step();
        return loop.test();
      });
      const entered = tested && enter(machine, tested.state, tested.value, exits);
      if (entered === undefined) break;
      if (entered.isDependent && ++dependent > machine.limits.unrolling) {
        giveUp(machine, loop, entered.state);
        break;
      }
      continues.length = 0;
      const end = machine.attempt(entered.state, loop.body);
      current = joinStates(machine, [...(end === undefined ? [] : [end.state]), ...continues]);
    }
  } finally {
    machine.jumps = jumps;
  }
  const exhausted = joinStates(machine, exits);
  const completed = exhausted && machine.attempt(exhausted, loop.orelse);
  const after = joinStates(machine, [...(completed === undefined ? [] : [completed.state]), ...breaks]);
  if (after === undefined) machine.assume(terms.false);
  else machine.state = after;
}

function giveUp(machine: Machine, loop: Loop, state: State): void {
  const { unrolling } = machine.limits;
  const message = `the loop was unrolled ${unrolling} times, and inputs exist that run it longer`;
  machine.attempt(state, () => machine.cut('loop', message, loop.line));
}

/** Splits a state at the loop's test: the leaving side is collected, the entering side returned while it is feasible. */
function enter(
  machine: Machine,
  state: State,
  test: BoolTerm,
  exits: State[],
): { readonly state: State; readonly isDependent: boolean } | undefined {
  const { terms } = machine;
  const side = machine.attempt(state, () => machine.openSide(test))?.value;
  if (side === undefined) return undefined;
  if (side === 'both') {
    const half = { ...state, weight: state.weight / 2 };
    exits.push(assume(half, terms.not(test)));
    return { state: assume(half, test), isDependent: true };
  }
  const decided = machine.attempt(state, () => machine.assume(side === 'yes' ? test : terms.not(test)));
  if (decided === undefined) return undefined;
  if (side === 'yes') return { state: decided.state, isDependent: test.kind !== 'literal' };
  exits.push(decided.state);
  return undefined;
}

function joinStates(machine: Machine, states: readonly State[]): State | undefined {
  const ends = states.map((state) => ({ state, value: NONE }));
  return machine.attempt(machine.state, () => machine.continueFromAll(ends))?.state;
}
