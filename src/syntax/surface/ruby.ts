/** Ruby: `private` counts for the methods after it, for one that it is given, or for names. */
import type { Node } from 'web-tree-sitter';
import { bareTypes, type Declared, type Dialect, declared, parameter } from './dialect.ts';
import { child, field, named, textOf } from './nodes.ts';
import type { Parameter, Visibility } from './service.ts';

const LEVELS: Readonly<Record<string, Visibility>> = { public: 'public', private: 'private', protected: 'protected' };

export const RUBY: Dialect = {
  declarations: {
    module: () => ({}),
    class: (node) => ({ bases: bareTypes(named(field(node, 'superclass'))) }),
    method: (node, { name }) => ({ ...callable(node), visibility: visibilityOf(node, name) }),
    singleton_method: (node) => ({ ...callable(node), traits: ['static'] }),
    assignment: (node) => declared({ value: textOf(field(node, 'right')) }),
    call: (node, { name }) => ({ visibility: visibilityOf(node, name) }),
  },
};

function callable(node: Node): Declared {
  return { parameters: named(field(node, 'parameters')).flatMap(parameterOf) };
}

function parameterOf(node: Node): readonly Parameter[] {
  const name = textOf(field(node, 'name')) ?? '';
  const value = textOf(field(node, 'value'));
  switch (node.type) {
    case 'identifier':
      return [parameter(node.text, 'positional')];
    case 'destructured_parameter':
      return [parameter('', 'positional')];
    case 'optional_parameter':
      return [parameter(name, 'positional', { value })];
    case 'keyword_parameter':
      return [parameter(name, 'keyword', { value })];
    case 'splat_parameter':
      return [parameter(name, 'rest')];
    case 'hash_splat_parameter':
      return [parameter(name, 'keyword-rest')];
    case 'forward_parameter':
      return [parameter('', 'rest'), parameter('', 'keyword-rest')];
    default:
      return [];
  }
}

function visibilityOf(node: Node, name: string): Visibility {
  const holder = node.parent?.type === 'argument_list' ? node.parent.parent : null;
  const given = LEVELS[textOf(field(holder, 'method')) ?? ''];
  if (given !== undefined) return given;
  let current: Visibility = 'public';
  let own: Visibility | undefined;
  let passed = false;
  for (const each of named((holder ?? node).parent)) {
    if (each.id === node.id) {
      own = current;
      passed = true;
    }
    if (each.type === 'identifier' && !passed) current = LEVELS[each.text] ?? current;
    const level = each.type === 'call' ? LEVELS[textOf(field(each, 'method')) ?? ''] : undefined;
    const names = named(child(each, 'argument_list')).map(({ text }) => text.replace(/^:/, ''));
    if (level !== undefined && names.includes(name)) own = level;
  }
  return own ?? current;
}
