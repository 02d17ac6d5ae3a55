/** What a language's file of this folder says of its declarations. */
import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../lib/symbol-kinds.ts';
import { child, field, textOf, typeOf } from './nodes.ts';
import type { Parameter, ParameterKind, SurfaceSymbol } from './service.ts';

/** What a declaration says; what is absent, it does not. */
export type Declared = Partial<
  Pick<SurfaceSymbol, 'visibility' | 'parameters' | 'type' | 'value' | 'bases' | 'traits' | 'exportedAs' | 'kind'>
>;

/** A name that the language's query found. */
export interface Named {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly scope: string;
  /** The node of the name. */
  readonly node: Node;
}

/** How declarations of a language are read. */
export interface Dialect {
  /** Types of nodes that declare something, with what they say of a name in them; undefined: it is none of the surface. */
  readonly declarations: Readonly<Record<string, (declaration: Node, named: Named) => Declared | undefined>>;
  /** Definitions that the query does not give. */
  readonly more?: (root: Node) => readonly Named[];
}

/** A parameter with the default that makes it one that calls may leave out. */
export function parameter(
  name: string | undefined,
  kind: ParameterKind,
  { type, value, optional }: { type?: string | undefined; value?: string | undefined; optional?: boolean } = {},
): Parameter {
  const isRest = kind === 'rest' || kind === 'keyword-rest';
  return {
    name: name ?? '',
    kind,
    ...(type !== undefined && { type }),
    ...(value !== undefined && { default: value }),
    required: !isRest && value === undefined && optional !== true,
  };
}

/** A parameter whose node has the fields `name`, `type` and, for its default, `value`. */
export function plainParameter(node: Node, kind: ParameterKind, value = 'default_value'): Parameter {
  const name = textOf(field(node, 'name') ?? child(node, 'identifier'));
  return parameter(name, kind, { type: typeOf(field(node, 'type')), value: textOf(field(node, value)) });
}

/** A record of what is not undefined. */
export function declared(facts: { readonly [Key in keyof Declared]: Declared[Key] | undefined }): Declared {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Names of types without their arguments. */
export function bareTypes(nodes: readonly Node[]): readonly string[] {
  return nodes
    .map((node) => (textOf(node) ?? '').replace(/[<([].*$/s, '').trim())
    .filter((name) => name !== '' && name !== 'with');
}
