/** Explores a function from symbolic arguments that meet its preconditions. */

import type { Condition, Contract } from '../contracts/contract.ts';
import { deepCopy } from '../execute/deep-copy.ts';
import { executeModule } from '../execute/module.ts';
import { privateName, readName } from '../execute/names.ts';
import type { ArgumentType } from '../inputs/arguments.ts';
import { frameOf, type SummariseCall } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { Cut, Effects, Raised, Returned } from '../machine/outcomes.ts';
import { assume, INITIAL_STATE, type Joined, type State } from '../machine/state.ts';
import { candidatesOf } from '../replay/candidates.ts';
import { vocabularyOf } from '../replay/vocabulary.ts';
import { lookupInClass } from '../semantics/objects/lookup.ts';
import type { Reason } from '../service.ts';
import type { FunctionDef } from '../syntax/ast.ts';
import type { Terms } from '../terms/strings.ts';
import { type ObjectId, UNBOUND, type Value } from '../values/value.ts';
import { ArgumentObjects } from './aliasing.ts';
import { admittingCalls, obligingCalls } from './callee-contracts.ts';
import { classNamed } from './class-names.ts';
import { askCondition, askTerm, conditionValue, namesAfter, namesBefore } from './conditions.ts';
import type { EarlierCalls } from './earlier-calls.ts';
import { entryCall } from './entry-call.ts';
import { type Exploration, type Subject, Unexplorable } from './exploration.ts';
import { instancesIn, isLikeCopy, isUntouched } from './mutation.ts';
import { symbolicArgument } from './parameters.ts';
import { recursionByContract } from './recursion.ts';
import type { Sharing } from './sharing.ts';
import { sizesFor } from './sizes.ts';
import { type ArgumentMaker, type SymbolicArgument, unmodelled } from './symbolic-argument.ts';
import { aliasName } from './variables.ts';

/**
 * Explores `subject`. Throws {@link Unexplorable}, and what the machine throws when its budgets are spent.
 * @param earlier what earlier calls may have changed; without it there were none
 * @param sharing models objects among the arguments as perhaps one; without it they are distinct
 */
