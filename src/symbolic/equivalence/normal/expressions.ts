/** Rules that rewrite one expression into an equal one of simpler form. */
import type { ComparisonOperator, Expression } from '../../syntax/ast.ts';
import { callOf, comparisonOf, integer, integerIn, negation, truthIn, truthValue } from './build.ts';
import type { Call } from './calls.ts';
import { consumed, isBuiltinCall } from './consumers.ts';
import { copied } from './copies.ts';
import { areExchangeable, isTotal, runsOnlyBuiltins } from './effects.ts';
import { throughEntries } from './entries.ts';
import type { Facts } from './facts.ts';
import { shortened } from './identities.ts';
import { areOrdered, isBuiltin, isOf, SIZED } from './shapes.ts';
import { mapParts } from './traverse.ts';

type Compare = Extract<Expression, { kind: 'compare' }>;

/** The simplest form of an expression: each rule keeps value, exceptions and effects. */
export function simplify(expression: Expression, facts: Facts): Expression {
  const simple = simplifyHere(mapTests(expression, facts), facts);
  const shorter = shortened(consumed(throughEntries(copied(simple, facts), facts), facts), facts);
  return shorter === simple ? simple : simplify(shorter, facts);
}

/** As {@link simplify}, where only the truth of the value matters. */
export function simplifyTest(expression: Expression, facts: Facts): Expression {
  return truthOf(simplify(expression, facts), facts);
}

/** Parts simplified; those of which only the truth matters as tests. */
function mapTests(expression: Expression, facts: Facts): Expression {
  const inner = mapParts(expression, (part) => simplify(part, facts));
  switch (inner.kind) {
    case 'conditional':
      return { ...inner, test: truthOf(inner.test, facts) };
    case 'unary':
      return inner.operator === 'not' ? { ...inner, operand: truthOf(inner.operand, facts) } : inner;
    case 'listcomp':
    case 'setcomp':
    case 'generator':
    case 'dictcomp': {
      const generators = inner.generators.map((one) => ({
        ...one,
        conditions: one.conditions.flatMap((condition) => conjuncts(truthOf(condition, facts))),
      }));
      return { ...inner, generators };
    }
    case 'call': {
      const [first, ...more] = inner.args;
      const isQuantifier = isBuiltinCall(inner, facts, 'any', 'all') && more.length === 0;
      return isQuantifier && first?.kind === 'generator'
        ? { ...inner, args: [{ ...first, element: truthOf(first.element, facts) }] }
        : inner;
    }
    default:
      return inner;
  }
}

/** Conditions of a comprehension one after the other are the same as their conjunction. */
function conjuncts(test: Expression): readonly Expression[] {
  return test.kind === 'boolean' && test.operator === 'and' ? test.operands.flatMap(conjuncts) : [test];
}

function simplifyHere(expression: Expression, facts: Facts): Expression {
  switch (expression.kind) {
    case 'unary':
      return simplifyUnary(expression, facts);
    case 'binary':
      return simplifyBinary(expression, facts);
    case 'boolean':
      return { ...expression, operands: expression.operands.flatMap((one) => sameOperator(one, expression.operator)) };
    case 'compare':
      return simplifyComparison(expression, facts);
    case 'conditional':
      return expression.test.kind === 'unary' && expression.test.operator === 'not'
        ? { ...expression, test: expression.test.operand, body: expression.orelse, orelse: expression.body }
        : expression;
    case 'subscript': {
      const { index } = expression;
      const isFromStart = index.kind === 'slice' && index.step === undefined && integerIn(index.lower) === 0n;
      if (!isFromStart || !isOf(facts.shapes.of(expression.object), 'str', 'list', 'tuple')) return expression;
      const { lower: _, ...rest } = index;
      return { ...expression, index: rest };
    }
    case 'call':
      return simplifyCall(expression, facts);
    default:
      return expression;
  }
}

function sameOperator(operand: Expression, operator: 'and' | 'or'): readonly Expression[] {
  return operand.kind === 'boolean' && operand.operator === operator ? operand.operands : [operand];
}

function simplifyUnary(expression: Extract<Expression, { kind: 'unary' }>, facts: Facts): Expression {
  const { operator, operand, span } = expression;
  if (operator === 'not') return negated(operand, facts) ?? expression;
  const value = integerIn(operand);
  return operator === '-' && value !== undefined ? integer(span, -value) : expression;
}

/** Arithmetic of int literals. */
function simplifyBinary(expression: Extract<Expression, { kind: 'binary' }>, facts: Facts): Expression {
  const { operator, left, right, span } = expression;
  const [first, second] = [integerIn(left), integerIn(right)];
  if (first !== undefined && second !== undefined) {
    if (operator === '+') return integer(span, first + second);
    if (operator === '-') return integer(span, first - second);
    if (operator === '*') return integer(span, first * second);
  }
  const isNeutral =
    (second === 0n && (operator === '+' || operator === '-')) ||
    (second === 1n && (operator === '*' || operator === '//'));
  return isNeutral && isOf(facts.shapes.of(left), 'int') ? left : expression;
}

