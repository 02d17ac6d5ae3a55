/** JavaScript and TypeScript. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, type Named, parameter } from './dialect.ts';
import { child, field, named, textOf, typeOf, words } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function']);
const CLASSES = new Set(['class_declaration', 'abstract_class_declaration', 'class']);

/** Shared by JavaScript, TypeScript and TSX. */
export const ECMASCRIPT: Dialect = {
  declarations: {
    function_declaration: callable,
    generator_function_declaration: callable,
    function_signature: (node, it) => declared({ ...callable(node, it), traits: ['overload'] }),
    class_declaration: classFacts,
    abstract_class_declaration: classFacts,
    interface_declaration: (node) => ({
      ...own(node),
      bases: basesIn(child(node, 'extends_type_clause')),
      traits: ['open'],
    }),
    enum_declaration: own,
    type_alias_declaration: (node) => declared({ ...own(node), value: textOf(field(node, 'value')) }),
    variable_declarator: variable,
    assignment_expression: (node) => ({ ...functionFacts(field(node, 'right')), exportedAs: exportedBy(node) }),
    export_statement: (node) => ({ ...functionFacts(field(node, 'value')), exportedAs: ['default'] }),
    method_definition: member,
    method_signature: member,
    abstract_method_signature: (node) => declared({ ...member(node), traits: ['abstract'] }),
    public_field_definition: member,
    field_definition: member,
    property_signature: member,
    required_parameter: member,
    pair: () => undefined,
    enum_assignment: () => ({}),
    enum_body: () => ({}),
  },
  more: membersOfTypes,
};

/** Top-level names by what the file exports them as: `export { a as b }`, `export default a`, `module.exports = { a }`. */
export function exportsOf(root: Node): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (local: string, name: string) => found.set(local, [...(found.get(local) ?? []), name]);
  for (const statement of named(root)) {
    if (statement.type === 'export_statement' && field(statement, 'source') === undefined) {
      for (const each of named(child(statement, 'export_clause'))) {
        const name = textOf(field(each, 'name')) ?? '';
        add(name, textOf(field(each, 'alias')) ?? name);
      }
      const value = field(statement, 'value');
      if (value?.type === 'identifier') add(value.text, 'default');
    }
    const assigned = statement.type === 'expression_statement' ? child(statement, 'assignment_expression') : undefined;
    const left = textOf(field(assigned, 'left'));
    const right = field(assigned, 'right');
    if (right?.type === 'identifier' && left !== undefined && /^(?:module\.)?exports\b/.test(left)) {
      add(right.text, left === 'module.exports' ? 'default' : left.replace(/^(?:module\.)?exports\.?/, ''));
    }
    if (left !== 'module.exports' || right?.type !== 'object') continue;
    for (const each of named(right)) {
      if (each.type === 'shorthand_property_identifier') add(each.text, each.text);
      const value = field(each, 'value');
      if (each.type === 'pair' && value?.type === 'identifier') add(value.text, textOf(field(each, 'key')) ?? '');
    }
  }
  return found;
}

/** Whether the declaration stands behind `export`. */
function own(node: Node): Declared {
  return { exportedAs: exportedBy(node) };
}

function exportedBy(node: Node): readonly string[] {
  const statement =
    node.parent?.type === 'lexical_declaration' || node.parent?.type === 'variable_declaration' ? node.parent : node;
  const around = statement.parent?.type === 'ambient_declaration' ? statement.parent.parent : statement.parent;
  if (around?.type === 'export_statement') {
    return [child(around, 'default') === undefined ? (textOf(field(node, 'name')) ?? '') : 'default'];
  }
  const [, name] = /^(?:module\.)?exports\.(\w+)$/.exec(textOf(field(node, 'left')) ?? '') ?? [];
  if (name !== undefined) return [name];
  return textOf(field(node, 'left')) === 'module.exports' ? ['default'] : [];
}

function callable(node: Node, _named?: Named): Declared {
  return { ...own(node), ...functionFacts(node) };
}

