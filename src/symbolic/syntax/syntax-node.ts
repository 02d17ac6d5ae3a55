/** The concrete syntax tree in plain JavaScript, so that conversion never calls into WebAssembly. */
import type { Span } from './ast.ts';
import { PythonSyntaxError } from './errors.ts';
import type { SourceText } from './source-text.ts';

/** A node of tree-sitter's tree without comments; `start` and `end` are UTF-16 indices. */
export class SyntaxNode {
  readonly type: string;
  readonly isNamed: boolean;
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly source: SourceText;
  readonly children: SyntaxNode[] = [];

  constructor(
    source: SourceText,
    node: { type: string; isNamed: boolean; field: string | null; start: number; end: number },
  ) {
    this.source = source;
    this.type = node.type;
    this.isNamed = node.isNamed;
    this.field = node.field;
    this.start = node.start;
    this.end = node.end;
  }

  get text(): string {
    return this.source.text.slice(this.start, this.end);
  }

  get span(): Span {
    return this.source.span(this.start, this.end);
  }

  /** Children that are not punctuation or keywords. */
  get named(): SyntaxNode[] {
    return this.children.filter((child) => child.isNamed);
  }

  /** Whether one of the children is the token `type`. */
  has(type: string): boolean {
    return this.children.some((child) => child.type === type && !child.isNamed);
  }

  /** The child in the grammar's field `name`, if it is there. */
  optional(name: string): SyntaxNode | undefined {
    return this.children.find((child) => child.field === name);
  }

  /** The child in the grammar's field `name`. */
  required(name: string): SyntaxNode {
    return this.optional(name) ?? this.fail(`invalid syntax: a ${this.type.replaceAll('_', ' ')} lacks its ${name}`);
  }

  /** All children in the grammar's field `name`. */
  all(name: string): SyntaxNode[] {
    return this.children.filter((child) => child.field === name);
  }

  /** The only or first child that is not punctuation. */
  get inner(): SyntaxNode {
    return this.children.find((child) => child.isNamed) ?? this.fail('invalid syntax: something is missing here');
  }

  /** Throws a {@link PythonSyntaxError} at this node that quotes its line. */
  fail(message: string): never {
    throw new PythonSyntaxError(`${message}: ${this.source.quote(this.start)}`, this.source.position(this.start));
  }
}