export function explore(machine: Machine, subject: Subject, sharing?: Sharing, earlier?: EarlierCalls): Exploration {
  const { terms } = machine;
  const { definition, contract, module } = subject;
  const { value: loading, effects: onLoading } = machine.withhold(() =>
    machine.attempt(INITIAL_STATE, () => executeModule(machine, module)),
  );
  if (loading === undefined) throw unexplorable(onLoading, definition);
  const { state: loaded, value: module_ } = loading;
  const globals = [module_];
  /** Follows the paths from a state on, in the module's scope. */
  const follow = <T>(state: State, work: () => T): Joined<T> | undefined =>
    machine.withFrame(frameOf(globals), () => machine.attempt(state, work));
  const target = follow(loaded, () => targetOf(machine, subject))?.value;
  const invocation = entryCall(machine, subject, target);
  if (invocation === undefined) throw new Unexplorable(notAFunction(definition, target));
  const objects = new ArgumentObjects();
  const { value: made, effects: onMaking } = machine.withhold(() =>
    machine.summarising(admittingCalls(machine, subject.callees, globals), () =>
      follow(loaded, () => symbolicArguments(machine, subject, objects, sharing)),
    ),
  );
  if (made === undefined) throw unexplorable(onMaking, definition);
  const args = made.value;
  const values = new Map([...args].map(([name, argument]) => [name, argument.value]));
  const before = namesBefore(values);
  const start = earlier?.after(machine, made.state, module_) ?? made.state;
  const keptBy = (ends: readonly State[]): Exploration['kept'] => ({
    loaded,
    ends: [made.state, ...ends],
    isCache: (object) => machine.isCache(object),
  });
  const named: Exploration['classNamed'] = (path) => classNamed(machine, loaded, globals, path);
  /** A cut where it matters whether two arguments are one object, which those here are not. */
  const aliased = (before: State, ends: readonly State[]): readonly Cut[] => {
    const pair = sharing?.isComplete === true ? undefined : objects.entangled(machine, before, ends);
    return pair === undefined ? [] : [aliasingCut(terms, before, definition, pair)];
  };
  let summarise: SummariseCall | undefined;
  const ask: Exploration['ask'] = (state, condition, names) => {
    const asked = machine.summarising(summarise, () => askCondition(machine, globals, state, condition, names));
    const ends = asked.holds === undefined ? [] : [asked.holds.state];
    return { ...asked, cuts: [...asked.cuts, ...aliased(state, ends)] };
  };
  // a path on which a precondition is not decided stays undecided; constructors' loops are none of the function's
  const undecided: Cut[] = onMaking.cuts.map(({ reason: { bound: _, ...reason }, ...cut }) => ({ ...cut, reason }));
  const preconditionErrors: string[] = [];
  const demands = [
    ...demandsOfInvariants(start, subject, [...values.values()]),
    ...contract.preconditions.map((condition) => ({ condition, names: before })),
  ];
  const entry = demands.reduce<State | undefined>((state, { condition, names }) => {
    const asked = state && ask(state, condition, names);
    // it was not the function that came to their lines
    undecided.push(...(asked?.cuts ?? []).map(({ state, reason }) => ({ state, reason })));
    preconditionErrors.push(...(asked?.raised ?? []).map(({ exception }) => exception.class.name));
    const holds = asked?.holds;
    return holds && machine.attempt(holds.state, () => machine.assume(holds.value))?.state;
  }, start);
  const entered = entry && machine.attempt(entry, () => machine.isFeasible());
  if (entered?.value !== true)
    return {
      terms,
      args,
      entry: undefined,
      returns: [],
      raised: [],
      cuts: undecided,
      breaches: [],
      preconditionErrors,
      restsOnContract: false,
      isEntangled: false,
      prints: false,
      old: values,
      snapshots: new Map(),
      ask,
      classNamed: named,
      kept: keptBy([]),
      askMutation: (state) => askTerm(machine, state, () => terms.true),
    };
  if (machine.limits.isInductive && subject.isContractProved && invocation.isTransparent) {
    summarise = recursionByContract(machine, subject, entered.state, values, ask);
  }
  const snapshots = new Map<string, Value>();
  const old = new Map(values);
  const copies = new Map<ObjectId, ObjectId>();
  const call = (): readonly Returned[] => {
    if (seesOld(contract)) for (const [name, value] of values) old.set(name, deepCopy(machine, value, copies));
    for (const { name, capture } of contract.snapshots) {
      snapshots.set(name, conditionValue(machine, globals, capture, before));
    }
    return invocation.run(withClass(machine, subject, ownArguments(subject, values)));
  };
  const calls = subject.isContractProved ? obligingCalls(machine, subject.callees, ask, summarise) : summarise;
  const { value: ends, effects } = machine.withhold(() =>
    machine.summarising(calls, () => machine.observing(subject.observer?.(), () => follow(entered.state, call))),
  );
  const { raised, cuts } = effects;
  const counted = raised.filter((one) => !rejectsInput(subject, one));
  const states = [...(ends?.value ?? []), ...raised].map(({ state }) => state);
  const entanglements = aliased(entered.state, states);
  undecided.push(...entanglements);
  return {
    terms,
    args,
    entry: entered.state,
    returns: ends?.value ?? [],
    raised: counted,
    cuts: [...undecided, ...cuts.filter(({ broken }) => broken === undefined)],
    breaches: cuts.flatMap(({ state, broken }) => (broken === undefined ? [] : [{ state, ...broken }])),
    preconditionErrors,
    restsOnContract: machine.summarisedCalls > 0,
    isEntangled: entanglements.length > 0,
    prints: machine.prints,
    old,
    snapshots,
    ask,
    classNamed: named,
    kept: keptBy(states),
    askMutation: (state) =>
      askTerm(machine, state, () => {
        const kept = [...values].filter(([name]) => contract.mutable?.includes(name) === false);
        const touched = kept.filter(([, value]) => !isUntouched(entered.state, state, value));
        return terms.and(...touched.map(([name, value]) => isLikeCopy(machine, old.get(name) ?? value, value)));
      }),
  };
}

/** The function, or the one that a class has as its method. */
function targetOf(machine: Machine, { definition, owner }: Subject): Value {
  const named = readName(machine, owner?.name ?? definition.name);
  if (owner === undefined || named.kind !== 'class') return named;
  const member = lookupInClass(machine, named.class, privateName(owner.name, definition.name));
  return member?.kind === 'descriptor' ? member.function : (member ?? UNBOUND);
}

