/** What is asked of a replay and what comes back. */
import type { Counterexample } from '../service.ts';

/** Parameter name to the argument's Python source. Parameters left out take their defaults. */
export type Input = Readonly<Record<string, string>>;

/** What inputs are judged by. Conditions are Python expressions over the parameters, evaluated in the module. */
export type Property = ContractProperty | ExceptionProperty;

interface Precondition {
  /** An input for which one of these is false or raises is rejected. */
  readonly preconditions: readonly string[];
  /** First lines of the function's leading `assert` statements, when those are its preconditions. */
  readonly assertLines: readonly number[];
}

/** Every call returns, and its postconditions hold. */
export interface ContractProperty extends Precondition {
  readonly kind: 'contract';
  readonly postconditions: readonly { readonly text: string; readonly line: number }[];
  /** Dotted names of the exception classes that may be raised. */
  readonly raises: readonly string[];
}

/** A call ends in an uncaught exception of a class. */
export interface ExceptionProperty extends Precondition {
  readonly kind: 'exception';
  /** Builtin, a class of the module, or dotted: `decimal.InvalidOperation`. */
  readonly exceptionType: string;
}

/** A counterexample as the replay knows it; who proposed it is not its business. */
export type Replayed = Omit<Counterexample, 'foundBy' | 'pathCondition'>;

/**
 * What one input did on CPython. `misfit`: a TypeError or AttributeError ended it, as an argument of a type that the
 * function is not made for causes.
 */
export type TrialOutcome =
  /** Nothing to report: the contract holds for it, or the exception was not raised. */
  | { readonly kind: 'held'; readonly outcome: Replayed['outcome']; readonly misfit: boolean }
  /** It breaks the contract, or reaches the exception; shrunk, and confirmed in a fresh module. */
  | { readonly kind: 'failed'; readonly counterexample: Replayed; readonly input: Input; readonly misfit: boolean }
  /** It fails in the same way as the input at index `of`. */
  | { readonly kind: 'repeated'; readonly of: number }
  /** A precondition does not admit it. */
  | { readonly kind: 'rejected'; readonly note: string; readonly misfit: boolean }
  /** Undecided: the step limit, RecursionError or MemoryError ended it. */
  | { readonly kind: 'limit'; readonly note: string }
  /** It failed once, and not again in a fresh module: the function keeps state. */
  | { readonly kind: 'unstable'; readonly note: string }
  /** It cannot be run: not an expression, or not the function's parameters. */
  | { readonly kind: 'unusable'; readonly note: string };
