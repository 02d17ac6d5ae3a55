/** Kotlin and Scala: public unless something else is said. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter, plainParameter } from './dialect.ts';
import { child, children, field, named, textOf } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

export const KOTLIN: Dialect = {
  declarations: {
    class_declaration: (node) =>
      declared({
        ...common(node),
        bases: bareTypes(named(child(node, 'delegation_specifiers')).flatMap((each) => named(each).slice(0, 1))),
        parameters: constructorOf(node),
      }),
    object_declaration: common,
    companion_object: common,
    function_declaration: (node) =>
      declared({
        ...common(node),
        parameters: kotlinParameters(child(node, 'function_value_parameters')),
        type: returnType(node),
        traits: child(node, 'function_body') === undefined ? ['abstract'] : undefined,
      }),
    property_declaration: (node) =>
      declared({ ...common(node), type: textOf(named(child(node, 'variable_declaration'))[1]) }),
    class_parameter: (node) => (child(node, 'val', 'var') === undefined ? undefined : common(node)),
    enum_entry: () => ({}),
    type_alias: (node) => declared({ ...common(node), value: textOf(named(node).at(-1)) }),
  },
};

export const SCALA: Dialect = {
  declarations: {
    class_definition: scalaType,
    trait_definition: scalaType,
    object_definition: scalaType,
    enum_definition: scalaType,
    function_definition: (node) => scalaFunction(node),
    function_declaration: (node) => ({ ...scalaFunction(node), traits: ['abstract'] }),
    val_definition: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
    var_definition: (node) => declared({ ...common(node), type: textOf(field(node, 'type')) }),
    val_declaration: (node) => declared({ ...common(node), type: textOf(field(node, 'type')), traits: ['abstract'] }),
    class_parameter: (node) => common(node),
    simple_enum_case: () => ({}),
    type_definition: (node) => declared({ ...common(node), value: textOf(field(node, 'type')) }),
  },
};

function common(node: Node): Declared {
  const modifiers = child(node, 'modifiers');
  const written = textOf(child(modifiers, 'visibility_modifier', 'access_modifier')) ?? '';
  const isOverride = modifiers !== undefined && /\boverride\b/.test(modifiers.text.slice(0, 200));
  const level = /private|internal|protected/.exec(written)?.[0];
  const visibility: Visibility =
    level === 'private' || level === 'internal' || level === 'protected' ? level : 'public';
  // A qualified one reaches as far as a package.
  return { visibility: written.includes('[') || (isOverride && level === undefined) ? 'internal' : visibility };
}

function constructorOf(node: Node): readonly Parameter[] | undefined {
  const list = child(child(node, 'primary_constructor'), 'class_parameters');
  return list === undefined ? undefined : kotlinParameters(list);
}

function kotlinParameters(list: Node | undefined): readonly Parameter[] {
  const all = children(list);
  return all.flatMap((node, index): readonly Parameter[] => {
    if (node.type !== 'parameter' && node.type !== 'class_parameter') return [];
    const parts = named(node).filter(({ type }) => type !== 'modifiers');
    const inside = children(node).some(({ type }) => type === '=') ? parts.at(-1) : undefined;
    const value = all[index + 1]?.type === '=' ? all[index + 2] : inside;
    const isRest = all[index - 1]?.type === 'parameter_modifiers' && all[index - 1]?.text.includes('vararg') === true;
    return [parameter(textOf(parts[0]), isRest ? 'rest' : 'either', { type: textOf(parts[1]), value: textOf(value) })];
  });
}

/** What stands between the parameters and the body. */
function returnType(node: Node): string | undefined {
  const all = named(node);
  const after = all[all.findIndex(({ type }) => type === 'function_value_parameters') + 1];
  return after?.type === 'function_body' ? undefined : textOf(after);
}

function scalaType(node: Node): Declared {
  const lists = children(node).filter(({ type }) => type === 'class_parameters');
  const extended = named(field(node, 'extend')).filter(({ type }) => type !== 'arguments');
  const parameters = lists.length === 0 ? undefined : lists.flatMap(scalaParameters);
  return declared({ ...common(node), bases: bareTypes(extended), parameters });
}

function scalaFunction(node: Node): Declared {
  const lists = children(node).filter(({ type }) => type === 'parameters');
  return declared({
    ...common(node),
    parameters: lists.flatMap(scalaParameters),
    type: textOf(field(node, 'return_type')),
  });
}

function scalaParameters(list: Node): readonly Parameter[] {
  return named(list)
    .filter(({ type }) => type === 'parameter' || type === 'class_parameter')
    .map((node) => {
      const isRest = field(node, 'type')?.type === 'repeated_parameter_type';
      return plainParameter(node, isRest ? 'rest' : 'either');
    });
}