/** The arguments of a class method are preceded by the class. */
function withClass(
  machine: Machine,
  { definition, owner }: Subject,
  values: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const [first] = definition.parameters;
  if (owner === undefined || first === undefined || values.has(first.name)) return values;
  return new Map([[first.name, readName(machine, owner.name)], ...values]);
}

/** What the invariants of their classes demand of the objects among the arguments; `__init__` is given one that has yet to meet them. */
function demandsOfInvariants(
  state: State,
  { contract, definition, owner }: Subject,
  values: readonly Value[],
): readonly { readonly condition: Condition; readonly names: ReadonlyMap<string, Value> }[] {
  const isConstructor = owner !== undefined && definition.name === '__init__';
  const found = values.slice(isConstructor ? 1 : 0).flatMap((value) => instancesIn(state, value));
  return [...new Map(found.map((instance) => [instance.object, instance])).values()].flatMap((instance) =>
    contract.invariants
      .filter(({ className }) => instance.class.mro.some(({ name }) => name === className))
      .flatMap(({ conditions }) => conditions)
      .map((condition) => ({ condition, names: new Map<string, Value>([['self', instance]]) })),
  );
}

function ownArguments({ ownNames }: Subject, values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map([...values].map(([name, value]) => [ownNames?.get(name) ?? name, value]));
}

/** What is undecided where two arguments, or parts of them, may be one object. */
function aliasingCut(terms: Terms, entry: State, { span }: FunctionDef, [one, other]: readonly [string, string]): Cut {
  const message = `${one} and ${other} may be the same object, which is not modelled`;
  const state = assume(entry, terms.variable('bool', aliasName(one, other)));
  return { state, reason: { line: span.line, construct: 'aliasing', message } };
}

/** Whether the contract speaks of the arguments as they were. */
function seesOld({ postconditions, mutable }: Contract): boolean {
  return mutable !== undefined || postconditions.some(({ source }) => source.includes('__old__'));
}

function notAFunction(definition: FunctionDef, value: Value | undefined): Reason {
  const construct = value?.kind === 'unmodelled' ? value.construct : `function ${definition.name}`;
  return { line: definition.span.line, construct, message: `${construct} is not modelled` };
}

/** The module or the arguments were given up, or are none: there is nothing to call, or nothing to call it with. */
function unexplorable({ cuts }: Effects, { name, span }: FunctionDef): Unexplorable {
  const message = `no arguments of the types that ${name} takes can be made`;
  return new Unexplorable(cuts[0]?.reason ?? { line: span.line, construct: 'arguments', message });
}

function symbolicArguments(
  machine: Machine,
  subject: Subject,
  objects: ArgumentObjects,
  sharing: Sharing | undefined,
): ReadonlyMap<string, SymbolicArgument> {
  const { definition, contract, scope } = subject;
  const conditions = contract.preconditions.map(({ expression }) => expression);
  const vocabulary = vocabularyOf({ body: [], source: '' }, [], scope);
  const maker: ArgumentMaker = {
    machine,
    make: symbolicArgument,
    sizes: sizesFor([...conditions, definition]),
    scope,
    sample: (type) => candidatesOf(type, vocabulary)[0],
    objects,
    sharing,
    line: definition.span.line,
    depth: 0,
    exists: machine.terms.true,
  };
  const argument = ({ name, type }: ArgumentType): SymbolicArgument =>
    type === undefined ? unmodelled(maker, type, name) : symbolicArgument(maker, type, name);
  return new Map(subject.types.map((one) => [one.name, argument(one)]));
}

/** A leading assertion of the function itself that fails means that the input is not one the function is for. */
function rejectsInput({ assertLines }: Subject, { depth, exception, line }: Raised): boolean {
  return depth === 1 && exception.class.name === 'AssertionError' && assertLines.includes(line);
}

/** The names a postcondition has. */
export function postconditionNames({ args, old, snapshots }: Exploration, returned: Value): ReadonlyMap<string, Value> {
  const values = new Map([...args].map(([name, argument]) => [name, argument.value]));
  return namesAfter(values, returned, old, snapshots);
}
