/** C#. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { child, children, field, named, textOf, words } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

const TYPES = new Set(['compilation_unit', 'namespace_declaration', 'file_scoped_namespace_declaration']);

export const CSHARP: Dialect = {
  declarations: {
    class_declaration: type,
    struct_declaration: type,
    interface_declaration: type,
    record_declaration: type,
    enum_declaration: type,
    delegate_declaration: callable,
    method_declaration: callable,
    constructor_declaration: callable,
    property_declaration: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
    event_declaration: common,
    enum_member_declaration: () => ({ visibility: 'public' }),
    variable_declarator: (node) =>
      declared({ ...common(node.parent?.parent ?? null), type: textOf(field(node.parent, 'type')) }),
  },
};

function type(node: Node): Declared {
  return { ...common(node), bases: bareTypes(named(child(node, 'base_list'))) };
}

function callable(node: Node): Declared {
  const facts = common(node);
  const isAbstract = inInterface(node) && field(node, 'body') === undefined;
  return declared({
    ...facts,
    parameters: parametersOf(field(node, 'parameters')),
    type: textOf(field(node, 'returns') ?? field(node, 'type')),
    traits: [...(facts.traits ?? []), ...(isAbstract ? (['abstract'] as const) : [])],
  });
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  const plain = named(list).flatMap((node) => {
    if (node.type !== 'parameter') return [];
    const modifiers = [...words(node, 'modifier')].filter((word) => word !== 'this' && word !== 'scoped');
    const type = [...modifiers, textOf(field(node, 'type')) ?? ''].join(' ').trim();
    const all = children(node);
    const at = all.findIndex((each) => each.type === '=');
    return [
      parameter(textOf(field(node, 'name')), 'either', { type, value: at < 0 ? undefined : textOf(all[at + 1]) }),
    ];
  });
  // The grammar puts `params` into the list itself.
  if (child(list, 'params') === undefined) return plain;
  return [...plain, parameter(textOf(field(list, 'name')), 'rest', { type: textOf(field(list, 'type')) })];
}

function inInterface(node: Node | null): boolean {
  return node?.parent?.parent?.type === 'interface_declaration';
}

function common(node: Node | null): Declared {
  const modifiers = words(node ?? undefined, 'modifier');
  return {
    visibility: visible(modifiers, node),
    traits: modifiers.has('abstract') ? ['abstract'] : modifiers.has('static') ? ['static'] : [],
  };
}

function visible(modifiers: ReadonlySet<string>, node: Node | null): Visibility {
  if (modifiers.has('public')) return 'public';
  if (modifiers.has('protected')) return modifiers.has('private') ? 'internal' : 'protected';
  if (modifiers.has('private')) return 'private';
  if (modifiers.has('internal')) return 'internal';
  if (inInterface(node)) return 'public';
  const outer = node?.parent?.type === 'declaration_list' ? node.parent.parent : node?.parent;
  return TYPES.has(outer?.type ?? '') ? 'internal' : 'private';
}
