/** Evaluates conditions of a contract, symbolically and as text for CPython. */
import { CALL_PARTS } from '../contracts/callables.ts';
import type { Condition, Contract } from '../contracts/contract.ts';
import { mutationObligation } from '../contracts/contract.ts';
import { evaluate } from '../execute/expressions.ts';
import { callFunction } from '../execute/functions.ts';
import { frameOf } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { Cut, Raised } from '../machine/outcomes.ts';
import type { State } from '../machine/state.ts';
import type { ConditionText, ContractProperty } from '../replay/trial.ts';
import { truth } from '../semantics/objects/truth.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { PlainValue, ScopeId, Value } from '../values/value.ts';
import type { CalleeContract } from './callee-contracts.ts';

/** A condition's value at the end of a path, and the paths on which it has none. */
export interface Asked {
  readonly holds: { readonly state: State; readonly value: BoolTerm } | undefined;
  readonly raised: readonly Raised[];
  readonly cuts: readonly Cut[];
}

type Names = ReadonlyMap<string, Value>;

/** Evaluates a condition in a state, over the module's names and these. */
export function askCondition(
  machine: Machine,
  globals: readonly ScopeId[],
  state: State,
  condition: Condition,
  names: Names,
): Asked {
  return askTerm(machine, state, () => truth(machine, conditionValue(machine, globals, condition, names)));
}

/** Asks what a term comes to when it is made in a state. */
export function askTerm(machine: Machine, state: State, make: () => BoolTerm): Asked {
  const { value: holds, effects } = machine.withhold(() => machine.attempt(state, make));
  return { holds, raised: effects.raised, cuts: effects.cuts };
}

/** What a condition's expression, or the function that it is, gives in the current state. */
export function conditionValue(
  machine: Machine,
  globals: readonly ScopeId[],
  { expression, args }: Condition,
  names: Names,
): Value {
  if (args === undefined) {
    const scope = machine.openScope(new Map<string, Value>([['implies', IMPLIES], ...names]));
    return machine.withFrame(frameOf([scope, ...globals]), () => evaluate(machine, expression));
  }
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  for (const { keyword, name } of args) {
    const value = names.get(name);
    if (value === undefined) throw new TypeError(`a condition takes ${name}, which the call does not have`);
    if (keyword === undefined) positional.push(value);
    else named.set(keyword, value);
  }
  return machine.withFrame(frameOf(globals), () =>
    machine.dispatch(evaluate(machine, expression), (callee) => {
      if (callee.kind === 'function') return callFunction(machine, callee, { positional, named });
      if (callee.kind === 'unmodelled') return use(machine, callee);
      return machine.cut('condition', `a condition that is a ${callee.kind} is not modelled`);
    }),
  );
}

const IMPLIES: PlainValue = { kind: 'builtin', name: 'implies' };

/** The names that preconditions and snapshots have, parameters included. */
export function namesBefore(args: Names): Names {
  return new Map<string, Value>([...args, [CALL_PARTS.bag, bag(args)]]);
}

/** The names that postconditions have; `old` are the arguments as they were, and `snapshots` what was taken then. */
export function namesAfter(args: Names, returned: Value, old: Names, snapshots: Names): Names {
  return new Map<string, Value>([
    ...args,
    ['__return__', returned],
    ['_', returned],
    ['__old__', { kind: 'namespace', entries: old }],
    [CALL_PARTS.snapshots, { kind: 'namespace', entries: snapshots }],
    [CALL_PARTS.bag, bag(new Map([...args, ['result', returned]]))],
  ]);
}

/** deal's `_`: entries as attributes, and in brackets as items. It is a dict, whose methods its attributes do not hide. */
function bag(values: Names): Value {
  const entries = new Map<string, Value>([...values].map(([name, value]) => [`[${name}]`, value]));
  for (const [name, value] of values) {
    const isMethod = DICT_METHODS.has(name);
    entries.set(name, isMethod ? { kind: 'unmodelled', construct: `_.${name}`, line: 0 } : value);
  }
  return { kind: 'namespace', entries };
}

const DICT_METHODS: ReadonlySet<string> = new Set([
  'clear',
  'copy',
  'fromkeys',
  'get',
  'items',
  'keys',
  'pop',
  'popitem',
  'setdefault',
  'update',
  'values',
]);

/** What CPython judges a call by. */
export function contractProperty(contract: Contract): ContractProperty {
  const { mutable } = contract;
  return {
    kind: 'contract',
    preconditions: contract.preconditions.map(conditionText),
    assertLines: contract.assertLines,
    postconditions: contract.postconditions.map(conditionText),
    snapshots: contract.snapshots.map(({ name, capture }) => ({ name, capture: conditionText(capture) })),
    kept: contract.kept.map(conditionText),
    raises: contract.raises,
    ...(contract.documented.length > 0 && { documented: contract.documented }),
    ...(mutable === undefined ? {} : { mutation: { except: mutable, obligation: mutationObligation(mutable) } }),
  };
}

/** The invariants that arguments meet, as CPython evaluates them. */
export function invariantTexts({ invariants }: Contract): NonNullable<ContractProperty['invariants']> {
  return invariants.map(({ className, conditions }) => ({ className, conditions: conditions.map(conditionText) }));
}

/** What constructors ask of those who call them, as CPython evaluates it. */
export function constructorTexts(callees: readonly CalleeContract[]): NonNullable<ContractProperty['constructors']> {
  return callees.flatMap(({ definition, owner, preconditions }) =>
    owner === undefined || definition.name !== '__init__'
      ? []
      : [{ className: owner.name, conditions: preconditions.map(conditionText) }],
  );
}

/** A condition as CPython evaluates it. */
export function conditionText({ text, line, source, args }: Condition): ConditionText {
  return { text, line, source, ...(args === undefined ? {} : { args }) };
}
