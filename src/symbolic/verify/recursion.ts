/** Induction on the depth of recursion: a recursive call does what the function's own contract says. */

import type { Condition } from '../contracts/contract.ts';
import { bindingsOf } from '../execute/bindings.ts';
import { changesBetween } from '../execute/changes.ts';
import { smaller } from '../execute/termination.ts';
import type { InputType } from '../inputs/input-type.ts';
import { readAnnotation } from '../inputs/read-annotation.ts';
import type { SummariseCall } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { type FunctionValue, NONE, type ObjectId, type PlainValue, type Value } from '../values/value.ts';
import { ArgumentObjects } from './aliasing.ts';
import { type Asked, namesAfter, namesBefore } from './conditions.ts';
import type { Exploration, Subject } from './exploration.ts';
import { symbolicArgument } from './parameters.ts';
import type { ArgumentMaker } from './symbolic-argument.ts';

/** Evaluates a condition in a state, with these names. */
type Ask = (state: State, condition: Condition, names: ReadonlyMap<string, Value>) => Asked;

/**
 * Describes recursive calls of the subject by its contract, which is what is to be proved of it, as long as their arguments decrease
 * in some lexicographic order. Undefined where the contract says too little: without return type, with exceptions allowed, or
 * for a function that assigns variables outside itself.
 * @param entry the state in which the call under analysis begins, which is the only one that the contract is proved for
 * @param parameters the arguments of the call under analysis
 */
export function recursionByContract(
  machine: Machine,
  { definition, contract, assertLines, scope, types }: Subject,
  entry: State,
  parameters: ReadonlyMap<string, Value>,
  ask: Ask,
): SummariseCall | undefined {
  const result = definition.returns && readAnnotation(definition.returns, scope);
  const { globals, nonlocals, yields } = bindingsOf(definition.body);
  const { raises, snapshots } = contract;
  const unspoken = raises.length + snapshots.length + assertLines.length + globals.size + nonlocals.size;
  if (result === undefined || !isSummarised(result) || unspoken > 0 || yields) return undefined;
  const holdsFor = (
    conditions: readonly Condition[],
    names: ReadonlyMap<string, Value>,
    use: 'prove' | 'assume',
  ): void => {
    for (const condition of conditions) {
      const { holds, raised, cuts } = ask(machine.state, condition, names);
      if (holds === undefined || cuts.length > 0)
        machine.cut('recursion', `${condition.text} is not decided for a recursive call`);
      if (use === 'assume') {
        machine.continueFrom(holds.state);
        machine.assume(holds.value);
      } else if (raised.length > 0 || machine.isFeasible(machine.terms.not(holds.value))) {
        machine.cut('recursion', `pre: ${condition.text} is not proved for a recursive call`);
      }
    }
  };
  const isCache = (object: ObjectId): boolean => machine.isCache(object);
  let orders = permutations(
    definition.parameters.map(({ name }) => name).filter((name) => sizeOf(entry, parameters.get(name)) !== undefined),
  );
  return (callee: FunctionValue, args: ReadonlyMap<string, Value>): Value | undefined => {
    const isRecursive = callee.body === definition && machine.callStack.some((call) => call.name === callee.name);
    if (!isRecursive) return undefined;
    if (machine.isGuarded) {
      machine.cut('recursion', 'a try statement around a recursive call may see RecursionError');
    }
    if (changesBetween(withoutCaches(entry, isCache), withoutCaches(machine.state, isCache))?.length !== 0) {
      machine.cut('recursion', 'what lies outside the function is changed when it calls itself');
    }
    for (const { name, type } of types) {
      const value = args.get(name);
      if (value === undefined || type === undefined || !hasType(machine.state, value, type)) {
        machine.cut('recursion', `${name} of a recursive call is not of its declared type`);
      }
    }
    holdsFor(contract.preconditions, namesBefore(args), 'prove');
    orders = orders.filter((order) => decreases(machine, order, parameters, args));
    if (orders.length === 0)
      machine.cut('recursion', 'no order of the arguments is proved to decrease from call to call');
    const objects = new ArgumentObjects();
    const maker: ArgumentMaker = {
      machine,
      make: symbolicArgument,
      sizes: NO_SIZES,
      scope,
      sample: () => undefined,
      objects,
      sharing: undefined,
      line: machine.line,
      depth: 0,
      exists: machine.terms.true,
    };
    const { value } = symbolicArgument(maker, result, `call ${machine.line}.${machine.steps}`);
    holdsFor(contract.postconditions, namesAfter(args, value, args, new Map()), 'assume');
    return value;
  };
}

