/** Explores a function from symbolic arguments that meet its preconditions. */
import type { Condition, Contract } from '../contracts/contract.ts';
import { evaluate } from '../execute/expressions.ts';
import { runFunction } from '../execute/functions.ts';
import type { Cut, Frame, Machine, Raised, Returned } from '../execute/machine.ts';
import { executeModule } from '../execute/module.ts';
import { readName } from '../execute/names.ts';
import type { State } from '../execute/state.ts';
import { truth } from '../semantics/truth.ts';
import type { Reason } from '../service.ts';
import type { FunctionDef, Module } from '../syntax/ast.ts';
import { unparse } from '../syntax/unparse.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { PlainValue, ScopeId, Value } from '../values/value.ts';
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
  /** Evaluates a condition over the arguments in a state of this exploration, `extra` names added. */
  readonly ask: (state: State, condition: Condition, extra: ReadonlyMap<string, Value>) => Asked;
}

/** A condition's value at the end of a path, and the paths on which it has none. */
export interface Asked {
  readonly holds: { readonly state: State; readonly value: BoolTerm } | undefined;
  readonly raised: readonly Raised[];
  readonly cuts: readonly Cut[];
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
  const ask: Exploration['ask'] = (state, condition, extra) =>
    evaluateCondition(machine, globals, state, condition, new Map([...values, ...extra]));
  // a path on which a precondition is not decided stays undecided
  const undecided: Cut[] = [];
  const preconditionErrors: string[] = [];
  const entry = contract.preconditions.reduce<State | undefined>((state, condition) => {
    const asked = state && ask(state, condition, new Map());
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
      ask,
    };
  if (machine.limits.isInductive && subject.isContractProved) {
    const askOf: typeof ask = (state, condition, names) => evaluateCondition(machine, globals, state, condition, names);
    machine.summariseCall = recursionByContract(machine, subject, entered.state, values, askOf);
  }
  const cutsBefore = machine.cuts.length;
  const raised: Raised[] = [];
  machine.raised = raised;
  const ends = machine.attempt(entered.state, () => runFunction(machine, target, values));
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

function evaluateCondition(
  machine: Machine,
  globals: readonly ScopeId[],
  state: State,
  condition: Condition,
  names: ReadonlyMap<string, Value>,
): Asked {
  const outer = { frame: machine.frame, raised: machine.raised };
  const cutsBefore = machine.cuts.length;
  const raised: Raised[] = [];
  const implies: PlainValue = { kind: 'builtin', name: 'implies' };
  machine.raised = raised;
  try {
    const holds = machine.attempt(state, () => {
      const scope = machine.openScope(new Map<string, Value>([['implies', implies], ...names]));
      const frame: Frame = {
        scopes: [scope, ...globals],
        globals: new Set(),
        nonlocals: new Set(),
      };
      machine.frame = frame;
      return truth(machine, evaluate(machine, condition.expression));
    });
    return { holds, raised, cuts: machine.cuts.splice(cutsBefore) };
  } finally {
    machine.frame = outer.frame;
    machine.raised = outer.raised;
  }
}

/** The names a postcondition has beside the parameters. */
export function postconditionNames(exploration: Exploration, returned: Value): ReadonlyMap<string, Value> {
  const entries = new Map([...exploration.args].map(([name, argument]) => [name, argument.value]));
  return new Map<string, Value>([
    ['__return__', returned],
    ['_', returned],
    ['__old__', { kind: 'namespace', entries }],
  ]);
}