function functionFacts(node: Node | undefined): Declared {
  const list = field(node, 'parameters') ?? field(node, 'parameter');
  if (list === undefined) return {};
  const parameters =
    list.type === 'identifier' ? [parameter(list.text, 'positional')] : named(list).flatMap(parameterOf);
  return declared({ parameters, type: typeOf(field(node, 'return_type')) });
}

function parameterOf(node: Node): readonly Parameter[] {
  const pattern = field(node, 'pattern') ?? field(node, 'left') ?? node;
  if (pattern.type === 'this' || node.type === 'decorator') return [];
  const type = typeOf(field(node, 'type'));
  const value = textOf(field(node, 'value') ?? field(node, 'right'));
  const optional = node.type === 'optional_parameter';
  const name = pattern.type.endsWith('identifier') ? pattern.text : '';
  return [parameter(name, pattern.type === 'rest_pattern' ? 'rest' : 'positional', { type, value, optional })];
}

function classFacts(node: Node): Declared {
  const heritage = child(node, 'class_heritage');
  const clause = child(heritage, 'extends_clause');
  return {
    ...own(node),
    bases: bareTypes(clause === undefined ? named(heritage).slice(0, 1) : named(clause).slice(0, 1)),
  };
}

function basesIn(node: Node | undefined): readonly string[] {
  return bareTypes(named(node));
}

function variable(node: Node): Declared {
  const value = field(node, 'value');
  if (value !== undefined && FUNCTIONS.has(value.type)) return { ...own(node), ...functionFacts(value) };
  if (value !== undefined && CLASSES.has(value.type)) return { ...classFacts(value), ...own(node) };
  return declared({ ...own(node), type: typeOf(field(node, 'type')), value: textOf(value) });
}

function member(node: Node): Declared {
  const name = field(node, 'name') ?? field(node, 'property');
  const access = textOf(child(node, 'accessibility_modifier'));
  const visibility: Visibility =
    name?.type === 'private_property_identifier' || access === 'private'
      ? 'private'
      : access === 'protected'
        ? 'protected'
        : 'public';
  const value = field(node, 'value');
  const marks = words(node, 'get', 'set', 'static', '?', 'abstract');
  const isFunction = node.type.includes('method') && !marks.has('get') && !marks.has('set');
  const inInterface = node.parent?.type === 'interface_body' || node.parent?.type === 'object_type';
  return declared({
    visibility,
    type: typeOf(field(node, 'type')),
    ...(isFunction
      ? functionFacts(node)
      : value !== undefined && FUNCTIONS.has(value.type)
        ? functionFacts(value)
        : {}),
    traits: [
      ...(marks.has('?') ? (['optional'] as const) : []),
      ...(marks.has('static') ? (['static'] as const) : []),
      ...(marks.has('get') || marks.has('set') ? (['property'] as const) : []),
      ...(inInterface || marks.has('abstract') ? (['abstract'] as const) : []),
    ],
  });
}

/** Members of enums and of `type Name = { … }`, and overloads. */
function membersOfTypes(root: Node): readonly Named[] {
  return named(root).flatMap((statement): readonly Named[] => {
    const node = statement.type === 'export_statement' ? field(statement, 'declaration') : statement;
    const name = field(node, 'name');
    if (node?.type === 'enum_declaration') {
      return named(field(node, 'body'))
        .flatMap((each) => field(each, 'name') ?? (each.type === 'property_identifier' ? each : []))
        .map((each) => ({ name: each.text, kind: 'field', scope: name?.text ?? '', node: each }));
    }
    const type = node?.type === 'type_alias_declaration' ? field(node, 'value') : undefined;
    if (type?.type !== 'object_type') return [];
    return named(type).flatMap((each) => {
      const own = field(each, 'name');
      return own === undefined ? [] : [{ name: own.text, kind: 'field', scope: name?.text ?? '', node: own } as const];
    });
  });
}