/** Results have no containers, whose sizes would matter. */
const NO_SIZES = { most: () => 0 };

/** Orders of more such parameters than this are not tried. */
const MOST_ORDERED = 3;

function permutations(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > MOST_ORDERED) return [];
  if (names.length === 0) return [[]];
  return names.flatMap((first) => permutations(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
}

/** What decreases from call to call: an integer itself, or the length of a sequence. */
function sizeOf({ heap }: State, value: Value | undefined): IntTerm | undefined {
  if (value?.kind === 'int') return value.term;
  const content = value?.kind === 'list' ? heap.get(value.object) : value;
  return content?.kind === 'sequence' ? content.length : undefined;
}

/** Whether the arguments are smaller than the parameters in the lexicographic order of these names. */
function decreases(
  machine: Machine,
  order: readonly string[],
  parameters: ReadonlyMap<string, Value>,
  args: ReadonlyMap<string, Value>,
): boolean {
  const { terms } = machine;
  const isSmaller = ([name, ...rest]: readonly string[]): BoolTerm => {
    const before = sizeOf(machine.state, parameters.get(name ?? ''));
    const after = sizeOf(machine.state, args.get(name ?? ''));
    if (before === undefined || after === undefined) return terms.false;
    return terms.or(smaller(machine, after, before), terms.and(terms.eq(before, after), isSmaller(rest)));
  };
  return machine.isProved(machine.state, isSmaller(order));
}

/** Whether what was taken of recursive calls is true of every return: its type, and that nothing outside is changed. */
export function keepsItsWord({ definition, scope }: Subject, { entry, returns, kept }: Exploration): boolean {
  const result = definition.returns && readAnnotation(definition.returns, scope);
  if (entry === undefined || result === undefined) return false;
  const before = withoutCaches(entry, kept.isCache);
  return returns.every(
    ({ state, value }) =>
      hasType(state, value, result) && changesBetween(before, withoutCaches(state, kept.isCache))?.length === 0,
  );
}

/** The state but for the results that decorators keep: they are those that the same calls give again. */
function withoutCaches(state: State, isCache: (object: ObjectId) => boolean): State {
  return { ...state, heap: new Map([...state.heap].filter(([object]) => !isCache(object))) };
}

/** Whether values of a type are nothing but terms, so that fresh variables describe any of them. */
function isSummarised(type: InputType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'none':
      return true;
    case 'tuple':
      return type.items.every(isSummarised);
    case 'choice':
      return type.options.every(isSummarised);
    default:
      return false;
  }
}

function hasType(state: State, value: Value, type: InputType): boolean {
  if (value.kind === 'union') return value.cases.every((one) => hasType(state, one.value, type));
  switch (type.kind) {
    case 'scalar':
      return value.kind === type.sort;
    case 'none':
      return value === NONE;
    case 'tuple':
      return isTupleOf(state, value, type.items);
    case 'tuples':
      return holdsOnly(state, value, type.element);
    case 'list': {
      const content = value.kind === 'list' && value.class === undefined ? state.heap.get(value.object) : undefined;
      return content !== undefined && holdsOnly(state, content, type.element);
    }
    case 'choice':
      return type.options.some((option) => hasType(state, value, option));
    default:
      return false;
  }
}

/** Whether a tuple, of known or of any length, holds nothing but values of a type. */
function holdsOnly(state: State, content: Value, type: InputType): boolean {
  if (content.kind === 'sequence') return hasType(state, content.element, type);
  return content.kind === 'tuple' && content.items.every((item) => hasType(state, item, type));
}

function isTupleOf(state: State, value: PlainValue, types: readonly InputType[]): boolean {
  if (value.kind !== 'tuple' || value.items.length !== types.length) return false;
  return value.items.every((item, index) => {
    const type = types[index];
    return type !== undefined && hasType(state, item, type);
  });
}
