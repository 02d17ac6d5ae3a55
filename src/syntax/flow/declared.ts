/** What declarations say of names: types, decorators, and what a method is called on. */
import type { Node } from 'web-tree-sitter';
import { children, field, named, typeOf } from '../surface/nodes.ts';
import { NAMES } from './kinds.ts';
import { bound } from './parts.ts';

const TYPE_NODES = /^(?:user_type|nullable_type)$/;
const DECLARATIONS = /^(?:local_variable_declaration|variable_declaration|field_declaration)$/;
/** Nodes that may declare a variable with its type. */
const DECLARATORS =
  /^(?:variable_declarator|assignment|var_spec|let_declaration|property_declaration|enhanced_for_statement)$/;

/** The declared types of a function's parameters, by name. */
export function parameterTypes(definition: Node): readonly (readonly [name: string, type: string])[] {
  const lists = [
    field(definition, 'parameters') ?? children(definition).find(({ type }) => /parameters$/.test(type)),
    field(definition, 'receiver'),
  ];
  return lists.flatMap((list) => named(list)).flatMap(typed);
}

/** The types that a declaration of variables gives them. */
export function declaredTypes(node: Node): readonly (readonly [name: string, type: string])[] {
  return DECLARATORS.test(node.type) ? typed(node) : [];
}

function typed(node: Node): readonly (readonly [name: string, type: string])[] {
  const { parent } = node;
  const inner =
    node.type === 'property_declaration'
      ? (named(node).find(({ type }) => type === 'variable_declaration') ?? node)
      : node;
  const around = parent !== null && DECLARATIONS.test(parent.type) ? field(parent, 'type') : undefined;
  const type = field(inner, 'type') ?? named(inner).find((each) => TYPE_NODES.test(each.type)) ?? around;
  const text = typeOf(type);
  if (type === undefined || text === undefined || type.type === 'implicit_type' || text === 'var') return [];
  const target = field(inner, 'name') ?? field(inner, 'pattern') ?? field(inner, 'left') ?? named(inner)[0];
  const names =
    inner.type === 'parameter_declaration'
      ? inner.childrenForFieldName('name').filter((each) => each !== null)
      : [target];
  return names.flatMap((each) => bound(each)).map((name) => [name, text] as const);
}

/** Names of what decorates or annotates a definition. */
export function decoratorsOf(definition: Node): readonly string[] {
  const { parent } = definition;
  const above =
    parent?.type === 'decorated_definition'
      ? named(parent)
      : named(children(definition).find(({ type }) => type === 'modifiers'));
  return above
    .filter(({ type }) => /^(?:decorator|annotation|marker_annotation)$/.test(type))
    .map(({ text }) => /^@\s*([\w.]+)/.exec(text)?.[1] ?? '')
    .filter((name) => name !== '');
}

/** What a method is called on; undefined of a function. */
export function receiverOf(call: Node): Node | undefined {
  const callee = field(call, 'function') ?? (call.type === 'call_expression' ? named(call)[0] : undefined);
  const own = field(call, 'object') ?? field(call, 'receiver');
  if (own !== undefined) return own;
  if (callee === undefined || NAMES.has(callee.type)) return undefined;
  const of =
    field(callee, 'object') ?? field(callee, 'operand') ?? field(callee, 'value') ?? field(callee, 'expression');
  const inner = of ?? (callee.type === 'navigation_expression' ? named(callee)[0] : undefined);
  // Kotlin's grammar has `!xs.f()` as a call on `!xs`.
  return inner?.type === 'unary_expression' ? named(inner)[0] : inner;
}
