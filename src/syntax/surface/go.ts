/** Go: what begins with a capital is exported. */
import type { Node } from 'web-tree-sitter';
import { type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { child, children, field, named, textOf } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

export const GO: Dialect = {
  declarations: {
    function_declaration: (node, { name }) => ({ ...callable(node), visibility: visible(name) }),
    method_declaration: (node, { name }) => ({ ...callable(node), visibility: visible(name) }),
    method_elem: (node, { name }) => ({ ...callable(node), visibility: visible(name), traits: ['abstract'] }),
    type_spec: (node, { name }) =>
      declared({
        visibility: visible(name),
        value: plainType(field(node, 'type')),
        bases: embedded(field(node, 'type')),
      }),
    type_alias: (node, { name }) => declared({ visibility: visible(name), value: textOf(field(node, 'type')) }),
    field_declaration: (node, { name }) => declared({ visibility: visible(name), type: textOf(field(node, 'type')) }),
    const_spec: (node, { name }) =>
      declared({ visibility: visible(name), type: textOf(field(node, 'type')), value: textOf(field(node, 'value')) }),
    var_spec: (node, { name }) => declared({ visibility: visible(name), type: textOf(field(node, 'type')) }),
  },
};

function visible(name: string): Visibility {
  return /^\p{Lu}/u.test(name) ? 'public' : 'internal';
}

function callable(node: Node): Declared {
  const result = field(node, 'result');
  const results = result?.type === 'parameter_list' ? parametersOf(result).map(({ type }) => type ?? '') : [];
  return declared({
    parameters: parametersOf(field(node, 'parameters')),
    type: results.length > 0 ? `(${results.join(', ')})` : (textOf(result) ?? '()'),
  });
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  return named(list).flatMap((node) => {
    const type = textOf(field(node, 'type'));
    const kind = node.type === 'variadic_parameter_declaration' ? 'rest' : 'positional';
    const names = children(node).filter(({ type: each }) => each === 'identifier');
    const count = Math.max(1, kind === 'rest' ? 1 : names.length);
    return Array.from({ length: count }, (_, index) => parameter(names[index]?.text, kind, { type }));
  });
}

/** The type behind a name, unless its members are definitions themselves. */
function plainType(node: Node | undefined): string | undefined {
  return node === undefined || /^(?:struct|interface)_type$/.test(node.type) ? node?.type : textOf(node);
}

function embedded(node: Node | undefined): readonly string[] {
  const fields = node?.type === 'struct_type' ? named(child(node, 'field_declaration_list')) : [];
  const inFields = fields
    .filter((each) => field(each, 'name') === undefined)
    .map((each) => textOf(field(each, 'type')) ?? '');
  const inInterface =
    node?.type === 'interface_type'
      ? named(node)
          .filter(({ type }) => type === 'type_elem')
          .map((each) => textOf(each) ?? '')
      : [];
  return [...inFields, ...inInterface];
}