/** The negation of a test, with `not` moved inwards; undefined where it stays. */
function negated(test: Expression, facts: Facts): Expression | undefined {
  switch (test.kind) {
    case 'unary':
      if (test.operator !== 'not') return undefined;
      return isOf(facts.shapes.of(test.operand), 'bool') ? test.operand : undefined;
    case 'boolean': {
      // De Morgan: the result is a bool on both sides, and the same operands are evaluated
      const operands = test.operands.map((operand) => negated(operand, facts) ?? negation(operand));
      return { ...test, operator: test.operator === 'and' ? 'or' : 'and', operands };
    }
    case 'compare': {
      const [only, ...more] = test.rest;
      const operator = only && more.length === 0 ? opposite(test.left, only.operator, only.operand, facts) : undefined;
      return only === undefined || operator === undefined
        ? undefined
        : simplifyComparison({ ...test, rest: [{ operator, operand: only.operand }] }, facts);
    }
    case 'constant':
      return test.value.type === 'bool' ? truthValue(test.span, !test.value.value) : undefined;
    default:
      return undefined;
  }
}

const OPPOSITES: ReadonlyMap<ComparisonOperator, ComparisonOperator> = new Map([
  ['in', 'not in'],
  ['not in', 'in'],
  ['is', 'is not'],
  ['is not', 'is'],
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
]);

/** The operator that gives the opposite answer, which nan has none of for orders, and other classes not even for `==`. */
function opposite(
  left: Expression,
  operator: ComparisonOperator,
  right: Expression,
  facts: Facts,
): ComparisonOperator | undefined {
  const [first, second] = [facts.shapes.of(left), facts.shapes.of(right)];
  const isIdentity = operator === 'is' || operator === 'is not' || operator === 'in' || operator === 'not in';
  const isEquality = (operator === '==' || operator === '!=') && isBuiltin(first) && isBuiltin(second);
  const isTotalOrder = areOrdered(first, second) && !first.kinds.has('float') && !second.kinds.has('float');
  return isIdentity || isEquality || isTotalOrder ? OPPOSITES.get(operator) : undefined;
}

function simplifyComparison(expression: Compare, facts: Facts): Expression {
  const [only, second] = expression.rest;
  if (only === undefined) return expression;
  if (second !== undefined) return splitChain(expression, facts);
  const { left } = expression;
  const { operator, operand: right } = only;
  const isBackward = operator === '>' || operator === '>=';
  // beside an int literal, the other operand's own method is called in both orders, and the literal's knows ints only
  const isBesideLiteral = integerIn(left) !== undefined || integerIn(right) !== undefined;
  const areBuiltin = isBuiltin(facts.shapes.of(left)) && isBuiltin(facts.shapes.of(right));
  if (isBackward && (isBesideLiteral || areBuiltin)) {
    if (!areExchangeable(left, right, facts)) return expression;
    return strict(right, operator === '>' ? '<' : '<=', left, facts);
  }
  return strict(left, operator, right, facts);
}

/** `a <= b` of ints as `<` where one side is a literal. */
function strict(left: Expression, operator: ComparisonOperator, right: Expression, facts: Facts): Expression {
  const [first, second] = [integerIn(left), integerIn(right)];
  if (operator === '<=' && second !== undefined && isOf(facts.shapes.of(left), 'int'))
    return comparisonOf(left, '<', integer(right.span, second + 1n));
  if (operator === '<=' && first !== undefined && isOf(facts.shapes.of(right), 'int'))
    return comparisonOf(integer(left.span, first - 1n), '<', right);
  return comparisonOf(left, operator, right);
}

/** `a < b < c` is `a < b and b < c` where evaluating `b` twice changes nothing. */
function splitChain(expression: Compare, facts: Facts): Expression {
  const middle = expression.rest.slice(0, -1);
  if (!middle.every(({ operand }) => isTotal(operand, facts))) return expression;
  const lefts = [expression.left, ...middle.map(({ operand }) => operand)];
  const operands = expression.rest.flatMap(({ operator, operand }, index) => {
    const left = lefts[index];
    return left === undefined
      ? []
      : [simplifyComparison({ ...expression, left, rest: [{ operator, operand }] }, facts)];
  });
  return { kind: 'boolean', span: expression.span, operator: 'and', operands };
}

/** A test with the same truth. */
function truthOf(test: Expression, facts: Facts): Expression {
  switch (test.kind) {
    case 'boolean':
      return { ...test, operands: test.operands.map((operand) => truthOf(operand, facts)) };
    case 'unary': {
      if (test.operator !== 'not') return numberTest(test, facts);
      const inner = test.operand;
      if (inner.kind === 'unary' && inner.operator === 'not') return truthOf(inner.operand, facts);
      return isOf(facts.shapes.of(inner), 'int', 'float') ? comparisonOf(inner, '==', integer(test.span, 0n)) : test;
    }
    case 'call': {
      const [only] = test.args;
      return isBuiltinCall(test, facts, 'bool') && only !== undefined ? truthOf(only, facts) : numberTest(test, facts);
    }
    case 'compare':
      return sizeTest(test, facts) ?? test;
    case 'constant': {
      const { value } = test;
      if (value.type === 'none') return truthValue(test.span, false);
      if (value.type === 'int') return truthValue(test.span, value.value !== 0n);
      return value.type === 'str' ? truthValue(test.span, value.value !== '') : test;
    }
    case 'conditional': {
      const [yes, no] = [truthIn(test.body), truthIn(test.orelse)];
      if (yes === true && no === false) return test.test;
      if (yes === false && no === true) return truthOf(negated(test.test, facts) ?? negation(test.test), facts);
      return numberTest(test, facts);
    }
    default:
      return numberTest(test, facts);
  }
}

