/** Symbolic values: what a Python expression can evaluate to, with terms where the value depends on the inputs. */
import type { Expression, FunctionDef, Parameters } from '../syntax/ast.ts';
import type { BoolTerm, FloatTerm, IntTerm, StrTerm, Term, Variable } from '../terms/term.ts';

/** Names a scope of local variables within a state. */
export type ScopeId = number;

/** Names an object of the heap: two values with one id are the same object. */
export type ObjectId = number;

/** A class: built in, or defined by the module. */
export interface PyClass {
  readonly name: string;
  /** Method resolution order, the class itself first. */
  readonly mro: readonly PyClass[];
  /** The heap's namespace of the class's own attributes; absent for built-in classes. */
  readonly attributes?: ObjectId;
  /** What its objects are made of, for a dataclass or a named tuple. */
  readonly record?: RecordType;
  /** Whether objects of it hold nothing but attributes, as those of `object`, `ABC` and `Enum`. */
  readonly isPlain?: boolean;
  /** Names of methods that its body declares abstract. */
  readonly abstractMethods?: readonly string[];
  /** Whether it is defined inside a function or another class, of which its qualified name tells. */
  readonly isNested?: boolean;
}

/** The fields of a dataclass or a named tuple, in the order of the constructor's parameters. */
export interface RecordType {
  readonly kind: 'dataclass' | 'namedtuple';
  readonly fields: readonly RecordField[];
  readonly isFrozen: boolean;
  /** Whether objects compare by their fields with `==`. */
  readonly hasEquality: boolean;
  /** Whether objects compare by their fields with `<` and its like. */
  readonly isOrdered: boolean;
  /** Whether the fields are slots: nothing else can be set, unless another class gives objects a `__dict__`. */
  readonly isSlotted: boolean;
}

export interface RecordField {
  readonly name: string;
  readonly default?: Value;
  /** Makes the default anew for every object. */
  readonly factory?: Value;
  readonly isParameter: boolean;
  readonly isCompared: boolean;
  readonly isShown: boolean;
  readonly isKeywordOnly: boolean;
}

/** Methods that are not written down in a class but made from its fields. */
export type GeneratedMethod = '__init__' | '__repr__' | '__eq__' | '__lt__' | '__le__' | '__gt__' | '__ge__';

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
  /** The class whose body defines it, which `super()` starts from. */
  readonly owner?: PyClass;
  /** The class name that private names (`__x`) are mangled with inside it. */
  readonly mangling?: string;
  readonly isAbstract?: boolean;
}

/** An exception object. */
export interface ExceptionValue {
  readonly kind: 'exception';
  readonly class: PyClass;
  /** Constructor arguments; absent where the engine does not model the text of a built-in message. */
  readonly args?: readonly Value[];
  /** The heap's namespace of its attributes; present for classes of the module. */
  readonly object?: ObjectId;
  /** Where only a limit of numbers raises it: an integer outgrows a float or a text, or a float outgrows the floats. */
  readonly limit?: 'integer' | 'float';
}

/** A dictionary; the heap holds its (key, value) pairs as a tuple of tuples, in insertion order. */
export interface DictValue {
  readonly kind: 'dict';
  readonly object: ObjectId;
  /** There where it is a subclass of dict. */
  readonly class?: PyClass;
  /** What a defaultdict calls for a key that is not there. */
  readonly factory?: Value;
}

/** How an iterable is walked: whether there is an element at a position from 0 up, and which. */
export interface Iteration {
  readonly hasElement: (index: IntTerm) => BoolTerm;
  readonly element: (index: IntTerm) => Value;
}

/** An iterator; the heap holds how many elements it has given, or None once it has no more. */
export interface IteratorValue {
  readonly kind: 'iterator';
  readonly object: ObjectId;
  readonly source: IteratorSource;
}

/** What an iterator gets its elements from. */
export type IteratorSource =
  | { readonly type: 'items'; readonly over: PlainValue; readonly iteration: Iteration }
  | { readonly type: 'enumerate'; readonly part: PlainValue; readonly start: IntTerm }
  | { readonly type: 'zip'; readonly parts: readonly PlainValue[]; readonly isStrict: boolean }
  | { readonly type: 'map'; readonly function: PlainValue; readonly parts: readonly PlainValue[] }
  /** `filter(function, part)`; a function of None asks for the truth of the elements. */
  | { readonly type: 'filter'; readonly function: PlainValue; readonly part: PlainValue }
  /** `iter(function, sentinel)`. */
  | { readonly type: 'call'; readonly function: PlainValue; readonly sentinel: Value }
  | {
      readonly type: 'generator';
      /** Executes the body and hands over what it yields. */
      readonly run: RunGenerator;
      /** Whether something in the body acts when the generator is closed before its end. */
      readonly isGuarded: boolean;
      /** What the body may read. */
      readonly roots: Roots;
    };

/** Runs a generator's body from its beginning; what it returns is the result. */
export type RunGenerator = (onYield: (value: Value) => Value) => Value;

