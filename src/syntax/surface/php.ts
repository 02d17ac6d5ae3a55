/** PHP. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { child, field, named, textOf } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

export const PHP: Dialect = {
  declarations: {
    class_declaration: type,
    interface_declaration: type,
    trait_declaration: type,
    enum_declaration: type,
    function_definition: callable,
    method_declaration: callable,
    enum_case: () => ({ visibility: 'public' }),
    const_element: (node) => declared({ ...common(node.parent), value: textOf(named(node)[1]) }),
    property_element: (node) => declared({ ...common(node.parent), type: textOf(field(node.parent, 'type')) }),
    property_promotion_parameter: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
  },
};

function type(node: Node): Declared {
  const bases = [child(node, 'base_clause'), child(node, 'class_interface_clause')];
  return { visibility: 'public', bases: bareTypes(bases.flatMap((each) => named(each))) };
}

function callable(node: Node): Declared {
  const isAbstract = node.type === 'method_declaration' && field(node, 'body') === undefined;
  return declared({
    ...common(node),
    parameters: named(field(node, 'parameters')).flatMap(parameterOf),
    type: textOf(field(node, 'return_type')),
    traits: isAbstract ? ['abstract'] : child(node, 'static_modifier') !== undefined ? ['static'] : [],
  });
}

function parameterOf(node: Node): readonly Parameter[] {
  const name = textOf(field(node, 'name'))?.replace(/^\$/, '');
  const type = textOf(field(node, 'type'));
  switch (node.type) {
    case 'variadic_parameter':
      return [parameter(name, 'rest', { type })];
    case 'simple_parameter':
    case 'property_promotion_parameter':
      return [parameter(name, 'either', { type, value: textOf(field(node, 'default_value')) })];
    default:
      return [];
  }
}

function common(node: Node | null): Declared {
  const written = textOf(child(node, 'visibility_modifier'));
  const visibility: Visibility = written === 'private' || written === 'protected' ? written : 'public';
  return { visibility };
}
