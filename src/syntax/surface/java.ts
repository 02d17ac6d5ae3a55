/** Java. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter, plainParameter } from './dialect.ts';
import { child, field, named, textOf, words } from './nodes.ts';
import type { Parameter, Trait, Visibility } from './service.ts';

export const JAVA: Dialect = {
  declarations: {
    class_declaration: type,
    interface_declaration: type,
    annotation_type_declaration: type,
    enum_declaration: type,
    record_declaration: type,
    method_declaration: method,
    constructor_declaration: method,
    annotation_type_element_declaration: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
    enum_constant: () => ({ visibility: 'public' }),
    variable_declarator: (node) =>
      declared({
        ...common(node.parent),
        type: textOf(field(node.parent, 'type')),
        value: textOf(field(node, 'value')),
      }),
    formal_parameter: (node) => declared({ visibility: 'public', type: textOf(field(node, 'type')) }),
  },
};

function type(node: Node): Declared {
  const bases = [child(node, 'superclass'), child(child(node, 'super_interfaces', 'extends_interfaces'), 'type_list')];
  return { ...common(node), bases: bareTypes(bases.flatMap((each) => named(each))) };
}

function method(node: Node): Declared {
  const facts = common(node);
  const isAbstract = field(node, 'body') === undefined && node.type === 'method_declaration';
  return declared({
    ...facts,
    parameters: named(field(node, 'parameters')).flatMap(parameterOf),
    type: textOf(field(node, 'type')),
    traits: [...(facts.traits ?? []), ...(isAbstract ? (['abstract'] as const) : [])],
  });
}

function parameterOf(node: Node): readonly Parameter[] {
  if (node.type === 'formal_parameter') return [plainParameter(node, 'positional')];
  if (node.type !== 'spread_parameter') return [];
  const declarator = child(node, 'variable_declarator');
  const written = named(node).find((each) => each.type !== 'modifiers' && each.type !== 'variable_declarator');
  return [parameter(textOf(field(declarator, 'name')), 'rest', { type: textOf(written) })];
}

function common(node: Node | null): Declared {
  const modifiers = words(node ?? undefined, 'modifiers');
  const inInterface = /^(?:interface|annotation_type)_body$/.test(node?.parent?.type ?? '');
  const traits: Trait[] = modifiers.has('static') ? ['static'] : [];
  return { visibility: visible(modifiers, inInterface), traits };
}

function visible(modifiers: ReadonlySet<string>, inInterface: boolean): Visibility {
  if (modifiers.has('private')) return 'private';
  if (modifiers.has('protected')) return 'protected';
  return modifiers.has('public') || inInterface ? 'public' : 'internal';
}
