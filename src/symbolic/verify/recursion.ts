/** Induction on the depth of recursion: a recursive call does what the function's own contract says. */
import type { Condition } from '../contracts/contract.ts';
import { bindingsOf } from '../execute/bindings.ts';
import { changesBetween } from '../execute/changes.ts';
import type { Machine, SummariseCall } from '../execute/machine.ts';
import type { State } from '../execute/state.ts';
import { smaller } from '../execute/termination.ts';
import type { InputType } from '../inputs/input-type.ts';
import { readAnnotation } from '../inputs/read-annotation.ts';
import type { BoolTerm } from '../terms/term.ts';
import { type FunctionValue, NONE, type PlainValue, type Value } from '../values/value.ts';
import { ArgumentObjects } from './aliasing.ts';
import { type Asked, namesAfter, namesBefore } from './conditions.ts';
import type { Exploration, Subject } from './explore.ts';
import { type ArgumentMaker, symbolicArgument } from './parameters.ts';

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
  const { globals, nonlocals } = bindingsOf(definition.body);
  const { raises, snapshots } = contract;
  const unspoken = raises.length + snapshots.length + assertLines.length + globals.size + nonlocals.size;
  if (result === undefined || !isSummarised(result) || unspoken > 0) return undefined;
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
        machine.state = holds.state;
        machine.assume(holds.value);
      } else if (raised.length > 0 || machine.isFeasible(machine.terms.not(holds.value))) {
        machine.cut('recursion', `pre: ${condition.text} is not proved for a recursive call`);
      }
    }
  };
  let orders = permutations(
    definition.parameters.map(({ name }) => name).filter((name) => parameters.get(name)?.kind === 'int'),
  );
  return (callee: FunctionValue, args: ReadonlyMap<string, Value>): Value | undefined => {
    const isRecursive = callee.body === definition && machine.callStack.some((call) => call.name === callee.name);
    if (!isRecursive) return undefined;
    if (machine.guards > 0) {
      machine.cut('recursion', 'a try statement around a recursive call may see RecursionError');
    }
    if (changesBetween(entry, machine.state)?.length !== 0) {
      machine.cut('recursion', 'what lies outside the function is changed when it calls itself');
    }
    for (const { name, type } of types) {
      const value = args.get(name);
      if (value === undefined || type === undefined || !hasType(value, type)) {
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
      sizes: NO_SIZES,
      scope,
      sample: () => undefined,
      objects,
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

/** Orders of more integer parameters than this are not tried. */
const MOST_ORDERED = 3;

function permutations(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > MOST_ORDERED) return [];
  if (names.length === 0) return [[]];
  return names.flatMap((first) => permutations(names.filter((name) => name !== first)).map((rest) => [first, ...rest]));
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
    const [before, after] = [parameters.get(name ?? ''), args.get(name ?? '')];
    if (before?.kind !== 'int' || after?.kind !== 'int') return terms.false;
    const isSame = terms.eq(before.term, after.term);
    return terms.or(smaller(machine, after.term, before.term), terms.and(isSame, isSmaller(rest)));
  };
  return machine.isProved(machine.state, isSmaller(order));
}

/** Whether what was taken of recursive calls is true of every return: its type, and that nothing outside is changed. */
export function keepsItsWord({ definition, scope }: Subject, { entry, returns }: Exploration): boolean {
  const result = definition.returns && readAnnotation(definition.returns, scope);
  if (entry === undefined || result === undefined) return false;
  return returns.every(({ state, value }) => hasType(value, result) && changesBetween(entry, state)?.length === 0);
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

function hasType(value: Value, type: InputType): boolean {
  if (value.kind === 'union') return value.cases.every((one) => hasType(one.value, type));
  switch (type.kind) {
    case 'scalar':
      return value.kind === type.sort;
    case 'none':
      return value === NONE;
    case 'tuple':
      return isTupleOf(value, type.items);
    case 'choice':
      return type.options.some((option) => hasType(value, option));
    default:
      return false;
  }
}

function isTupleOf(value: PlainValue, types: readonly InputType[]): boolean {
  if (value.kind !== 'tuple' || value.items.length !== types.length) return false;
  return value.items.every((item, index) => {
    const type = types[index];
    return type !== undefined && hasType(item, type);
  });
}
