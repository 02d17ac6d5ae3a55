/**
 * Expressions. Each place in the grammar allows other kinds of expression unparenthesised:
 * {@link expression} is CPython's `expression`, the other functions allow more.
 */

import { callArguments } from './arguments.ts';
import type { ConstantValue, Expression } from './ast.ts';
import { comprehension, dictComprehension } from './comprehensions.ts';
import { identifier } from './names.ts';
import { numberValue } from './numbers.ts';
import { awaited, binary, boolean, comparison, unary } from './operators.ts';
import { parameters } from './parameters.ts';
import { isSplat, unpacked } from './splats.ts';
import { stringLiteral } from './strings.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** An expression without unparenthesised `:=`, `*` or `yield`. @throws PythonSyntaxError */
export function expression(node: SyntaxNode): Expression {
  switch (node.type) {
    case 'identifier':
      return { kind: 'name', id: identifier(node), span: node.span };
    case 'integer':
    case 'float':
      return constant(node, numberValue(node));
    case 'true':
    case 'false':
      return constant(node, { type: 'bool', value: node.type === 'true' });
    case 'none':
      return constant(node, { type: 'none' });
    case 'ellipsis':
      return constant(node, { type: 'ellipsis' });
    case 'string':
    case 'concatenated_string':
      return stringLiteral(node);
    case 'binary_operator':
      return binary(node);
    case 'unary_operator':
    case 'not_operator':
      return isSplat(node) ? misplaced(node) : unary(node);
    case 'boolean_operator':
      return boolean(node);
    case 'comparison_operator':
      return comparison(node);
    case 'await':
      return awaited(node);
    case 'conditional_expression':
      return conditional(node);
    case 'lambda':
      return {
        kind: 'lambda',
        parameters: parameters(node.optional('parameters')),
        body: expression(node.required('body')),
        span: node.span,
      };
    case 'parenthesized_expression':
      return parenthesized(node.inner);
    case 'attribute': {
      const name = identifier(node.required('attribute'));
      return { kind: 'attribute', object: expression(node.required('object')), name, span: node.span };
    }
    case 'subscript':
      return subscript(node);
    case 'call': {
      const { args, keywords } = callArguments(node.required('arguments'));
      return { kind: 'call', callee: expression(node.required('function')), args, keywords, span: node.span };
    }
    case 'tuple':
    case 'tuple_pattern':
      return tuple(node);
    case 'list':
    case 'list_pattern':
      return { kind: 'list', items: node.named.map(displayItem), span: node.span };
    case 'set':
      return { kind: 'set', items: node.named.map(displayItem), span: node.span };
    case 'dictionary':
      if (node.named.length === 0 && node.has(',')) node.fail('Invalid syntax: an entry is missing before the comma');
      return { kind: 'dict', entries: node.named.map(dictEntry), span: node.span };
    case 'list_comprehension':
      return comprehension(node, 'listcomp');
    case 'set_comprehension':
      return comprehension(node, 'setcomp');
    case 'generator_expression':
      return comprehension(node, 'generator');
    case 'dictionary_comprehension':
      return dictComprehension(node);
    default:
      return misplaced(node);
  }
}

/** An expression or an unparenthesised `name := value`. */
export function namedOrExpression(node: SyntaxNode): Expression {
  if (node.type !== 'named_expression') return expression(node);
  const target = identifier(node.required('name'));
  return { kind: 'named', target, value: expression(node.required('value')), span: node.span };
}

/** An argument or subscript: an expression, `name := value` or `*iterable`. */
export function element(node: SyntaxNode): Expression {
  return isSplat(node) ? starred(node) : namedOrExpression(node);
}

/** An expression list (`a, *b`) as a tuple, or a single expression; `yield` is not allowed. */
export function expressionList(node: SyntaxNode): Expression {
  if (node.type !== 'expression_list' && node.type !== 'pattern_list') return expression(node);
  return { kind: 'tuple', items: node.named.map(listItem), span: node.span };
}

/** The right side of an assignment, or what a replacement field holds: an expression list or `yield`. */
export function assigned(node: SyntaxNode): Expression {
  return node.type === 'yield' ? yielded(node) : expressionList(node);
}

