/** What happens within functions: calls with what reaches them, the branches and loops around, and how they end. */
import type { Language, LineRange, SourceFile } from '../service.ts';

/**
 * What an expression is made of, alike in all languages. `call` and `loop` are indexes into the calls and blocks of the function;
 * `text` has its value where nothing is put into it. `other` is what none of these is, or too deep.
 */
export type FlowForm =
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'text'; readonly value?: string }
  | { readonly is: 'call'; readonly call: number }
  | { readonly is: 'member'; readonly of: FlowForm; readonly name: string }
  | { readonly is: 'element'; readonly of: FlowForm; readonly at: FlowForm }
  | { readonly is: 'part'; readonly of: FlowForm; readonly from?: FlowForm; readonly to?: FlowForm }
  /** `+`, `not`, `..` for a range, `?:` for a choice between its two operands. */
  | { readonly is: 'operation'; readonly operator: string; readonly operands: readonly FlowForm[] }
  | { readonly is: 'made'; readonly kind: 'list' | 'set' | 'map' | 'tuple'; readonly items: readonly FlowForm[] }
  | { readonly is: 'spread'; readonly of: FlowForm }
  | { readonly is: 'loop'; readonly kind: 'list' | 'set' | 'map' | 'iterator'; readonly loop: number }
  | { readonly is: 'other' };

/** A statement that stands around others. */
export interface FlowBlock extends LineRange {
  /** `case`: one arm of a switch or match; `handler`: what runs for an exception; `inner`: a function within this one, `with` or `using` and such. */
  readonly kind: 'if' | 'else' | 'case' | 'loop' | 'try' | 'handler' | 'finally' | 'with' | 'inner';
  /** Of `if`, `case` and a loop by condition: as the source writes it; of a handler what it takes. On one line, cut at 200 characters, then `…`. */
  readonly condition?: string;
  /** What a loop goes over; absent for one by condition. */
  readonly iterates?: string;
  /** Of what it iterates, else of its condition. */
  readonly form?: FlowForm;
  /** Names that it binds: of a loop its variables, of a handler its exception, of an inner function its parameters. */
  readonly binds: readonly string[];
  /** Parameters and variables of the function that its condition, or what it iterates, reads. */
  readonly reads: readonly string[];
  /** The block around it: an index into {@link FunctionFlow.blocks}. */
  readonly within?: number;
}

/** A value that is given to a call, returned, thrown or stored. */
export interface FlowValue {
  /** On one line, cut at 200 characters, then `…`. */
  readonly text: string;
  /** Parameters and variables of the function that it reads. */
  readonly reads: readonly string[];
  /** Those of them that it reads outside of its calls. */
  readonly ownReads: readonly string[];
  /** Calls within it whose results it has: indexes into {@link FunctionFlow.calls}. */
  readonly calls: readonly number[];
  readonly form: FlowForm;
}

/** A call. */
export interface FlowCall {
  /** Last part of what is called: `query` of `self.db.query(…)`. */
  readonly name: string;
  /** What stands before it, as {@link ReferenceFacts.qualifier} has it. */
  readonly qualifier?: string;
  /** What a method is called on. */
  readonly on?: FlowForm;
  readonly line: number;
  readonly arguments: readonly (FlowValue & { readonly name?: string })[];
  readonly awaited: boolean;
  /** The innermost block around it. */
  readonly within?: number;
}

/** A variable, attribute or element that gets a value. */
export interface FlowAssignment {
  /** As the source writes it: `x`, `self.total`, `rows[i]`. */
  readonly target: string;
  readonly to: FlowForm;
  /** `+=` and such: the old value stays part of the new one. */
  readonly adds: boolean;
  /** `=`, `+=`, `++` and such. */
  readonly operator: string;
  readonly value: FlowValue;
  readonly line: number;
  readonly within?: number;
}

/**
 * Work beside calls and assignments: `x in xs`, `xs[1:]`, `[...xs]`, a regular expression as its own literal; and `break`, which ends the
 * innermost loop.
 */
export interface FlowOperation {
  readonly kind: 'membership' | 'part' | 'spread' | 'regex' | 'break';
  /** Of `membership` what is searched, of `regex` its text with its signs; else all of it. */
  readonly of: FlowForm;
  /** As the source writes all of it, on one line, cut at 200 characters. */
  readonly text: string;
  readonly line: number;
  readonly within?: number;
}

/** Where it ends or gives something away. */
export interface FlowExit {
  readonly kind: 'return' | 'throw' | 'yield';
  /** Absent for a bare one. */
  readonly value?: FlowValue;
  readonly line: number;
  readonly within?: number;
}

/** One function or method; what stands in functions within it counts as its own, in a block `inner`. */
export interface FunctionFlow extends LineRange {
  readonly name: string;
  /** Names of the definitions around it with dots between; empty at the top. */
  readonly scope: string;
  readonly parameters: readonly string[];
  /** Names of variables that it binds, parameters not among them. */
  readonly variables: readonly string[];
  /** Of parameters and variables those whose types are declared, as the source writes them, by name. */
  readonly types: Readonly<Record<string, string>>;
  /** Names of what decorates or annotates it, such as `functools.cache`. */
  readonly decorators: readonly string[];
  readonly isAsync: boolean;
  /** In the order of the text, each list. */
  readonly blocks: readonly FlowBlock[];
  readonly calls: readonly FlowCall[];
  readonly assignments: readonly FlowAssignment[];
  readonly operations: readonly FlowOperation[];
  readonly exits: readonly FlowExit[];
}

/** The functions of a file. */
export interface FileFlow {
  readonly language: Language;
  readonly functions: readonly FunctionFlow[];
  /** What stands outside of functions, as one without name; its lines are the file's. */
  readonly top: FunctionFlow;
  /** Whether the file could not be read, or parts of it: then something may be missing. */
  readonly damaged: boolean;
  /** Whether this language's flow is known here; where it is not there are no functions. */
  readonly supported: boolean;
}

/** Method of the syntax Worker about flow. The answer depends on the arguments alone. */
export interface FlowApi {
  /** What happens in the functions of a file of at most 1.5 MB. */
  flow(file: SourceFile): Promise<FileFlow>;
}
