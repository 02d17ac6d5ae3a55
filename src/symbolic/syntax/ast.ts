/**
 * The engine's own abstract syntax of Python, small and typed.
 * It follows the grammar of CPython's `ast` module (https://docs.python.org/3/library/ast.html), with every node carrying its place.
 */

/** Where a node stands in the source: 1-based lines, 0-based columns in code points, end exclusive. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Node {
  readonly span: Span;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '@' | '<<' | '>>' | '&' | '|' | '^';
export type UnaryOperator = '-' | '+' | '~' | 'not';
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' | 'is not' | 'in' | 'not in';

/** A literal's value. Strings hold no lone surrogates; a literal that does is parsed as {@link Unsupported}. */
export type ConstantValue =
  | { readonly type: 'none' }
  | { readonly type: 'ellipsis' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  /** The imaginary part of a complex literal. */
  | { readonly type: 'complex'; readonly imaginary: number }
  | { readonly type: 'str'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array };

export interface Keyword {
  /** Absent for `**mapping`. */
  readonly name?: string;
  readonly value: Expression;
}

export interface Comprehension {
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: readonly Expression[];
  readonly isAsync: boolean;
}

/** One part of an f-string: literal text or a replacement field. */
export type FormatPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'field';
      readonly value: Expression;
      readonly conversion?: 'r' | 's' | 'a';
      readonly format: readonly FormatPart[];
      /** The text before `=` of a self-documenting field, `=` included. */
      readonly label?: string;
    };

export type Expression =
  | (Node & { readonly kind: 'constant'; readonly value: ConstantValue })
  | (Node & { readonly kind: 'name'; readonly id: string })
  | (Node & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Node & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression })
  | (Node & { readonly kind: 'boolean'; readonly operator: 'and' | 'or'; readonly operands: readonly Expression[] })
  | (Node & {
      readonly kind: 'compare';
      readonly left: Expression;
      readonly rest: readonly { readonly operator: ComparisonOperator; readonly operand: Expression }[];
    })
  | (Node & {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly body: Expression;
      readonly orelse: Expression;
    })
  | (Node & {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly keywords: readonly Keyword[];
    })
  | (Node & { readonly kind: 'attribute'; readonly object: Expression; readonly name: string })
  | (Node & { readonly kind: 'subscript'; readonly object: Expression; readonly index: Expression })
  | (Node & {
      readonly kind: 'slice';
      readonly lower?: Expression;
      readonly upper?: Expression;
      readonly step?: Expression;
    })
  | (Node & { readonly kind: 'tuple' | 'list' | 'set'; readonly items: readonly Expression[] })
  /** A `dict` display; an entry without key is `**mapping`. */
  | (Node & {
      readonly kind: 'dict';
      readonly entries: readonly { readonly key?: Expression; readonly value: Expression }[];
    })
  | (Node & { readonly kind: 'starred'; readonly value: Expression })
  | (Node & { readonly kind: 'named'; readonly target: string; readonly value: Expression })
  | (Node & { readonly kind: 'lambda'; readonly parameters: Parameters; readonly body: Expression })
  | (Node & {
      readonly kind: 'listcomp' | 'setcomp' | 'generator';
      readonly element: Expression;
      readonly generators: readonly Comprehension[];
    })
  | (Node & {
      readonly kind: 'dictcomp';
      readonly key: Expression;
      readonly value: Expression;
      readonly generators: readonly Comprehension[];
    })
  | (Node & { readonly kind: 'fstring'; readonly parts: readonly FormatPart[] })
  | (Node & { readonly kind: 'yield'; readonly value?: Expression })
  | (Node & { readonly kind: 'yieldfrom'; readonly value: Expression })
  | (Node & { readonly kind: 'await'; readonly value: Expression })
  | Unsupported;

/** A construct this syntax has no node for; `construct` names it for the reader. */
export type Unsupported = Node & { readonly kind: 'unsupported'; readonly construct: string };

export type ParameterKind = 'positional-only' | 'positional' | 'vararg' | 'keyword-only' | 'kwarg';

export interface Parameter extends Node {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly annotation?: Expression;
  readonly default?: Expression;
}

export type Parameters = readonly Parameter[];

/** A type parameter (PEP 695): `T`, `*Ts` or `**P`. */
export interface TypeParameter extends Node {
  readonly kind: 'type' | 'tuple' | 'params';
  readonly name: string;
  readonly bound?: Expression;
  /** What it is where nothing says otherwise (PEP 696). */
  readonly defaultType?: Expression;
}