/** One item of an expression list: an expression or `*iterable`. */
export function listItem(node: SyntaxNode): Expression {
  return isSplat(node) ? starredItem(node) : expression(node);
}

function constant(node: SyntaxNode, value: ConstantValue): Expression {
  return { kind: 'constant', value, span: node.span };
}

function parenthesized(inner: SyntaxNode): Expression {
  return inner.type === 'yield' ? yielded(inner) : namedOrExpression(inner);
}

function conditional(node: SyntaxNode): Expression {
  const [body, test, orelse] = node.named;
  if (body === undefined || test === undefined || orelse === undefined) return node.fail('Invalid conditional');
  return {
    kind: 'conditional',
    test: expression(test),
    body: expression(body),
    orelse: expression(orelse),
    span: node.span,
  };
}

function subscript(node: SyntaxNode): Expression {
  const nodes = node.all('subscript');
  const items = nodes.map((item) => (item.type === 'slice' ? slice(item) : element(item)));
  const [only] = items;
  const [first] = nodes;
  const close = node.children.at(-2);
  if (only === undefined || first === undefined || close === undefined) return node.fail('Invalid subscript');
  const isTuple = items.length > 1 || node.has(',') || only.kind === 'starred';
  const index: Expression = isTuple ? { kind: 'tuple', items, span: node.source.span(first.start, close.end) } : only;
  return { kind: 'subscript', object: expression(node.required('value')), index, span: node.span };
}

function slice(node: SyntaxNode): Expression {
  const parts: Expression[][] = [[], [], []];
  let index = 0;
  for (const child of node.children) {
    if (child.isNamed) parts[index]?.push(expression(child));
    else index++;
  }
  const [[lower] = [], [upper] = [], [step] = []] = parts;
  return {
    kind: 'slice',
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    ...(step === undefined ? {} : { step }),
    span: node.span,
  };
}

/** A `tuple`; the grammar gives targets such as `(a) = 1` as patterns of one item without comma. */
function tuple(node: SyntaxNode): Expression {
  const items = node.named;
  const [only] = items;
  if (only !== undefined && items.length === 1 && !node.has(',')) {
    if (isSplat(only)) only.fail('Cannot use a starred expression here: write (*items,) for a tuple');
    return parenthesized(only);
  }
  return { kind: 'tuple', items: items.map(displayItem), span: node.span };
}

function displayItem(node: SyntaxNode): Expression {
  return isSplat(node) ? starredItem(node) : namedOrExpression(node);
}

function starred(node: SyntaxNode): Expression {
  return { kind: 'starred', value: expression(unpacked(node)), span: node.span };
}

const NOT_AFTER_STAR = new Set([
  'boolean_operator',
  'not_operator',
  'comparison_operator',
  'conditional_expression',
  'lambda',
]);

/** Outside calls, `*` binds tighter than comparisons: `[*a or b]` is refused. */
function starredItem(node: SyntaxNode): Expression {
  if (NOT_AFTER_STAR.has(unpacked(node).type)) node.fail('Put what follows * in parentheses');
  return starred(node);
}

function dictEntry(node: SyntaxNode): { readonly key?: Expression; readonly value: Expression } {
  if (node.type === 'dictionary_splat') {
    if (NOT_AFTER_STAR.has(node.inner.type)) node.fail('Put what follows ** in parentheses');
    return { value: expression(node.inner) };
  }
  return { key: expression(node.required('key')), value: expression(node.required('value')) };
}

function yielded(node: SyntaxNode): Expression {
  const { span } = node;
  const [value] = node.named;
  if (value === undefined) return { kind: 'yield', span };
  if (node.has('from')) return { kind: 'yieldfrom', value: expression(value), span };
  return { kind: 'yield', value: expressionList(value), span };
}

function misplaced(node: SyntaxNode): never {
  switch (node.type) {
    case 'named_expression':
      return node.fail('An assignment expression must stand in parentheses here');
    case 'list_splat':
    case 'list_splat_pattern':
    case 'unary_operator':
      return node.fail('Cannot use a starred expression here');
    case 'yield':
      return node.fail('A yield expression must stand in parentheses here');
    case 'as_pattern':
      return node.fail('Invalid "as" here');
    default:
      return node.fail(`Invalid syntax (${node.type.replaceAll('_', ' ')})`);
  }
}
