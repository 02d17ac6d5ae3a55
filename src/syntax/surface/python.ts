/** Python. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, type Named, parameter } from './dialect.ts';
import { child, children, field, named, textOf, typeOf } from './nodes.ts';
import type { Parameter, ParameterKind, Trait } from './service.ts';

/** Decorators that a function can be called through as it is written. */
const KEEPS_SIGNATURE =
  /(?:^|\.)(?:staticmethod|classmethod|overload|override|final|abstract\w*|(?:async)?contextmanager|(?:lru_)?cache(?:\(.*)?|deprecated\(.*|\w*property|setter|deleter|getter)$/s;

export const PYTHON: Dialect = {
  declarations: {
    function_definition: callable,
    class_definition: (node) => ({
      bases: bareTypes(named(field(node, 'superclasses')).filter(({ type }) => type !== 'keyword_argument')),
      traits: conditional(node),
    }),
    assignment: (node) =>
      declared({
        type: typeOf(field(node, 'type')),
        value: textOf(field(node, 'right')),
        traits: conditional(node),
      }),
    type_alias_statement: (node) => declared({ value: textOf(field(node, 'right')) }),
  },
  more: attributesOfSelf,
};

/** The names of `__all__`; undefined when the file has none, or it is computed. */
export function listedNames(root: Node): readonly string[] | undefined {
  let names: string[] | undefined;
  for (const statement of named(root)) {
    const node = statement.type === 'expression_statement' ? named(statement)[0] : undefined;
    if (textOf(field(node, 'left')) !== '__all__') continue;
    const right = field(node, 'right');
    if (right?.type !== 'list' && right?.type !== 'tuple') return undefined;
    if (named(right).some(({ type }) => type !== 'string')) return undefined;
    const more = named(right).map((each) => textOf(child(each, 'string_content')) ?? '');
    names = node?.type === 'augmented_assignment' ? [...(names ?? []), ...more] : more;
  }
  return names;
}

function callable(node: Node, { kind }: Named): Declared {
  const decorators = named(node.parent?.type === 'decorated_definition' ? node.parent : null)
    .filter(({ type }) => type === 'decorator')
    .map((each) => each.text.slice(1, 200).trim());
  const isStatic = decorators.includes('staticmethod');
  const isProperty = decorators.some((each) =>
    /(?:^|\.|_)(?:cached_)?property$|\.(?:setter|deleter|getter)$/.test(each),
  );
  const all = parametersOf(field(node, 'parameters'));
  const traits: Trait[] = [
    ...conditional(node),
    ...(isStatic ? (['static'] as const) : []),
    ...(isProperty ? (['property'] as const) : []),
    ...(decorators.some((each) => /(?:^|\.)overload$/.test(each)) ? (['overload'] as const) : []),
    ...(decorators.some((each) => /(?:^|\.)abstract\w*$/.test(each)) ? (['abstract'] as const) : []),
    ...(decorators.every((each) => KEEPS_SIGNATURE.test(each)) ? [] : (['wrapped'] as const)),
  ];
  return declared({
    parameters: isProperty ? undefined : kind === 'method' && !isStatic ? all.slice(1) : all,
    type: typeOf(field(node, 'return_type')),
    traits,
  });
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  const nodes = named(list);
  const lastPositional = nodes.findIndex(({ type }) => type === 'positional_separator');
  let afterStar = false;
  return nodes.flatMap((node, index): readonly Parameter[] => {
    const kind: ParameterKind = afterStar ? 'keyword' : index < lastPositional ? 'positional' : 'either';
    const inner = node.type === 'typed_parameter' ? named(node)[0] : node;
    const type = typeOf(field(node, 'type'));
    switch (inner?.type) {
      case 'keyword_separator':
        afterStar = true;
        return [];
      case 'list_splat_pattern':
        afterStar = true;
        return [parameter(textOf(named(inner)[0]), 'rest', { type })];
      case 'dictionary_splat_pattern':
        return [parameter(textOf(named(inner)[0]), 'keyword-rest', { type })];
      case 'identifier':
        return [parameter(inner.text, kind, { type })];
      case 'default_parameter':
      case 'typed_default_parameter':
        return [parameter(textOf(field(inner, 'name')), kind, { type, value: textOf(field(inner, 'value')) })];
      default:
        return [];
    }
  });
}

function conditional(node: Node): readonly Trait[] {
  for (let at = node.parent; at !== null && !/^(?:class|function)_definition$/.test(at.type); at = at.parent) {
    if (at.type === 'if_statement' || at.type === 'try_statement') return ['conditional'];
  }
  return [];
}

/** What a class's `__init__` assigns to `self`. */
function attributesOfSelf(root: Node): readonly Named[] {
  return named(root).flatMap((statement): readonly Named[] => {
    const node = statement.type === 'decorated_definition' ? field(statement, 'definition') : statement;
    if (node?.type !== 'class_definition') return [];
    const scope = textOf(field(node, 'name')) ?? '';
    const init = named(field(node, 'body')).find((each) => textOf(field(each, 'name')) === '__init__');
    return children(field(init, 'body')).flatMap((each): readonly Named[] => {
      const left = each.type === 'expression_statement' ? field(child(each, 'assignment'), 'left') : undefined;
      const name = textOf(field(left, 'object')) === 'self' ? field(left, 'attribute') : undefined;
      return name === undefined ? [] : [{ name: name.text, kind: 'field', scope, node: name }];
    });
  });
}
