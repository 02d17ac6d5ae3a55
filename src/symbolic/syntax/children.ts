/** What a statement or an expression is made of. */
import type { Comprehension, Expression, FormatPart, Keyword, Parameters, Pattern, Statement } from './ast.ts';

/** A node of the program's tree. */
export type ProgramNode = Statement | Expression;

/**
 * The statements and expressions directly below a node, in the order of the source. Annotations and type parameters are left
 * out: nothing of a function's run depends on them.
 */
export function childrenOf(node: ProgramNode): readonly ProgramNode[] {
  switch (node.kind) {
    case 'function':
      return [...node.decorators, ...defaultsOf(node.parameters), ...node.body];
    case 'class':
      return [...node.decorators, ...node.bases, ...keywordValues(node.keywords), ...node.body];
    case 'return':
    case 'yield':
      return present(node.value);
    case 'delete':
      return node.targets;
    case 'assign':
      return [...node.targets, node.value];
    case 'augassign':
      return [node.target, node.value];
    case 'annassign':
      return [node.target, ...present(node.value)];
    case 'for':
      return [node.target, node.iterable, ...node.body, ...node.orelse];
    case 'while':
    case 'if':
      return [node.test, ...node.body, ...node.orelse];
    case 'with':
      return [...node.items.flatMap((item) => [item.context, ...present(item.target)]), ...node.body];
    case 'raise':
      return [...present(node.exception), ...present(node.cause)];
    case 'try': {
      const handlers = node.handlers.flatMap((handler) => [...present(handler.type), ...handler.body]);
      return [...node.body, ...handlers, ...node.orelse, ...node.finalbody];
    }
    case 'assert':
      return [node.test, ...present(node.message)];
    case 'match': {
      const cases = node.cases.flatMap((one) => [
        ...patternExpressions(one.pattern),
        ...present(one.guard),
        ...one.body,
      ]);
      return [node.subject, ...cases];
    }
    case 'expression':
    case 'attribute':
      return [node.kind === 'expression' ? node.value : node.object];
    case 'binary':
      return [node.left, node.right];
    case 'unary':
      return [node.operand];
    case 'boolean':
      return node.operands;
    case 'compare':
      return [node.left, ...node.rest.map(({ operand }) => operand)];
    case 'conditional':
      return [node.body, node.test, node.orelse];
    case 'call':
      return [node.callee, ...node.args, ...keywordValues(node.keywords)];
    case 'subscript':
      return [node.object, node.index];
    case 'slice':
      return [...present(node.lower), ...present(node.upper), ...present(node.step)];
    case 'tuple':
    case 'list':
    case 'set':
      return node.items;
    case 'dict':
      return node.entries.flatMap((entry) => [...present(entry.key), entry.value]);
    case 'starred':
    case 'named':
    case 'yieldfrom':
    case 'await':
      return [node.value];
    case 'lambda':
      return [...defaultsOf(node.parameters), node.body];
    case 'listcomp':
    case 'setcomp':
    case 'generator':
      return [node.element, ...loopParts(node.generators)];
    case 'dictcomp':
      return [node.key, node.value, ...loopParts(node.generators)];
    case 'fstring':
      return fieldValues(node.parts);
    case 'constant':
    case 'name':
    case 'import':
    case 'importfrom':
    case 'global':
    case 'nonlocal':
    case 'typealias':
    case 'pass':
    case 'break':
    case 'continue':
    case 'unsupported':
      return [];
  }
}

function present(node: Expression | undefined): readonly Expression[] {
  return node === undefined ? [] : [node];
}

function defaultsOf(parameters: Parameters): readonly Expression[] {
  return parameters.flatMap((parameter) => present(parameter.default));
}

function keywordValues(keywords: readonly Keyword[]): readonly Expression[] {
  return keywords.map(({ value }) => value);
}

function loopParts(generators: readonly Comprehension[]): readonly Expression[] {
  return generators.flatMap(({ target, iterable, conditions }) => [target, iterable, ...conditions]);
}

function fieldValues(parts: readonly FormatPart[]): readonly Expression[] {
  return parts.flatMap((part) => (part.kind === 'field' ? [part.value, ...fieldValues(part.format)] : []));
}

function patternExpressions(pattern: Pattern): readonly Expression[] {
  switch (pattern.kind) {
    case 'value':
      return [pattern.value];
    case 'capture':
      return pattern.pattern === undefined ? [] : patternExpressions(pattern.pattern);
    case 'or':
    case 'sequence':
      return pattern.patterns.flatMap(patternExpressions);
    case 'mapping':
      return pattern.entries.flatMap((entry) => [entry.key, ...patternExpressions(entry.pattern)]);
    case 'instance':
      return [
        pattern.type,
        ...[...pattern.positional, ...pattern.named.map((one) => one.pattern)].flatMap(patternExpressions),
      ];
    case 'star':
    case 'unsupported':
      return [];
  }
}
