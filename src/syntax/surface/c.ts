/** C and C++: what headers declare. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { around, child, children, field, named, textOf, words } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

export const C: Dialect = {
  declarations: {
    class_specifier: type,
    struct_specifier: type,
    union_specifier: type,
    enum_specifier: (node) => ({ visibility: visible(node) }),
    declaration: variableOrFunction,
    field_declaration: variableOrFunction,
    function_definition: variableOrFunction,
    type_definition: (node) => declared({ value: textOf(field(node, 'type')) }),
    alias_declaration: (node) => declared({ visibility: visible(node), value: textOf(field(node, 'type')) }),
    enumerator: () => ({}),
    namespace_definition: () => ({}),
    preproc_def: () => ({}),
    preproc_function_def: (node) => ({
      parameters: named(field(node, 'parameters')).map((each) => parameter(each.text, 'positional')),
    }),
  },
};

function type(node: Node): Declared | undefined {
  // `struct name *field;` only names it.
  if (field(node, 'body') === undefined) return undefined;
  const bases = named(child(node, 'base_class_clause')).filter(({ type }) => type !== 'access_specifier');
  return { visibility: visible(node), bases: bareTypes(bases) };
}

function variableOrFunction(node: Node): Declared {
  const declarator = functionDeclarator(field(node, 'declarator'));
  const returned = textOf(field(node, 'type'));
  const isStatic = words(node, 'storage_class_specifier').has('static');
  const inClass = node.parent?.type === 'field_declaration_list';
  // A static function of a source file is its own.
  const visibility = isStatic && !inClass ? 'internal' : visible(node);
  if (declarator === undefined) return declared({ visibility, type: returned });
  const isAbstract = textOf(field(node, 'default_value')) === '0';
  return declared({
    visibility,
    type: returned,
    parameters: parametersOf(field(declarator, 'parameters')),
    traits: isAbstract ? ['abstract'] : isStatic ? ['static'] : undefined,
  });
}

function functionDeclarator(node: Node | undefined): Node | undefined {
  for (
    let at = node;
    at !== undefined;
    at = field(at, 'declarator') ?? named(at).find((each) => each.type.endsWith('declarator'))
  ) {
    if (at.type === 'function_declarator') return at;
  }
  return undefined;
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  return children(list).flatMap((node): readonly Parameter[] => {
    if (node.type === '...' || node.type.startsWith('variadic_parameter')) return [parameter('', 'rest')];
    if (node.type !== 'parameter_declaration' && node.type !== 'optional_parameter_declaration') return [];
    if (node.text === 'void') return [];
    const declarator = field(node, 'declarator');
    const name = /(?<!\w)(\w+)\W*$/.exec(textOf(declarator) ?? '')?.[1];
    const signs = (textOf(declarator) ?? '').replace(/\w+/g, '');
    const qualifiers = [...words(node, 'type_qualifier')].join(' ');
    const type = `${qualifiers} ${textOf(field(node, 'type')) ?? ''}${signs}`.trim();
    return [parameter(name, 'positional', { type, value: textOf(field(node, 'default_value')) })];
  });
}

/** By the last `public:` or the like before it; classes begin private. */
function visible(node: Node): Visibility {
  const member = around(
    node,
    new Set([
      'field_declaration',
      'declaration',
      'function_definition',
      'template_declaration',
      'class_specifier',
      'struct_specifier',
      'enum_specifier',
      'alias_declaration',
    ]),
  );
  let at: Node | null = member ?? node;
  while (at !== null && at.parent?.type !== 'field_declaration_list') {
    if (at.parent === null || at.parent.type === 'declaration_list' || at.parent.type === 'translation_unit')
      return 'public';
    at = at.parent;
  }
  const holder = at?.parent?.parent;
  for (let each = at?.previousNamedSibling ?? null; each !== null; each = each.previousNamedSibling) {
    if (each.type !== 'access_specifier') continue;
    return each.text.startsWith('private') ? 'private' : each.text.startsWith('protected') ? 'protected' : 'public';
  }
  return holder?.type === 'class_specifier' ? 'private' : 'public';
}