export interface FunctionDef extends Node {
  readonly kind: 'function';
  readonly name: string;
  readonly typeParameters?: readonly TypeParameter[];
  readonly parameters: Parameters;
  readonly returns?: Expression;
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  readonly isAsync: boolean;
  readonly docstring?: Docstring;
}

export interface ClassDef extends Node {
  readonly kind: 'class';
  readonly name: string;
  readonly typeParameters?: readonly TypeParameter[];
  readonly bases: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  readonly docstring?: Docstring;
}

/** A docstring's text after escapes, and the source line its opening quotes stand on. */
export interface Docstring {
  readonly text: string;
  readonly line: number;
}

export interface ExceptHandler extends Node {
  /** Absent for a bare `except:`. */
  readonly type?: Expression;
  readonly name?: string;
  readonly body: readonly Statement[];
  /** `except*`. */
  readonly isGroup: boolean;
}

export interface WithItem {
  readonly context: Expression;
  readonly target?: Expression;
}

export interface ImportAlias {
  readonly name: string;
  readonly alias?: string;
}

export interface MatchCase extends Node {
  readonly pattern: Pattern;
  readonly guard?: Expression;
  readonly body: readonly Statement[];
}

/** Patterns of `match` (PEP 634). */
export type Pattern =
  /** A literal or a dotted name, compared with `==` (`is` for None, True and False). */
  | (Node & { readonly kind: 'value'; readonly value: Expression })
  /** `name`, `_` (no name) or `pattern as name`. */
  | (Node & { readonly kind: 'capture'; readonly pattern?: Pattern; readonly name?: string })
  | (Node & { readonly kind: 'or'; readonly patterns: readonly Pattern[] })
  | (Node & { readonly kind: 'sequence'; readonly patterns: readonly Pattern[] })
  | (Node & { readonly kind: 'star'; readonly name?: string })
  | (Node & {
      readonly kind: 'mapping';
      readonly entries: readonly { readonly key: Expression; readonly pattern: Pattern }[];
      readonly rest?: string;
    })
  | (Node & {
      readonly kind: 'instance';
      readonly type: Expression;
      readonly positional: readonly Pattern[];
      readonly named: readonly { readonly name: string; readonly pattern: Pattern }[];
    })
  | Unsupported;

export type Statement =
  | FunctionDef
  | ClassDef
  | (Node & { readonly kind: 'return'; readonly value?: Expression })
  | (Node & { readonly kind: 'delete'; readonly targets: readonly Expression[] })
  | (Node & { readonly kind: 'assign'; readonly targets: readonly Expression[]; readonly value: Expression })
  | (Node & {
      readonly kind: 'augassign';
      readonly target: Expression;
      readonly operator: BinaryOperator;
      readonly value: Expression;
    })
  | (Node & {
      readonly kind: 'annassign';
      readonly target: Expression;
      readonly annotation: Expression;
      readonly value?: Expression;
    })
  | (Node & {
      readonly kind: 'for';
      readonly target: Expression;
      readonly iterable: Expression;
      readonly body: readonly Statement[];
      readonly orelse: readonly Statement[];
      readonly isAsync: boolean;
    })
  | (Node & {
      readonly kind: 'while';
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly orelse: readonly Statement[];
    })
  | (Node & {
      readonly kind: 'if';
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly orelse: readonly Statement[];
    })
  | (Node & {
      readonly kind: 'with';
      readonly items: readonly WithItem[];
      readonly body: readonly Statement[];
      readonly isAsync: boolean;
    })
  | (Node & { readonly kind: 'raise'; readonly exception?: Expression; readonly cause?: Expression })
  | (Node & {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly ExceptHandler[];
      readonly orelse: readonly Statement[];
      readonly finalbody: readonly Statement[];
    })
  | (Node & { readonly kind: 'assert'; readonly test: Expression; readonly message?: Expression })
  | (Node & { readonly kind: 'import'; readonly names: readonly ImportAlias[] })
  /** `from module import names`; `names` is `*` for a star import. */
  | (Node & {
      readonly kind: 'importfrom';
      readonly module: string;
      readonly names: readonly ImportAlias[] | '*';
    })
  | (Node & { readonly kind: 'global' | 'nonlocal'; readonly names: readonly string[] })
  | (Node & { readonly kind: 'expression'; readonly value: Expression })
  | (Node & { readonly kind: 'match'; readonly subject: Expression; readonly cases: readonly MatchCase[] })
  | (Node & { readonly kind: 'typealias'; readonly name: string; readonly value: Expression })
  | (Node & { readonly kind: 'pass' | 'break' | 'continue' })
  | Unsupported;

export interface Module {
  readonly body: readonly Statement[];
  /** Source text of the whole module. */
  readonly source: string;
}
