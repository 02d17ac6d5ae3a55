/** What is explored, and what came of it. */

import type { Condition, Contract } from '../contracts/contract.ts';
import type { ArgumentType } from '../inputs/arguments.ts';
import type { TypeScope } from '../inputs/type-scope.ts';
import type { Observer } from '../machine/frame.ts';
import type { Broken, Cut, Raised, Returned } from '../machine/outcomes.ts';
import type { State } from '../machine/state.ts';
import type { Reason } from '../service.ts';
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import type { Terms } from '../terms/strings.ts';
import type { ObjectId, PyClass, Value } from '../values/value.ts';
import type { CalleeContract } from './callee-contracts.ts';
import type { Asked } from './conditions.ts';
import type { SymbolicArgument } from './symbolic-argument.ts';
/** What is analysed. */
export interface Subject {
  readonly module: Module;
  readonly definition: FunctionDef;
  /** The class whose method is analysed. */
  readonly owner: ClassDef | undefined;
  readonly contract: Contract;
  /** Lines of leading asserts that state which inputs the function is for, instead of failing. */
  readonly assertLines: readonly number[];
  /** Whether the contract is what is to be proved, so that induction may rest on it. */
  readonly isContractProved: boolean;
  /** The names that annotations of the module may use. */
  readonly scope: TypeScope;
  /** What the arguments are taken to be. */
  readonly types: readonly ArgumentType[];
  /** What the function itself calls its arguments, where they have the names of another function's. */
  readonly ownNames?: ReadonlyMap<string, string>;
  /** What the functions and methods of the module ask of those who call them. */
  readonly callees: readonly CalleeContract[];
  /** Whether the call that is explored may come after others, which have changed the module's state. */
  readonly isLaterCall?: boolean;
  /** Gives who is told of the decisions of a call, anew for each exploration; absent when nobody wants to know. */
  readonly observer?: () => Observer;
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
  /** Where a call may break a precondition of what it calls. */
  readonly breaches: readonly Breach[];
  /** Names of the exceptions that preconditions raise, which excludes inputs as well. */
  readonly preconditionErrors: readonly string[];
  /** Whether recursive calls were described by the contract instead of run. */
  readonly restsOnContract: boolean;
  /** Whether it makes a difference that objects among the arguments are taken to be distinct. */
  readonly isEntangled: boolean;
  /** Whether something that was run prints, which is not followed. */
  readonly prints: boolean;
  /** The arguments as they were at the entry, where the contract speaks of that. */
  readonly old: ReadonlyMap<string, Value>;
  /** What the contract's snapshots took at the entry. */
  readonly snapshots: ReadonlyMap<string, Value>;
  /** Evaluates a condition over these names in a state of this exploration. */
  readonly ask: (state: State, condition: Condition, names: ReadonlyMap<string, Value>) => Asked;
  /** The class that a dotted name means in the module, among the built-ins or in the library; undefined where it is not known. */
  readonly classNamed: (path: string) => PyClass | undefined;
  /** What calls, and the making of arguments, do to the state that the module has after its import. */
  readonly kept: {
    readonly loaded: State;
    readonly ends: readonly State[];
    /** Whether an object holds results of a function that a decorator caches. */
    readonly isCache: (object: ObjectId) => boolean;
  };
  /** Asks whether the arguments that the contract does not let the function mutate are in a state as they were. */
  readonly askMutation: (state: State) => Asked;
}

/** A call that breaks a precondition of what it calls, in every run that comes to the state. */
export interface Breach extends Broken {
  readonly state: State;
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
