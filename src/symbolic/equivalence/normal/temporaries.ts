/** Rules for variables that only carry a value from one place to another. */
import type { Expression, Statement } from '../../syntax/ast.ts';
import { integer, variable } from './build.ts';
import { isBuiltinCall } from './consumers.ts';
import { effectsOf, isStable, isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf } from './shapes.ts';
import { assignments } from './targets.ts';
import { inFirstBlock, mapParts, occurrences, substituteIn } from './traverse.ts';

type Block = readonly Statement[];
type ComprehensionExpression = Extract<Expression, { readonly generators: unknown }>;
type Assign = Extract<Statement, { kind: 'assign' }>;

/** Removes one variable that the function can do without; undefined where there is none. */
export function withoutTemporary(body: Block, facts: Facts): Block | undefined {
  return propagated(body, facts) ?? removeIn(body, facts);
}

/** The plain assignment of a value to one private variable. */
function assignedName(
  statement: Statement,
  facts: Facts,
): { readonly name: string; readonly statement: Assign } | undefined {
  if (statement.kind !== 'assign' || statement.targets.length !== 1) return undefined;
  const [target] = statement.targets;
  return target?.kind === 'name' && facts.isPrivate(target.id) ? { name: target.id, statement } : undefined;
}

/** A variable that always holds one stable value is that value, wherever it is read. */
function propagated(body: Block, facts: Facts): Block | undefined {
  for (const [index, statement] of body.entries()) {
    const assigned = assignedName(statement, facts);
    if (assigned === undefined || !facts.isFixed(assigned.name) || !isStable(assigned.statement.value, facts)) continue;
    const changed = substituteIn(body.slice(index + 1), assigned.name, assigned.statement.value);
    if (occurrences(changed, assigned.name) === 0) return [...body.slice(0, index), ...changed];
  }
  return undefined;
}

function removeIn(body: Block, facts: Facts): Block | undefined {
  for (const [index, statement] of body.entries()) {
    const assigned = assignedName(statement, facts);
    const following = body[index + 1];
    if (
      assigned !== undefined &&
      facts.occurrences(assigned.name) === 1 &&
      isTotal(assigned.statement.value, facts) &&
      !facts.hasHandlers
    ) {
      return [...body.slice(0, index), ...body.slice(index + 1)];
    }
    const finished = assigned && following && changedAtOnce(assigned.name, assigned.statement, following, facts);
    if (finished !== undefined) return [...body.slice(0, index), finished, ...body.slice(index + 2)];
    const merged = assigned && following && inlined(assigned.name, assigned.statement.value, following, facts);
    if (merged !== undefined) return [...body.slice(0, index), merged, ...body.slice(index + 2)];
    const inner = inFirstBlock(statement, (block) => removeIn(block, facts));
    if (inner !== undefined) return body.with(index, inner);
  }
  return undefined;
}

/** A new list that is changed at once as the list that it becomes: `t = list(x)` and `t.sort()` as `t = sorted(list(x))`. */
function changedAtOnce(name: string, assign: Assign, following: Statement, facts: Facts): Statement | undefined {
  if (following.kind !== 'expression' || following.value.kind !== 'call' || facts.hasHandlers) return undefined;
  const { callee, args, keywords, span } = following.value;
  if (callee.kind !== 'attribute' || callee.object.kind !== 'name' || callee.object.id !== name) return undefined;
  const { value } = assign;
  if (!isNewList(value, facts) || occurrences([args, keywords], name) > 0) return undefined;
  const [only, ...more] = args;
  if (callee.name === 'sort' && only === undefined && facts.isBuiltin('sorted'))
    return { ...assign, value: { kind: 'call', span, callee: variable(span, 'sorted'), args: [value], keywords } };
  if (more.length + keywords.length > 0) return undefined;
  if (callee.name === 'append' && only !== undefined && only.kind !== 'starred') {
    const right: Expression = { kind: 'list', span, items: [only] };
    return { ...assign, value: { kind: 'binary', span, operator: '+', left: value, right } };
  }
  if (callee.name !== 'reverse' || only !== undefined) return undefined;
  const index: Expression = { kind: 'slice', span, step: integer(span, -1n) };
  return { ...assign, value: { kind: 'subscript', span, object: value, index } };
}