/** A number is true unless it is zero. */
function numberTest(test: Expression, facts: Facts): Expression {
  return isOf(facts.shapes.of(test), 'int', 'float') ? comparisonOf(test, '!=', integer(test.span, 0n)) : test;
}

/** `len(x) == 0`, `0 < len(x)` and `x == []` as the truth of `x`. */
function sizeTest({ left, rest }: Compare, facts: Facts): Expression | undefined {
  const [only] = rest;
  if (only === undefined || rest.length > 1) return undefined;
  const { operator, operand } = only;
  const sized = sizedIn(left, facts) ?? sizedIn(operand, facts);
  const other = sizedIn(left, facts) === undefined ? left : operand;
  if (sized !== undefined && integerIn(other) === 0n) {
    if (operator === '==') return negation(sized);
    if (operator === '!=' || (operator === '<' && other === left)) return sized;
  }
  if (sized !== undefined && operator === '<' && other === operand && integerIn(other) === 1n) return negation(sized);
  const isEmptyList = operand.kind === 'list' && operand.items.length === 0 && isOf(facts.shapes.of(left), 'list');
  const isEmptyText =
    operand.kind === 'constant' &&
    operand.value.type === 'str' &&
    operand.value.value === '' &&
    isOf(facts.shapes.of(left), 'str');
  if (!isEmptyList && !isEmptyText) return undefined;
  return operator === '==' ? negation(left) : operator === '!=' ? left : undefined;
}

function sizedIn(expression: Expression, facts: Facts): Expression | undefined {
  if (expression.kind !== 'call' || !isBuiltinCall(expression, facts, 'len')) return undefined;
  const [only] = expression.args;
  return only !== undefined && isOf(facts.shapes.of(only), ...SIZED) ? only : undefined;
}

/** Consumers of all that an iterable gives, which make a list of it first or never fail on its elements. */
const COLLECTORS = ['sorted', 'tuple', 'list', 'set'];

function simplifyCall(call: Call, facts: Facts): Expression {
  const { args, span, callee } = call;
  const [first, second, third] = args;
  if (callee.kind === 'attribute') {
    const isJoin = callee.name === 'join' && isOf(facts.shapes.of(callee.object), 'str') && first !== undefined;
    return isJoin ? { ...call, args: [asGenerator(first, facts)] } : call;
  }
  if (isBuiltinCall(call, facts, 'range') && args.length > 0) {
    if (first !== undefined && second === undefined)
      return callOf(span, 'range', integer(span, 0n), first, integer(span, 1n));
    return first !== undefined && second !== undefined && third === undefined
      ? callOf(span, 'range', first, second, integer(span, 1n))
      : call;
  }
  if (isBuiltinCall(call, facts, 'list') && first === undefined) return { kind: 'list', span, items: [] };
  if (isBuiltinCall(call, facts, 'dict') && first === undefined) return { kind: 'dict', span, entries: [] };
  if (first === undefined || second !== undefined) return call;
  if (isBuiltinCall(call, facts, 'all') && facts.isBuiltin('any') && first.kind === 'generator') {
    const element = truthOf(negated(first.element, facts) ?? negation(first.element), facts);
    return negation(callOf(span, 'any', { ...first, element }));
  }
  if (first.kind === 'generator' && runsOnlyBuiltins(first, facts)) {
    if (isBuiltinCall(call, facts, 'list')) return { ...first, kind: 'listcomp' };
    if (isBuiltinCall(call, facts, 'set')) return { ...first, kind: 'setcomp' };
  }
  if (isBuiltinCall(call, facts, ...COLLECTORS)) return { ...call, args: [asGenerator(first, facts)] };
  const element = first.kind === 'listcomp' ? facts.shapes.of(first.element) : undefined;
  const isFolded = element !== undefined && isBuiltinCall(call, facts, 'sum') && isOf(element, 'int', 'bool');
  const isChosen = element !== undefined && isBuiltinCall(call, facts, 'min', 'max') && areOrdered(element, element);
  return isFolded || isChosen ? { ...call, args: [asGenerator(first, facts)] } : call;
}

/** A generator turns StopIteration into RuntimeError, which shows where code of the module runs in it. */
function asGenerator(expression: Expression, facts: Facts): Expression {
  return expression.kind === 'listcomp' && runsOnlyBuiltins(expression, facts)
    ? { ...expression, kind: 'generator' }
    : expression;
}
