/** Comprehensions, and what consumes them, as loops: the normal form has made them of loops, and here they run beside loops. */
import type { Comprehension, Expression, Statement } from '../../syntax/ast.ts';
import { integer, truthValue, variable } from '../normal/build.ts';
import type { Facts } from '../normal/facts.ts';
import { isOf } from '../normal/shapes.ts';
import { mapStatement } from '../normal/traverse.ts';

type Block = readonly Statement[];

/**
 * A body in which a comprehension, or `any`, `all` or `sum` of one, that is all of what a statement evaluates first has become a
 * loop before it. Evaluating more items than `any` and `all` do shows only where an item raises.
 * @param side ends the names of the variables that are added
 */
export function expanded(body: Block, facts: Facts, side: string): Block {
  const names = { used: 0 };
  return expandedIn(body, facts, () => `gathered ${++names.used} ${side}`);
}

function expandedIn(body: Block, facts: Facts, newName: () => string): Block {
  return body.flatMap((statement): Block => {
    const head = headOf(statement);
    const isNegated = head?.kind === 'unary' && head.operator === 'not';
    const consumer = isNegated ? head.operand : head;
    const name = newName();
    const loop = consumer && gathering(consumer, name, facts);
    if (head === undefined || loop === undefined)
      return [
        mapStatement(
          statement,
          (one) => one,
          (block) => expandedIn(block, facts, newName),
        ),
      ];
    const value = variable(head.span, name);
    const whole = withHead(statement, isNegated ? { ...head, operand: value } : value);
    return [
      ...loop,
      mapStatement(
        whole,
        (one) => one,
        (block) => expandedIn(block, facts, newName),
      ),
    ];
  });
}

/** The expression that is all that a statement evaluates before it binds or decides anything. */
function headOf(statement: Statement): Expression | undefined {
  if (statement.kind === 'return') return statement.value;
  if (statement.kind === 'if') return statement.test;
  const [target] = statement.kind === 'assign' && statement.targets.length === 1 ? statement.targets : [];
  return statement.kind === 'assign' && target?.kind === 'name' ? statement.value : undefined;
}

function withHead(statement: Statement, head: Expression): Statement {
  if (statement.kind === 'if') return { ...statement, test: head };
  return statement.kind === 'return' || statement.kind === 'assign' ? { ...statement, value: head } : statement;
}

/** Statements that leave in a variable what an expression gives; undefined for other expressions. */
function gathering(expression: Expression, name: string, facts: Facts): Block | undefined {
  const { span } = expression;
  const own = variable(span, name);
  const set = (value: Expression): Statement => ({ kind: 'assign', span, targets: [own], value });
  if (expression.kind === 'listcomp') {
    const callee: Expression = { kind: 'attribute', span, object: own, name: 'append' };
    const call: Expression = { kind: 'call', span, callee, args: [expression.element], keywords: [] };
    const append: Statement = { kind: 'expression', span, value: call };
    return [set({ kind: 'list', span, items: [] }), ...loopsOf(expression.generators, append)];
  }
  if (expression.kind !== 'call' || expression.callee.kind !== 'name' || !facts.isBuiltin(expression.callee.id))
    return undefined;
  const [only, ...others] = expression.args;
  if (only?.kind !== 'generator' || others.length + expression.keywords.length > 0) return undefined;
  const { element, generators } = only;
  switch (expression.callee.id) {
    case 'any':
    case 'all': {
      const isAny = expression.callee.id === 'any';
      const found: Block = [set(truthValue(span, isAny))];
      const [body, orelse] = isAny ? [found, []] : [[], found];
      const decide: Statement = { kind: 'if', span, test: element, body, orelse };
      return [set(truthValue(span, !isAny)), ...loopsOf(generators, decide)];
    }
    case 'sum': {
      if (!isOf(facts.shapes.of(element), 'int')) return undefined;
      const sum: Expression = { kind: 'binary', span, operator: '+', left: own, right: element };
      return [set(integer(span, 0n)), ...loopsOf(generators, set(sum))];
    }
    default:
      return undefined;
  }
}

function loopsOf([current, ...inner]: readonly Comprehension[], last: Statement): Block {
  if (current === undefined) return [last];
  const { target, iterable, conditions, isAsync } = current;
  const { span } = iterable;
  const within = conditions.reduceRight<Block>(
    (body, test) => [{ kind: 'if', span: test.span, test, body, orelse: [] }],
    loopsOf(inner, last),
  );
  return [{ kind: 'for', span, target, iterable, body: within, orelse: [], isAsync }];
}
