/** Rules for expressions that say in another way what a simpler one says, of which only the types are known. */
import type { Expression } from '../../syntax/ast.ts';
import { comparisonOf, integer, integerIn, variable } from './build.ts';
import type { Call } from './calls.ts';
import { effectsOf, isInert, isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf, SCALARS } from './shapes.ts';

/** Shifts beyond this are left as they are. */
const MOST_SHIFTED = 64n;

/** The other way to say it; the expression itself where no rule fits. */
export function shortened(expression: Expression, facts: Facts): Expression {
  switch (expression.kind) {
    case 'call':
      return lookedUp(expression, facts);
    case 'subscript':
      return fromEnd(expression, facts);
    case 'binary':
      return byArithmetic(expression, facts) ?? distributed(expression, facts);
    case 'compare':
      return spelledOut(expression, facts);
    default:
      return expression;
  }
}

/** `d.get(k, e)` as `d[k] if k in d else e`, where nothing but a value comes of evaluating `d`, `k` and `e`. */
function lookedUp(call: Call, facts: Facts): Expression {
  const { callee, args, keywords, span } = call;
  const [key, fallback, ...more] = args;
  if (callee.kind !== 'attribute' || callee.name !== 'get' || keywords.length > 0 || more.length > 0) return call;
  const { object } = callee;
  const isDict = isOf(facts.shapes.of(object), 'dict') && isTotal(object, facts);
  if (key === undefined || !isDict || !isOf(facts.shapes.of(key), ...SCALARS) || !isTotal(key, facts)) return call;
  if (fallback !== undefined && !isTotal(fallback, facts)) return call;
  return {
    kind: 'conditional',
    span,
    test: comparisonOf(key, 'in', object),
    body: { kind: 'subscript', span, object, index: key },
    orelse: fallback ?? { kind: 'constant', span, value: { type: 'none' } },
  };
}

/** `x[len(x) - 1]` as `x[-1]`: both are out of range of an empty sequence, and no other number behaves so. */
function fromEnd(expression: Extract<Expression, { kind: 'subscript' }>, facts: Facts): Expression {
  const { object, index, span } = expression;
  if (object.kind !== 'name' || index.kind !== 'binary') return expression;
  const { left, right, operator } = index;
  const isLast = (operator === '-' && integerIn(right) === 1n) || (operator === '+' && integerIn(right) === -1n);
  const [measured] = left.kind === 'call' && left.callee.kind === 'name' && left.callee.id === 'len' ? left.args : [];
  const isOwn = measured?.kind === 'name' && measured.id === object.id && isTotal(left, facts);
  const isSequence = isOf(facts.shapes.of(object), 'list', 'tuple', 'str');
  return isLast && isOwn && isSequence ? { ...expression, index: integer(span, -1n) } : expression;
}

/** Shifts and masks of ints by literals as products and remainders, which round down in the same way. */
function byArithmetic(
  { operator, left, right, span }: Extract<Expression, { kind: 'binary' }>,
  facts: Facts,
): Expression | undefined {
  const by = integerIn(right);
  if (by === undefined || by < 0n || !isOf(facts.shapes.of(left), 'int')) return undefined;
  const operation = (name: '*' | '//' | '%', value: bigint): Expression => ({
    kind: 'binary',
    span,
    operator: name,
    left,
    right: integer(right.span, value),
  });
  if (operator === '<<' && by <= MOST_SHIFTED) return operation('*', 1n << by);
  if (operator === '>>' && by <= MOST_SHIFTED) return operation('//', 1n << by);
  const isMask = operator === '&' && by > 0n && (by & (by + 1n)) === 0n;
  return isMask ? operation('%', by + 1n) : undefined;
}

/** `(a if c else b) + 1` as `a + 1 if c else b + 1`; `1 + (a if c else b)` alike, where it does not matter when the left one is read. */
function distributed(expression: Extract<Expression, { kind: 'binary' }>, facts: Facts): Expression {
  const { left, right } = expression;
  if (left.kind === 'conditional' && isShort(right))
    return { ...left, body: { ...expression, left: left.body }, orelse: { ...expression, left: left.orelse } };
  if (right.kind !== 'conditional' || !isShort(left) || !isInert(left, facts)) return expression;
  const isPure = [right.test, right.body, right.orelse].every((part) => effectsOf(part, facts) !== undefined);
  if (!isPure) return expression;
  return { ...right, body: { ...expression, right: right.body }, orelse: { ...expression, right: right.orelse } };
}

function isShort({ kind }: Expression): boolean {
  return kind === 'constant' || kind === 'name';
}

/** `x in (1, 2)` as `x == 1 or x == 2`, where evaluating `x` again gives the same scalar. */
function spelledOut(expression: Extract<Expression, { kind: 'compare' }>, facts: Facts): Expression {
  const [only, ...more] = expression.rest;
  const { left, span } = expression;
  if (only === undefined || more.length > 0 || (only.operator !== 'in' && only.operator !== 'not in'))
    return expression;
  const { operand, operator } = only;
  if (operand.kind !== 'tuple' && operand.kind !== 'list' && operand.kind !== 'set') return expression;
  const isRepeatable = left.kind === 'name' && isTotal(left, facts) && isOf(facts.shapes.of(left), ...SCALARS);
  const arePlain = operand.items.every((one) => integerIn(one) !== undefined || isText(one));
  if (!isRepeatable || !arePlain || operand.items.length < 2) return expression;
  const isIn = operator === 'in';
  return {
    kind: 'boolean',
    span,
    operator: isIn ? 'or' : 'and',
    operands: operand.items.map((one) => comparisonOf(variable(span, left.id), isIn ? '==' : '!=', one)),
  };
}

function isText(expression: Expression): boolean {
  return expression.kind === 'constant' && expression.value.type === 'str';
}
