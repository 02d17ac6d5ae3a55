/** Rust. */
import type { Node } from 'web-tree-sitter';
import { type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { around, child, field, named, textOf } from './nodes.ts';
import type { Trait, Visibility } from './service.ts';

export const RUST: Dialect = {
  declarations: {
    function_item: callable,
    function_signature_item: callable,
    struct_item: (node) => ({ ...common(node), traits: openness(node) }),
    union_item: common,
    enum_item: (node) => ({ ...common(node), traits: openness(node) }),
    trait_item: (node) =>
      declared({ ...common(node), bases: named(field(node, 'bounds')).map((each) => each.text.slice(0, 100)) }),
    const_item: variable,
    static_item: variable,
    type_item: (node) => declared({ ...common(node), value: textOf(field(node, 'type')) }),
    associated_type: () => ({ visibility: 'public', traits: ['abstract'] }),
    mod_item: common,
    macro_definition: (node) => ({
      visibility: attributes(node).some((each) => each.includes('macro_export')) ? 'public' : 'internal',
    }),
    enum_variant: (node) => declared({ visibility: 'public', value: textOf(field(node, 'body')) }),
    field_declaration: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
  },
};

function callable(node: Node): Declared {
  const inTrait = traitAround(node)?.type === 'trait_item';
  const parameters = named(field(node, 'parameters')).flatMap((each) => {
    if (each.type === 'self_parameter') return [parameter('self', 'positional', { type: textOf(each) })];
    if (each.type !== 'parameter') return [];
    return [parameter(textOf(field(each, 'pattern')), 'positional', { type: textOf(field(each, 'type')) })];
  });
  return {
    ...common(node),
    parameters,
    type: textOf(field(node, 'return_type')) ?? '()',
    traits: inTrait && node.type === 'function_signature_item' ? ['abstract'] : [],
  };
}

function variable(node: Node): Declared {
  return declared({ ...common(node), type: textOf(field(node, 'type')), value: textOf(field(node, 'value')) });
}

function common(node: Node): Declared {
  const holder = traitAround(node);
  // What implements a trait is as visible as that.
  if (holder?.type === 'trait_item') return { visibility: 'public' };
  if (holder !== undefined && field(holder, 'trait') !== undefined) return { visibility: 'internal' };
  const modifier = textOf(child(node, 'visibility_modifier'));
  const visibility: Visibility = modifier === undefined ? 'private' : modifier === 'pub' ? 'public' : 'internal';
  return { visibility };
}

function traitAround(node: Node): Node | undefined {
  const holder = around(node.parent, new Set(['trait_item', 'impl_item', 'mod_item', 'block', 'source_file']));
  return holder?.type === 'trait_item' || holder?.type === 'impl_item' ? holder : undefined;
}

function openness(node: Node): readonly Trait[] {
  return attributes(node).some((each) => each.includes('non_exhaustive')) ? ['open'] : [];
}

/** Attributes before an item. */
function attributes(node: Node): readonly string[] {
  const found: string[] = [];
  for (let at = node.previousNamedSibling; at?.type === 'attribute_item'; at = at.previousNamedSibling)
    found.push(at.text);
  return found;
}
