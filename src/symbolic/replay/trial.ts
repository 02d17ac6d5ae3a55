/** What is asked of a replay and what comes back. */
import type { ConditionArgument } from '../contracts/contract.ts';
import type { Counterexample } from '../service.ts';

/** Parameter name to the argument's Python source. Parameters left out take their defaults. */
export type Input = Readonly<Record<string, string>>;

/** What inputs are judged by. */
export type Property = ContractProperty | ExceptionProperty | ComparisonProperty | BranchProperty;

/** A condition as Python text; without `args` an expression over the parameters, evaluated in the module. */
export interface ConditionText {
  /** What the reader sees of it. */
  readonly text: string;
  readonly line: number;
  readonly source: string;
  /** What the function that `source` is gets by position, or by keyword. */
  readonly args?: readonly ConditionArgument[];
}

interface Precondition {
  /** Whether exceptions count that only a number raises which outgrows floats or texts; else such inputs are left undecided. */
  readonly countsLimits?: boolean;
  /** An input for which one of these is false or raises is rejected. */
  readonly preconditions: readonly ConditionText[];
  /** What the constructors of these classes ask of their arguments; an input with other objects is rejected. */
  readonly constructors?: readonly { readonly className: string; readonly conditions: readonly ConditionText[] }[];
  /** Conditions about `self` that objects of these classes among the arguments meet; an input with others is rejected. */
  readonly invariants?: readonly { readonly className: string; readonly conditions: readonly ConditionText[] }[];
  /** First lines of the function's leading `assert` statements, when those are its preconditions. */
  readonly assertLines: readonly number[];
}

/** What a function or method asks of those who call it. */
export interface CalleeText {
  /** As messages name it: `f`, `C.method`, or `C` for its constructor. */
  readonly name: string;
  /** Name and line of its `def`. */
  readonly function: string;
  readonly line: number;
  readonly isConstructor: boolean;
  readonly conditions: readonly ConditionText[];
}

/** Every call returns, and its postconditions hold. */
export interface ContractProperty extends Precondition {
  readonly kind: 'contract';
  /** A call that breaks what one of these asks breaks the contract; none are looked at where this is absent. */
  readonly callees?: readonly CalleeText[];
  readonly postconditions: readonly ConditionText[];
  /** Values taken before the call, by name. */
  readonly snapshots: readonly { readonly name: string; readonly capture: ConditionText }[];
  /** Conditions about `self` that hold after a call of a method. */
  readonly kept: readonly ConditionText[];
  /** Which arguments may be mutated when not all may, and how that promise is called. */
  readonly mutation?: { readonly except: readonly string[]; readonly obligation: string };
  /** Dotted names of the exception classes that may be raised. */
  readonly raises: readonly string[];
  /** Dotted names that may be exceptions or prose; who prepares a replay learns which are exceptions. */
  readonly documented?: readonly string[];
}

/** A call ends in an uncaught exception of a class. */
export interface ExceptionProperty extends Precondition {
  readonly kind: 'exception';
  /** Builtin, a class of the module, or dotted: `decimal.InvalidOperation`. */
  readonly exceptionType: string;
}

/** A call does the same as a call of another function with equal arguments, in a module of its own. */
export interface ComparisonProperty extends Precondition {
  readonly kind: 'comparison';
  /** The other function: `f` or `Class.method`. Its parameters are matched by position. */
  readonly other: string;
  /** Where both functions are modules of packages, in place of the code: that of the function, and that of the other one. */
  readonly packages?: { readonly left: PackageFiles; readonly right: PackageFiles };
}

/** A module and all that it imports of its workspace. */
export interface PackageFiles {
  /** Dotted name. */
  readonly module: string;
  readonly files: readonly PackageFile[];
  /** Packages that are imported and are neither in the workspace nor in the standard library. */
  readonly needed: readonly string[];
}

/** A file of a package. */
export interface PackageFile {
  /** Dotted name of the module. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Whether it is an `__init__.py`. */
  readonly isPackage: boolean;
}

/** Which sides of decisions a call takes, however it ends. */
export interface BranchProperty extends Precondition {
  readonly kind: 'branches';
  /** Where the decisions are; a decision's number is its index here. */
  readonly places: readonly DecisionPlace[];
}

/**
 * Kind of a decision with the place of its test, as in a span, or with the line of its clause: `['if', 2, 7, 2, 12]`,
 * `['except', 5]`.
 */
export type DecisionPlace = readonly [kind: string, ...place: readonly number[]];

/** A side of a decision. */
export interface DecisionSide {
  /** Index of its place. */
  readonly decision: number;
  readonly side: boolean;
}

/** A counterexample as the replay knows it; who proposed it is not its business. */
export type Replayed = Omit<Counterexample, 'foundBy' | 'pathCondition'>;

/**
 * What one input did on CPython. `misfit`: a TypeError or AttributeError ended it, as an argument of a type that the
 * function is not made for causes.
 */
export type TrialOutcome =
  /**
   * Nothing to report: the contract holds for it, or the exception was not raised. `sharesOtherwise`: two functions do the same, and
   * one leaves an object that can change in several places, such as an argument in its result, where the other leaves copies.
   */
  | {
      readonly kind: 'held';
      readonly outcome: Replayed['outcome'];
      readonly misfit: boolean;
      readonly sharesOtherwise?: boolean;
    }
  /** It breaks the contract, or reaches the exception; shrunk, and confirmed in a fresh module. */
  | { readonly kind: 'failed'; readonly counterexample: Replayed; readonly input: Input; readonly misfit: boolean }
  /** It is the first input of its batch to take these sides; with none, the example is left out. */
  | {
      readonly kind: 'observed';
      readonly sides: readonly DecisionSide[];
      readonly example: Pick<Counterexample, 'args' | 'call'> | undefined;
      /** Whether the call ran to its end, with all decisions under observation. */
      readonly isComplete: boolean;
      readonly misfit: boolean;
    }
  /** It fails in the same way as the input at index `of`. */
  | { readonly kind: 'repeated'; readonly of: number }
  /** A precondition does not admit it. */
  | { readonly kind: 'rejected'; readonly note: string; readonly misfit: boolean }
  /** Undecided: the step limit, RecursionError or MemoryError ended it, or a condition has no answer; `note` says which, in a sentence. */
  | { readonly kind: 'limit'; readonly note: string }
  /** It failed once, and not again in a fresh module: the function keeps state. */
  | { readonly kind: 'unstable'; readonly note: string }
  /** It cannot be run: not an expression, or not the function's parameters. */
  | { readonly kind: 'unusable'; readonly note: string };
