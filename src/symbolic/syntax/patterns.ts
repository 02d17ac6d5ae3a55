/** The match statement and its patterns (PEP 634). */
import type { Expression, MatchCase, Pattern, Statement } from './ast.ts';
import { spanTo } from './compound.ts';
import { expression, listItem, namedOrExpression } from './expressions.ts';
import { identifier } from './names.ts';
import { numberValue } from './numbers.ts';
import { statements } from './statements.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** A `match_statement` node. @throws PythonSyntaxError */
export function matchStatement(node: SyntaxNode): Statement {
  const clauses = node.required('body').named;
  if (clauses.length === 0) node.fail('match needs at least one case');
  const cases = clauses.map(matchCase);
  return { kind: 'match', subject: subject(node), cases, span: spanTo(node, cases) };
}

function subject(node: SyntaxNode): Expression {
  const subjects = node.all('subject');
  const [first] = subjects;
  if (first === undefined) return node.fail('match needs a subject');
  if (!node.has(',')) return namedOrExpression(first);
  const comma = node.children.findLast((child) => child.type === ',');
  const end = Math.max(comma?.end ?? 0, subjects.at(-1)?.end ?? 0);
  return { kind: 'tuple', items: subjects.map(listItem), span: node.source.span(first.start, end) };
}

function matchCase(node: SyntaxNode): MatchCase {
  if (node.type !== 'case_clause') return node.fail('Expected case');
  const guard = node.optional('guard');
  const body = statements(node.required('consequence'));
  return {
    pattern: openPattern(node),
    ...(guard === undefined ? {} : { guard: namedOrExpression(guard.inner) }),
    body,
    span: spanTo(node, body),
  };
}

