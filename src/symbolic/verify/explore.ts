/** Explores a function from symbolic arguments that meet its preconditions. */
import type { Condition, Contract } from '../contracts/contract.ts';
import { runFunction } from '../execute/functions.ts';
import type { Cut, Machine, Raised, Returned } from '../execute/machine.ts';
import { executeModule } from '../execute/module.ts';
import { readName } from '../execute/names.ts';
import type { State } from '../execute/state.ts';
import type { Reason } from '../service.ts';
import type { FunctionDef, Module } from '../syntax/ast.ts';
import { unparse } from '../syntax/unparse.ts';
import type { Terms } from '../terms/strings.ts';
import type { Value } from '../values/value.ts';
import { type Asked, askCondition, conditionValue, namesAfter, namesBefore } from './conditions.ts';
import { type SymbolicArgument, symbolicArgument, typeOfParameter } from './parameters.ts';
import { recursionByContract } from './recursion.ts';

/** What is analysed. */
export interface Subject {
  readonly module: Module;
  readonly definition: FunctionDef;
  readonly contract: Contract;
  /** Lines of leading asserts that state which inputs the function is for, instead of failing. */
  readonly assertLines: readonly number[];
  /** Whether the contract is what is to be proved, so that induction may rest on it. */
  readonly isContractProved: boolean;
  /** The names that annotations of the module may use. */
  readonly scope: TypeScope;
  /** What the arguments are taken to be. */
  readonly types: readonly ArgumentType[];
}

/** Every way in which the function ends for arguments that meet its preconditions. */
export interface Exploration {
  readonly terms: Terms;
  readonly args: ReadonlyMap<string, SymbolicArgument>;
  /** The state in which the function is entered; undefined where no argument meets the preconditions. */
  readonly entry: State | undefined;
  readonly returns: readonly Returned[];
  readonly raised: readonly Raised[];
  readonly cuts: readonly Cut[];
  /** Names of the exceptions that preconditions raise, which excludes inputs as well. */
  readonly preconditionErrors: readonly string[];
  /** Whether recursive calls were described by the contract instead of run. */
  readonly restsOnContract: boolean;
  /** What the contract's snapshots took at the entry. */
  readonly snapshots: ReadonlyMap<string, Value>;
  /** Evaluates a condition over these names in a state of this exploration. */
  readonly ask: (state: State, condition: Condition, names: ReadonlyMap<string, Value>) => Asked;
}

/** The function cannot be explored at all. */
export class Unexplorable extends Error {
  override readonly name = 'Unexplorable';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Explores `subject`. Throws {@link Unexplorable}, and what the machine throws when its budgets are spent. */
export function explore(machine: Machine, subject: Subject): Exploration {
  const { terms } = machine;
  const { definition, contract, module } = subject;
  executeModule(machine, module);
  const target = machine.attempt(machine.state, () => readName(machine, definition.name))?.value;
  if (target?.kind !== 'function' || target.body !== definition)
    throw new Unexplorable(notAFunction(definition, target));
  const args = symbolicArguments(machine, definition);
  const values = new Map([...args].map(([name, argument]) => [name, argument.value]));
  const globals = machine.frame.scopes;
  const before = namesBefore(values);
  const ask: Exploration['ask'] = (state, condition, names) => askCondition(machine, globals, state, condition, names);
  // a path on which a precondition is not decided stays undecided
  const undecided: Cut[] = [];
  const preconditionErrors: string[] = [];
  const entry = contract.preconditions.reduce<State | undefined>((state, condition) => {
    const asked = state && ask(state, condition, before);
    undecided.push(...(asked?.cuts ?? []));
    preconditionErrors.push(...(asked?.raised ?? []).map(({ exception }) => exception.class.name));
    const holds = asked?.holds;
    return holds && machine.attempt(holds.state, () => machine.assume(holds.value))?.state;
  }, machine.state);
  const entered = entry && machine.attempt(entry, () => machine.isFeasible());
  if (entered?.value !== true)
    return {
      terms,
      args,
      entry: undefined,
      returns: [],
      raised: [],
      cuts: undecided,
      preconditionErrors,
      restsOnContract: false,
      snapshots: new Map(),
      ask,
    };
  if (machine.limits.isInductive && subject.isContractProved) {
    machine.summariseCall = recursionByContract(machine, subject, entered.state, values, ask);
  }
  const cutsBefore = machine.cuts.length;
  const raised: Raised[] = [];
  machine.raised = raised;
  const snapshots = new Map<string, Value>();
  const ends = machine.attempt(entered.state, () => {
    for (const { name, capture } of contract.snapshots) {
      snapshots.set(name, conditionValue(machine, globals, capture, before));
    }
    return runFunction(machine, target, values);
  });
  const counted = raised.filter((one) => !rejectsInput(subject, one));
  return {
    terms,
    args,
    entry: entered.state,
    returns: ends?.value ?? [],
    raised: counted,
    cuts: [...undecided, ...machine.cuts.slice(cutsBefore)],
    preconditionErrors,
    restsOnContract: machine.summarisedCalls > 0,
    snapshots,
    ask,
  };
}

function notAFunction(definition: FunctionDef, value: Value | undefined): Reason {
  const construct = value?.kind === 'unmodelled' ? value.construct : `function ${definition.name}`;
  return { line: definition.span.line, construct, message: `${construct} is not modelled` };
}

function symbolicArguments(machine: Machine, definition: FunctionDef): ReadonlyMap<string, SymbolicArgument> {
  const args = new Map<string, SymbolicArgument>();
  for (const parameter of definition.parameters) {
    const { name, kind, span } = parameter;
    const type = kind === 'vararg' || kind === 'kwarg' ? undefined : typeOfParameter(parameter);
    if (type === undefined) {
      const { annotation } = parameter;
      const construct = annotation === undefined ? kind : `parameter of type ${unparse(annotation)}`;
      throw new Unexplorable({ line: span.line, construct, message: `${name}: a ${construct} is not modelled` });
    }
    args.set(name, symbolicArgument(machine, type, name));
  }
  return args;
}

/** A leading assertion of the function itself that fails means that the input is not one the function is for. */
function rejectsInput({ assertLines }: Subject, { depth, exception, line }: Raised): boolean {
  return depth === 1 && exception.class.name === 'AssertionError' && assertLines.includes(line);
}

/** The names a postcondition has. */
export function postconditionNames({ args, snapshots }: Exploration, returned: Value): ReadonlyMap<string, Value> {
  const values = new Map([...args].map(([name, argument]) => [name, argument.value]));
  return namesAfter(values, returned, values, snapshots);
}
