/** Calls in progress: what names mean in them, and who takes what they yield. */
import type { FunctionValue, PyClass, ScopeId, Value } from '../values/value.ts';
import type { PathCondition, State } from './state.ts';

/** A call in progress. */
export interface Frame {
  /** The scopes a name is looked up in, innermost first; the last one is the module's. */
  readonly scopes: readonly ScopeId[];
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
  /** The scope of the class body being run, which functions inside it do not see. */
  readonly classScope?: ScopeId;
  /** The names that the class body being run binds: they are none of a function around it. */
  readonly classNames?: ReadonlySet<string>;
  /** The class name that private names are mangled with here. */
  readonly mangling?: string;
  /** The frame around the comprehension being run. */
  readonly outer?: Frame;
  /** Hands over what the generator being run yields; gives what the `yield` expression is. */
  readonly onYield?: (value: Value) => Value;
  /** The method being run: its class and its first argument. */
  readonly method?: { readonly owner: PyClass; readonly receiver: Value };
}

/** The frame of code that sees these scopes alone. */
export function frameOf(scopes: readonly ScopeId[]): Frame {
  return { scopes, globals: new Set(), nonlocals: new Set() };
}

/** A call on the stack, with the path condition under which it began. */
export interface ActiveCall {
  readonly name: string;
  readonly condition: PathCondition | undefined;
  /** 1-based line that calls it. */
  readonly line: number;
}

/** Gives the result of a call without running it; undefined for a call that is to be run. */
export type SummariseCall = (callee: FunctionValue, parameters: ReadonlyMap<string, Value>) => Value | undefined;

/**
 * Told that a state takes a side of a decision of the program. The decision is its test, a loop's iterable, an except clause or
 * a case: the object of the syntax tree itself.
 */
export type Observer = (decision: object, side: boolean, state: State) => void;
