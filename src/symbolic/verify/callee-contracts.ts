/** Preconditions of the functions that are called: obligations at a call, and what the objects among the arguments were made under. */
import { type Condition, extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import type { SummariseCall } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { CalleeText } from '../replay/trial.ts';
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import type { TreeParser } from '../syntax/parse.ts';
import type { FunctionValue, ScopeId, Value } from '../values/value.ts';
import { type Asked, askCondition, conditionText, namesBefore } from './conditions.ts';

/** The preconditions of functions, and of methods of the class where there is one. */
export interface CalleeContract {
  readonly definition: FunctionDef;
  readonly owner: ClassDef | undefined;
  readonly preconditions: readonly Condition[];
}

/** What messages call it. */
export function calleeName({ definition, owner }: CalleeContract): string {
  if (owner === undefined) return definition.name;
  return isConstructor(definition) ? owner.name : `${owner.name}.${definition.name}`;
}

function isConstructor({ name }: FunctionDef): boolean {
  return name === '__init__';
}

/** What they ask, as CPython evaluates it where they are called. */
export function calleeTexts(contracts: readonly CalleeContract[]): readonly CalleeText[] {
  return contracts.map((contract) => ({
    name: calleeName(contract),
    function: contract.definition.name,
    line: contract.definition.span.line,
    isConstructor: contract.owner !== undefined && isConstructor(contract.definition),
    conditions: contract.preconditions.map(conditionText),
  }));
}

/** The functions and methods of a module that have preconditions. */
export function calleeContracts(module: Module, parser: TreeParser): readonly CalleeContract[] {
  return module.body.flatMap((statement) => {
    if (statement.kind === 'function') return contractOf(statement, undefined, module, parser);
    if (statement.kind !== 'class') return [];
    return statement.body.flatMap((member) =>
      member.kind === 'function' ? contractOf(member, statement, module, parser) : [],
    );
  });
}

function contractOf(
  definition: FunctionDef,
  owner: ClassDef | undefined,
  module: Module,
  parser: TreeParser,
): readonly CalleeContract[] {
  try {
    const { preconditions } = extractContract(definition, module, parser, owner);
    return preconditions.length === 0 ? [] : [{ definition, owner, preconditions }];
  } catch (error) {
    // nobody has asked about this function
    if (error instanceof ContractSyntaxError) return [];
    throw error;
  }
}

function contractOfCall({ body }: FunctionValue, contracts: readonly CalleeContract[]): CalleeContract | undefined {
  return contracts.find(({ definition }) => definition === body);
}

/**
 * Notes the calls that may break a precondition of what they call; the paths go on.
 * @param summarise gives the result of a call without running it
 */
export function obligingCalls(
  machine: Machine,
  contracts: readonly CalleeContract[],
  ask: (state: State, condition: Condition, names: ReadonlyMap<string, Value>) => Asked,
  summarise: SummariseCall | undefined,
): SummariseCall {
  return (callee, parameters) => {
    const calledAt = machine.line;
    const contract = contractOfCall(callee, contracts);
    for (const condition of contract?.preconditions ?? []) {
      const { holds, raised, cuts } = ask(machine.state, condition, namesBefore(parameters));
      const isDecided = holds !== undefined && raised.length + cuts.length === 0;
      if (isDecided && machine.isProved(holds.state, holds.value)) continue;
      const obligation = `pre: ${condition.text} of ${contract === undefined ? callee.name : calleeName(contract)}`;
      const message = `${obligation} is not proved where it is called`;
      const broken = { obligation, line: calledAt };
      if (isDecided) machine.oblige(holds.state, holds.value, broken, 'precondition', message);
      else machine.attempt(machine.state, () => machine.cut('precondition', message, calledAt));
    }
    // a condition has lines of its own
    machine.moveTo(calledAt);
    return summarise?.(callee, parameters);
  };
}

/** Assumes the preconditions of what is called: no other objects are made. */
export function admittingCalls(
  machine: Machine,
  contracts: readonly CalleeContract[],
  globals: readonly ScopeId[],
): SummariseCall {
  return (callee, parameters) => {
    for (const condition of contractOfCall(callee, contracts)?.preconditions ?? []) {
      const { holds, cuts } = askCondition(machine, globals, machine.state, condition, namesBefore(parameters));
      if (holds === undefined || cuts.length > 0) {
        machine.cut('precondition', `pre: ${condition.text} of ${callee.name} is not decided for an argument`);
      }
      machine.continueFrom(holds.state);
      machine.assume(holds.value);
    }
    return undefined;
  };
}