/** A value that is known without looking at guards. */
export type PlainValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly term: BoolTerm }
  | { readonly kind: 'int'; readonly term: IntTerm }
  | { readonly kind: 'float'; readonly term: FloatTerm }
  | { readonly kind: 'str'; readonly term: StrTerm }
  /** A tuple; `class` is there where it is a named tuple. */
  | { readonly kind: 'tuple'; readonly items: readonly Value[]; readonly class?: PyClass }
  /** Bytes: a text of the code points 0 to 255. */
  | { readonly kind: 'bytes'; readonly term: StrTerm }
  /**
   * Items of which there may be any number: a tuple of that kind, or what the heap holds for such a list. Each is `element`
   * with its position in the place of the variable `index`.
   */
  | {
      readonly kind: 'sequence';
      readonly length: IntTerm;
      readonly index: Variable<'int'>;
      readonly element: Value;
    }
  /** A list; the heap holds its items as a tuple. `class` is there where it is a subclass of list. */
  | {
      readonly kind: 'list';
      readonly object: ObjectId;
      readonly class?: PyClass;
      /** How many items a deque holds at most. */
      readonly longest?: number;
    }
  | DictValue
  /** A set; the heap holds its elements as a tuple, in insertion order, which is not the order of iteration. */
  | { readonly kind: 'set' | 'frozenset'; readonly object: ObjectId }
  /** What `keys()`, `values()` and `items()` give: they show what the dictionary holds at any time. */
  | { readonly kind: 'view'; readonly role: 'keys' | 'values' | 'items'; readonly dict: DictValue }
  /** An object of a class of the module; the heap holds its attributes as a namespace. */
  | { readonly kind: 'instance'; readonly object: ObjectId; readonly class: PyClass }
  | { readonly kind: 'range'; readonly start: IntTerm; readonly stop: IntTerm; readonly step: IntTerm }
  | FunctionValue
  /** A function that the caller passes in: equal arguments have equal answers, and nothing else is known of it. */
  | {
      readonly kind: 'callback';
      /** Tells the arguments apart. */
      readonly name: string;
      /** How many arguments it takes; undefined for any number. */
      readonly arity: number | undefined;
      /** The answer to arguments, whose types are a part of `types`. */
      readonly answer: (types: string, args: readonly Term[]) => Value;
    }
  /** A built-in function or a function of a supported library module, by dotted name. */
  | { readonly kind: 'builtin'; readonly name: string }
  /** A method of a built-in type, bound to its receiver. */
  | { readonly kind: 'method'; readonly receiver: PlainValue; readonly name: string }
  | { readonly kind: 'class'; readonly class: PyClass }
  /** A function of the module, bound to its first argument. */
  | { readonly kind: 'bound'; readonly function: PlainValue; readonly receiver: PlainValue }
  /** A method that `@dataclass` or a named tuple adds to a class. */
  | { readonly kind: 'generated'; readonly class: PyClass; readonly method: GeneratedMethod }
  /** What `@staticmethod`, `@classmethod` and `@property` leave in a class. */
  | {
      readonly kind: 'descriptor';
      readonly role: 'staticmethod' | 'classmethod' | 'property';
      readonly function: PlainValue;
      readonly setter?: PlainValue;
    }
  /** `super()`: attributes of the classes behind `from` in the receiver's order. */
  | { readonly kind: 'super'; readonly from: PyClass; readonly receiver: PlainValue }
  | { readonly kind: 'slice'; readonly lower: Value; readonly upper: Value; readonly step: Value }
  | { readonly kind: 'singleton'; readonly name: 'Ellipsis' | 'NotImplemented' }
  | IteratorValue
  /** An immutable object of the library that is known by source text that makes it, such as `Decimal('1.5')`. */
  | { readonly kind: 'foreign'; readonly source: string; readonly type: string }
  /** What a regular expression has matched in a text that depends on the inputs; `groups` has the whole match first. */
  | {
      readonly kind: 'match';
      readonly text: Extract<PlainValue, { kind: 'str' | 'bytes' }>;
      readonly start: IntTerm;
      readonly end: IntTerm;
      readonly groups: readonly (StrTerm | undefined)[];
      readonly names: ReadonlyMap<string, number>;
    }
  | ExceptionValue
  | { readonly kind: 'module'; readonly name: string }
  /** Attributes without a class: what `__old__` is in a contract, and what objects hold in the heap. */
  | { readonly kind: 'namespace'; readonly entries: ReadonlyMap<string, Value> }
  /** A local variable without a value. */
  | { readonly kind: 'unbound' }
  /**
   * The result of something the engine does not model; using it ends the path as undecided. `length` is there for the items of
   * a container of which no more is known than how many there are, and `beyond` says which containers they are in.
   */
  | {
      readonly kind: 'unmodelled';
      readonly construct: string;
      readonly line: number;
      readonly length?: IntTerm;
      readonly beyond?: Beyond;
    };

/** A bound in words, and the condition that the inputs do not keep to it. */
export interface Beyond {
  readonly bound: string;
  readonly exceeded: BoolTerm;
}

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
    case 'callback':
      return 'function';
    case 'builtin':
    case 'method':
      return 'builtin_function_or_method';
    case 'class':
      return 'type';
    case 'exception':
    case 'instance':
      return value.class.name;
    case 'tuple':
    case 'list':
    case 'dict':
      return value.class?.name ?? value.kind;
    case 'sequence':
      return 'tuple';
    case 'generated':
      return 'function';
    case 'bound':
      return 'method';
    case 'view':
      return `dict_${value.role}`;
    case 'descriptor':
      return value.role;
    case 'singleton':
      return value.name === 'Ellipsis' ? 'ellipsis' : 'NotImplementedType';
    case 'foreign':
      return value.type;
    case 'match':
      return 're.Match';
    case 'namespace':
    case 'unbound':
    case 'unmodelled':
      return 'object';
    default:
      return value.kind;
  }
}

/** Where reading begins: values, and the names in a syntax tree as the scopes around it bind them. */
export interface Roots {
  readonly values: readonly Value[];
  readonly names: unknown;
  readonly scopes: readonly ScopeId[];
}
