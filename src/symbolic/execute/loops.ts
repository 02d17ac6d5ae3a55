/** Loops: unrolled while another iteration is feasible; what lies beyond the limit is given up as undecided. */
import { rangeElement, rangeLength } from '../semantics/ranges.ts';
import { truth, use } from '../semantics/truth.ts';
import type { Statement } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { intValue, NONE, type PlainValue, strValue, typeName, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';
import type { Machine } from './machine.ts';
import { assume, type State } from './state.ts';
import { assign, executeBlock } from './statements.ts';

type While = Extract<Statement, { kind: 'while' }>;
type For = Extract<Statement, { kind: 'for' }>;

/** `while test: body else: orelse`. */
export function executeWhile(machine: Machine, loop: While): void {
  unroll(
    machine,
    loop,
    () => truth(machine, evaluate(machine, loop.test)),
    () => executeBlock(machine, loop.body),
  );
}

/** `for target in iterable: body else: orelse`. */
export function executeFor(machine: Machine, loop: For): void {
  if (loop.isAsync) machine.cut('async for', 'asynchronous iteration is not modelled');
  const iterable = evaluate(machine, loop.iterable);
  machine.dispatch(iterable, (value) => {
    const { holds, element } = iteration(machine, value);
    let index = 0;
    unroll(
      machine,
      loop,
      () => holds(index),
      () => {
        assign(machine, loop.target, element(index++));
        executeBlock(machine, loop.body);
      },
    );
    return NONE;
  });
}

/** How an iterable is walked: whether there is an element at a position, and which. */
interface Iteration {
  readonly holds: (index: number) => BoolTerm;
  readonly element: (index: number) => Value;
}

function iteration(machine: Machine, value: PlainValue): Iteration {
  const { terms } = machine;
  switch (value.kind) {
    case 'tuple':
      return {
        holds: (index) => terms.bool(index < value.items.length),
        element: (index) => value.items[index] ?? machine.cut('iteration', 'a tuple position outside its bounds'),
      };
    case 'range': {
      const length = rangeLength(terms, value);
      return {
        holds: (index) => terms.lt(terms.int(index), length),
        element: (index) => intValue(rangeElement(terms, value, terms.int(index))),
      };
    }
    case 'str': {
      const length = terms.length(value.term);
      return {
        holds: (index) => terms.lt(terms.int(index), length),
        element: (index) => strValue(terms.substr(value.term, terms.int(index), terms.one)),
      };
    }
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
    default:
      return machine.cut('iteration', `iteration over a value of type ${typeName(value)} is not modelled`);
  }
}

/**
 * Runs a loop iteration by iteration. Paths that leave it wait until all of it has run and are then joined.
 * Iterations that known values decide are bounded by the step budget alone.
 */
function unroll(machine: Machine, loop: While | For, test: () => BoolTerm, body: () => void): void {
  const { jumps, terms, limits } = machine;
  const breaks: State[] = [];
  const exits: State[] = [];
  const continues: State[] = [];
  machine.jumps = { ...jumps, breaks, continues };
  try {
    let dependent = 0;
    let current: State | undefined = machine.state;
    while (current !== undefined) {
      machine.step();
      const tested = machine.attempt(current, test);
      if (tested === undefined) break;
      const entered = enter(machine, tested.state, tested.value, exits);
      if (entered === undefined) break;
      if (entered.isDependent && ++dependent > limits.unrolling) {
        machine.attempt(entered.state, () =>
          machine.cut(
            'loop',
            `the loop was unrolled ${limits.unrolling} times, and inputs exist that run it longer`,
            loop.span.line,
          ),
        );
        break;
      }
      continues.length = 0;
      const end = machine.attempt(entered.state, body);
      current = joinStates(machine, [...(end === undefined ? [] : [end.state]), ...continues]);
    }
  } finally {
    machine.jumps = jumps;
  }
  const exhausted = joinStates(machine, exits);
  const completed =
    exhausted === undefined ? undefined : machine.attempt(exhausted, () => executeBlock(machine, loop.orelse));
  const after = joinStates(machine, [...(completed === undefined ? [] : [completed.state]), ...breaks]);
  if (after === undefined) machine.assume(terms.false);
  else machine.state = after;
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
  const isDependent = test.kind !== 'literal';
  const decided = machine.attempt(state, () => machine.assume(side === 'yes' ? test : terms.not(test)));
  if (decided === undefined) return undefined;
  if (side === 'yes') return { state: decided.state, isDependent };
  exits.push(decided.state);
  return undefined;
}

function joinStates(machine: Machine, states: readonly State[]): State | undefined {
  const ends = states.map((state) => ({ state, value: NONE }));
  return machine.attempt(machine.state, () => machine.continueFromAll(ends))?.state;
}