/** The pattern after `case`, which may be a sequence without brackets. */
function openPattern(node: SyntaxNode): Pattern {
  const patterns = node.named.filter((child) => child.type === 'case_pattern');
  const [first] = patterns;
  if (first === undefined) return node.fail('case needs a pattern');
  if (!node.has(',')) {
    const only = pattern(first.children);
    return only.kind === 'star' ? first.fail('Cannot use a starred pattern outside a sequence') : only;
  }
  const comma = node.children.findLast((child) => child.type === ',');
  const end = Math.max(comma?.end ?? 0, patterns.at(-1)?.end ?? 0);
  return sequence(node, patterns, { start: first.start, end });
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

function sequence(node: SyntaxNode, nodes: readonly SyntaxNode[], { start, end }: Extent): Pattern {
  const patterns = nodes.map((item) => pattern(item.children));
  if (patterns.filter((item) => item.kind === 'star').length > 1) {
    node.fail('Multiple starred patterns in a sequence');
  }
  return { kind: 'sequence', patterns, span: node.source.span(start, end) };
}

/** One pattern from its nodes: a single node, or `-` and a number. */
function pattern(nodes: readonly SyntaxNode[]): Pattern {
  const [node, number] = nodes;
  if (node === undefined) throw new TypeError('A pattern has at least one node.');
  if (node.type === '-' && number !== undefined) return value(node, negative(node, number), number.end);
  switch (node.type) {
    case '_':
      return { kind: 'capture', span: node.span };
    case 'case_pattern':
      return pattern(node.children);
    case 'dotted_name':
      return nameOrValue(node);
    case 'as_pattern':
      return asPattern(node);
    case 'union_pattern':
      return { kind: 'or', patterns: splitBy(node.children, '|').map(pattern), span: node.span };
    case 'list_pattern':
      return sequence(node, node.named, node);
    case 'tuple_pattern':
      return group(node);
    case 'dict_pattern':
      return mapping(node);
    case 'class_pattern':
      return instance(node);
    case 'splat_pattern':
      return star(node);
    case 'complex_pattern':
      return value(node, complex(node), node.end);
    default:
      return value(node, expression(node), node.end);
  }
}

function value(node: SyntaxNode, literal: Expression, end: number): Pattern {
  if (literal.kind === 'unsupported') return literal;
  if (literal.kind === 'fstring') node.fail('Patterns may only match literals and attribute lookups');
  return { kind: 'value', value: literal, span: node.source.span(node.start, end) };
}

function negative(minus: SyntaxNode, number: SyntaxNode): Expression {
  const span = minus.source.span(minus.start, number.end);
  return { kind: 'unary', operator: '-', operand: expression(number), span };
}

/** `-1 + 2j`: the second number must be imaginary. */
function complex(node: SyntaxNode): Expression {
  const [real, imaginary] = node.named;
  const operator = node.children.at(-2)?.type;
  if (real === undefined || imaginary === undefined || (operator !== '+' && operator !== '-')) {
    return node.fail('Invalid complex number in a pattern');
  }
  if (numberValue(imaginary).type !== 'complex') imaginary.fail('An imaginary number is needed in a complex literal');
  const [first = node] = node.children;
  const left = first.type === '-' ? negative(first, real) : expression(real);
  return { kind: 'binary', operator, left, right: expression(imaginary), span: node.span };
}

function nameOrValue(node: SyntaxNode): Pattern {
  const [name, ...others] = node.named;
  if (name === undefined) return node.fail('Invalid pattern');
  if (others.length > 0) return { kind: 'value', value: dotted(node), span: node.span };
  const id = identifier(name);
  return id === '_' ? { kind: 'capture', span: node.span } : { kind: 'capture', name: id, span: node.span };
}

function dotted(node: SyntaxNode): Expression {
  const [first, ...others] = node.named;
  if (first === undefined) return node.fail('Invalid name');
  let result = expression(first);
  for (const name of others) {
    const span = node.source.span(node.start, name.end);
    result = { kind: 'attribute', object: result, name: identifier(name), span };
  }
  return result;
}

function asPattern(node: SyntaxNode): Pattern {
  const [inner, name] = node.named;
  if (inner === undefined || name === undefined) return node.fail('Invalid as pattern');
  if (name.text === '_') name.fail('Cannot use _ as a target');
  const captured = pattern([inner]);
  return { kind: 'capture', pattern: captured, name: identifier(name), span: node.span };
}

/** `(p)` is `p`; `(p,)`, `()` and `(p, q)` are sequences. */
function group(node: SyntaxNode): Pattern {
  const [only, ...others] = node.named;
  if (only === undefined || others.length > 0 || node.has(',')) return sequence(node, node.named, node);
  const inner = pattern([only]);
  return inner.kind === 'star' ? sequence(node, node.named, node) : inner;
}

function star(node: SyntaxNode): Pattern {
  if (node.has('**')) return node.fail('** is only allowed in a mapping pattern');
  const name = splatName(node);
  return { kind: 'star', ...(name === undefined ? {} : { name }), span: node.span };
}

function splatName(node: SyntaxNode): string | undefined {
  const [name] = node.named;
  return name === undefined || name.text === '_' ? undefined : identifier(name);
}

function mapping(node: SyntaxNode): Pattern {
  const entries: { readonly key: Expression; readonly pattern: Pattern }[] = [];
  let rest: string | undefined;
  for (const nodes of splitBy(node.children.slice(1, -1), ',')) {
    const [first] = nodes;
    if (first === undefined) continue;
    if (rest !== undefined) first.fail('**rest must be the last of a mapping pattern');
    if (first.type === 'splat_pattern') {
      rest = splatName(first) ?? first.fail('A mapping pattern needs a name after **, other than _');
      continue;
    }
    const [key = [], matched = []] = splitBy(nodes, ':');
    entries.push({ key: mappingKey(first, pattern(key)), pattern: pattern(matched) });
  }
  return { kind: 'mapping', entries, ...(rest === undefined ? {} : { rest }), span: node.span };
}

function mappingKey(node: SyntaxNode, key: Pattern): Expression {
  if (key.kind === 'value') return key.value;
  if (key.kind === 'unsupported') return key;
  return node.fail('Keys of a mapping pattern may only be literals and attribute lookups');
}

function instance(node: SyntaxNode): Pattern {
  const [type, ...args] = node.named;
  if (type === undefined) return node.fail('Invalid class pattern');
  const positional: Pattern[] = [];
  const named: { readonly name: string; readonly pattern: Pattern }[] = [];
  for (const argument of args) {
    const { children } = argument;
    const [first] = children;
    if (first?.type === 'keyword_pattern') {
      const name = identifier(first.inner);
      if (named.some((other) => other.name === name)) first.fail(`Attribute name repeated in class pattern: ${name}`);
      named.push({ name, pattern: pattern(first.children.slice(2)) });
      continue;
    }
    if (named.length > 0) argument.fail('Positional patterns follow keyword patterns');
    positional.push(pattern(children));
  }
  return { kind: 'instance', type: dotted(type), positional, named, span: node.span };
}

function splitBy(nodes: readonly SyntaxNode[], separator: string): SyntaxNode[][] {
  const groups: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (node.type === separator && !node.isNamed) groups.push([]);
    else groups.at(-1)?.push(node);
  }
  return groups;
}