/** Whether an expression makes a list that nothing else holds. */
function isNewList(expression: Expression, facts: Facts): boolean {
  switch (expression.kind) {
    case 'list':
    case 'listcomp':
      return true;
    case 'call':
      return isBuiltinCall(expression, facts, 'list', 'sorted');
    case 'binary':
      return expression.operator === '+' && isOf(facts.shapes.of(expression), 'list');
    case 'subscript':
      return expression.index.kind === 'slice' && isOf(facts.shapes.of(expression.object), 'list');
    default:
      return false;
  }
}

/** `t = e` followed by the last statement that may read this `t`, and does so once and before anything else happens. */
function inlined(name: string, value: Expression, following: Statement, facts: Facts): Statement | undefined {
  const isOnly = assignments(facts.body, name) === 1 && facts.occurrences(name) === 2;
  const isLast = isOnly || following.kind === 'return';
  if (!isLast || occurrences(following, name) !== 1 || facts.hasHandlers) return undefined;
  const head = headOf(following);
  if (head === undefined || occurrences(head, name) !== 1) return undefined;
  const changed = replaceFirst(head, name, value, facts);
  return changed === undefined ? undefined : withHead(following, changed);
}

/** The expression that a statement evaluates once and before all others. */
function headOf(statement: Statement): Expression | undefined {
  switch (statement.kind) {
    case 'return':
    case 'expression':
    case 'assign':
      return statement.value;
    case 'if':
      return statement.test;
    case 'for':
      return statement.iterable;
    default:
      return undefined;
  }
}

function withHead(statement: Statement, head: Expression): Statement {
  switch (statement.kind) {
    case 'return':
    case 'expression':
    case 'assign':
      return { ...statement, value: head };
    case 'if':
      return { ...statement, test: head };
    case 'for':
      return { ...statement, iterable: head };
    default:
      return statement;
  }
}

/** Puts `value` in the place of a name, where all that is evaluated before has no effect on it, nor the other way round. */
function replaceFirst(expression: Expression, name: string, value: Expression, facts: Facts): Expression | undefined {
  let isReached = false;
  let isAllowed = true;
  const isPure = effectsOf(value, facts) !== undefined;
  const visit = (part: Expression): Expression => {
    if (isReached || !isAllowed) return part;
    if (part.kind === 'name' && part.id === name) {
      isReached = true;
      return value;
    }
    if (occurrences(part, name) === 0) {
      // evaluated before: it must neither see what the value's evaluation does nor come to an end before it
      isAllowed &&= isUnchanging(part, facts) || (isPure && isTotal(part, facts));
      return part;
    }
    if ('generators' in part) return inOutermost(part, visit);
    if (!evaluatesAll(part)) isAllowed = false;
    return isAllowed ? mapParts(part, visit) : part;
  };
  const changed = visit(expression);
  return isReached && isAllowed ? changed : undefined;
}

/** A comprehension with a change to what it iterates over first, which is all that is evaluated where it stands. */
function inOutermost(part: ComprehensionExpression, change: (expression: Expression) => Expression): Expression {
  const [outermost, ...others] = part.generators;
  if (outermost === undefined) return part;
  return { ...part, generators: [{ ...outermost, iterable: change(outermost.iterable) }, ...others] };
}

/** Whether an expression has its value whatever else is evaluated first: a name, a constant, or a method of such a string. */
function isUnchanging(expression: Expression, facts: Facts): boolean {
  switch (expression.kind) {
    case 'constant':
      return true;
    case 'name':
      return facts.isBuiltin(expression.id) || (facts.isPrivate(expression.id) && facts.isSure(expression.id));
    case 'attribute':
      return isTotal(expression, facts) && isUnchanging(expression.object, facts);
    default:
      return false;
  }
}

/** Whether an expression evaluates its parts once each, from left to right. */
function evaluatesAll(expression: Expression): boolean {
  const { kind } = expression;
  if (kind === 'compare') return expression.rest.length === 1;
  return ['binary', 'unary', 'call', 'attribute', 'subscript', 'tuple', 'list', 'starred', 'slice'].includes(kind);
}
