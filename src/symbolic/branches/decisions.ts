/** The decision points of a function: where it goes on in one of two ways. */
import { spanText } from '../contracts/span-text.ts';
import type { ExceptHandler, Expression, MatchCase, Module, Span, Statement } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { unparse } from '../syntax/unparse.ts';
import { unparsePattern } from '../syntax/unparse-patterns.ts';

/** Kinds of decision points; an `elif` is an `if`, as in Python's own syntax tree. */
export const DECISION_KINDS = [
  'if',
  'ternary',
  'while',
  'for',
  'boolean',
  'comprehension',
  'except',
  'case',
  'assert',
] as const;

/** One of {@link DECISION_KINDS}. */
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** What identifies a decision: its test, a loop's iterable, an except clause or a case. */
export type DecisionNode = Expression | ExceptHandler | MatchCase;

interface Described {
  /** 1-based line of the statement, clause or expression. */
  readonly line: number;
  /** What is decided, as the source says it; where it takes several lines, written in one. */
  readonly condition: string;
}

/**
 * One decision. Its true side: the test holds, the loop goes on with an item, the except clause handles the exception, or the case
 * is chosen. The last operand of `and` and `or` decides nothing that the others leave open, and is none.
 */
export type Decision = Described &
  (
    | { readonly kind: TestKind; readonly node: Expression }
    | { readonly kind: 'except'; readonly node: ExceptHandler }
    | { readonly kind: 'case'; readonly node: MatchCase }
  );

type TestKind = Exclude<DecisionKind, 'except' | 'case'>;

/**
 * The decision points of statements of a module, those of functions and classes defined in them included, in the order of the
 * source.
 * @param counts whether a node is looked into
 */
export function decisionsOf(
  statements: readonly Statement[],
  module: Module,
  counts: (node: ProgramNode) => boolean = () => true,
): readonly Decision[] {
  const found: Decision[] = [];
  const pending: ProgramNode[] = [...statements];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!counts(node)) continue;
    found.push(...ownDecisions(node, module));
    pending.push(...childrenOf(node));
  }
  return found.sort((left, right) => compareSpans(left.node.span, right.node.span));
}

/** By start; what encloses the other comes first. */
function compareSpans(left: Span, right: Span): number {
  return (
    left.line - right.line ||
    left.column - right.column ||
    right.endLine - left.endLine ||
    right.endColumn - left.endColumn
  );
}

/** The decisions that a node takes itself. */
function ownDecisions(node: ProgramNode, module: Module): readonly Decision[] {
  const { line } = node.span;
  const text = (expression: Expression): string => textOf(expression, module);
  const tested = (kind: TestKind, test: Expression, place: Span): Decision => {
    return { kind, line: place.line, condition: text(test), node: test };
  };
  switch (node.kind) {
    case 'if':
    case 'while':
    case 'assert':
      return [tested(node.kind, node.test, node.span)];
    case 'conditional':
      return [tested('ternary', node.test, node.span)];
    case 'for': {
      const { target, iterable } = node;
      return [{ kind: 'for', line, condition: `${text(target)} in ${text(iterable)}`, node: iterable }];
    }
    case 'boolean':
      return node.operands.slice(0, -1).map((operand) => tested('boolean', operand, operand.span));
    case 'listcomp':
    case 'setcomp':
    case 'dictcomp':
    case 'generator':
      return node.generators
        .flatMap(({ conditions }) => conditions)
        .map((condition) => tested('comprehension', condition, condition.span));
    case 'try':
      return node.handlers.map((handler) => ({
        kind: 'except',
        line: handler.span.line,
        condition: handlerText(handler),
        node: handler,
      }));
    case 'match':
      return node.cases.map((one) => ({ kind: 'case', line: one.span.line, condition: caseText(one), node: one }));
    default:
      return [];
  }
}

function textOf(expression: Expression, module: Module): string {
  const { line, endLine } = expression.span;
  return line === endLine ? spanText(module, expression.span) : unparse(expression);
}

function handlerText({ type, isGroup }: ExceptHandler): string {
  const clause = isGroup ? 'except*' : 'except';
  return type === undefined ? clause : `${clause} ${unparse(type)}`;
}

function caseText({ pattern, guard }: MatchCase): string {
  const text = `case ${unparsePattern(pattern)}`;
  return guard === undefined ? text : `${text} if ${unparse(guard)}`;
}
