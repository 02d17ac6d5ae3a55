/** Symbolic values: what a Python expression can evaluate to, with terms where the value depends on the inputs. */
import type { Expression, FunctionDef, Parameters } from '../syntax/ast.ts';
import type { BoolTerm, FloatTerm, IntTerm, StrTerm } from '../terms/term.ts';

/** Names a scope of local variables within a state. */
export type ScopeId = number;

/** Names an object of the heap: two values with one id are the same object. */
export type ObjectId = number;

/** A class known by its name and its bases: exception classes, built in or of the module, and the types of values. */
export interface PyClass {
  readonly name: string;
  /** Method resolution order, the class itself first. */
  readonly mro: readonly PyClass[];
}

/** A function of the module, or a lambda, with the scope it closes over. */
export interface FunctionValue {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: Parameters;
  readonly body: FunctionDef | Expression;
  /** The scopes enclosing the definition, innermost first. */
  readonly enclosing: readonly ScopeId[];
  /** Default values by parameter name, evaluated where the function was defined. */
  readonly defaults: ReadonlyMap<string, Value>;
}

/** An exception object. */
export interface ExceptionValue {
  readonly kind: 'exception';
  readonly class: PyClass;
  /** Constructor arguments; absent where the engine does not model the text of a built-in message. */
  readonly args?: readonly Value[];
}

/** A value that is known without looking at guards. */
export type PlainValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly term: BoolTerm }
  | { readonly kind: 'int'; readonly term: IntTerm }
  | { readonly kind: 'float'; readonly term: FloatTerm }
  | { readonly kind: 'str'; readonly term: StrTerm }
  | { readonly kind: 'tuple'; readonly items: readonly Value[] }
  /** A list; the heap holds its items as a tuple. */
  | { readonly kind: 'list'; readonly object: ObjectId }
  | { readonly kind: 'range'; readonly start: IntTerm; readonly stop: IntTerm; readonly step: IntTerm }
  | FunctionValue
  /** A built-in function or a function of a supported library module, by dotted name. */
  | { readonly kind: 'builtin'; readonly name: string }
  /** A method of a built-in type, bound to its receiver. */
  | { readonly kind: 'method'; readonly receiver: PlainValue; readonly name: string }
  | { readonly kind: 'class'; readonly class: PyClass }
  | ExceptionValue
  | { readonly kind: 'module'; readonly name: string }
  /** Attributes without a class: what `__old__` is in a contract. */
  | { readonly kind: 'namespace'; readonly entries: ReadonlyMap<string, Value> }
  /** A local variable without a value. */
  | { readonly kind: 'unbound' }
  /** The result of something the engine does not model; using it ends the path as undecided. */
  | { readonly kind: 'unmodelled'; readonly construct: string; readonly line: number };

/** One alternative of a union. */
export interface Case {
  readonly guard: BoolTerm;
  readonly value: PlainValue;
}

/** A value, or one of several by guards that exclude each other and cover the state that holds them. */
export type Value = PlainValue | { readonly kind: 'union'; readonly cases: readonly Case[] };

export const NONE: PlainValue = { kind: 'none' };
export const UNBOUND: PlainValue = { kind: 'unbound' };

export function boolValue(term: BoolTerm): PlainValue {
  return { kind: 'bool', term };
}

export function intValue(term: IntTerm): PlainValue {
  return { kind: 'int', term };
}

export function floatValue(term: FloatTerm): PlainValue {
  return { kind: 'float', term };
}

export function strValue(term: StrTerm): PlainValue {
  return { kind: 'str', term };
}

/** The name Python gives the value's type, as it stands in messages such as `unsupported operand type(s)`. */
export function typeName(value: PlainValue): string {
  switch (value.kind) {
    case 'none':
      return 'NoneType';
    case 'function':
      return 'function';
    case 'builtin':
    case 'method':
      return 'builtin_function_or_method';
    case 'class':
      return 'type';
    case 'exception':
      return value.class.name;
    case 'namespace':
    case 'unbound':
    case 'unmodelled':
      return 'object';
    default:
      return value.kind;
  }
}
