/** What evaluating an expression may do besides giving a value. */
import type { Expression, FormatPart } from '../../syntax/ast.ts';
import { integerIn } from './build.ts';
import type { Facts } from './facts.ts';
import { STRING_METHODS } from './library.ts';
import { areOrdered, isBuiltin, isOf, NUMBERS, SCALARS, type Shape, SIZED } from './shapes.ts';
import { mapParts } from './traverse.ts';

/** Names of the exceptions that may be raised; undefined where anything may happen. Running out of memory does not count. */
export type Effects = ReadonlySet<string> | undefined;

const NONE: ReadonlySet<string> = new Set();

function raising(...names: readonly string[]): Effects {
  return new Set(names);
}

function all(parts: readonly Effects[]): Effects {
  const names = new Set<string>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const name of part) names.add(name);
  }
  return names;
}

/** Whether two expressions may be evaluated in either order: neither changes anything, and no order of exceptions shows. */
export function areExchangeable(left: Expression, right: Expression, facts: Facts): boolean {
  if (isInert(left, facts) || isInert(right, facts)) return true;
  const [first, second] = [effectsOf(left, facts), effectsOf(right, facts)];
  if (first === undefined || second === undefined) return false;
  return first.size === 0 || second.size === 0 || new Set([...first, ...second]).size === 1;
}

/** Whether an expression gives the same value whatever is evaluated before it: a constant, or a variable that nothing else sees. */
export function isInert(expression: Expression, facts: Facts): boolean {
  if (expression.kind === 'constant') return true;
  return expression.kind === 'name' && facts.isPrivate(expression.id) && isTotal(expression, facts);
}

/** Whether evaluating an expression does nothing but give a value. */
export function isTotal(expression: Expression, facts: Facts): boolean {
  return effectsOf(expression, facts)?.size === 0;
}

/** Whether an expression only works on values of built-in types, so that nothing in it raises StopIteration. */
export function runsOnlyBuiltins(expression: Expression, facts: Facts): boolean {
  let isPlain = true;
  const visit = (part: Expression): Expression => {
    switch (part.kind) {
      case 'call': {
        const { callee, args, keywords } = part;
        for (const one of [...args, ...keywords.map(({ value }) => value)]) visit(one);
        if (callee.kind === 'attribute') visit(callee.object);
        else if (callee.kind !== 'name' || !facts.isBuiltin(callee.id) || callee.id === 'next') isPlain = false;
        return part;
      }
      case 'name':
        if (!isBuiltin(facts.shapes.of(part))) isPlain = false;
        return part;
      case 'lambda':
      case 'yield':
      case 'yieldfrom':
      case 'await':
      case 'named':
        isPlain = false;
        return part;
      default:
        return mapParts(part, visit);
    }
  };
  visit(expression);
  return isPlain;
}

/** Whether an expression has one value throughout, and gives it without effect: made of constants and fixed scalars. */
export function isStable(expression: Expression, facts: Facts): boolean {
  if (!isTotal(expression, facts)) return false;
  const isFixed = (part: Expression): boolean => {
    switch (part.kind) {
      case 'constant':
        return true;
      case 'name':
        return facts.isFixed(part.id) && isOf(facts.shapes.of(part), ...SCALARS);
      case 'binary':
        return isFixed(part.left) && isFixed(part.right);
      case 'unary':
        return isFixed(part.operand);
      case 'call':
        // what is made anew is another object each time
        return (
          isOf(facts.shapes.of(part), ...SCALARS) &&
          part.callee.kind === 'name' &&
          part.keywords.length === 0 &&
          part.args.every(isFixed)
        );
      default:
        return false;
    }
  };
  return (expression.kind === 'name' && facts.isFixed(expression.id)) || isFixed(expression);
}

/** The effects of evaluating an expression. */
export function effectsOf(expression: Expression, facts: Facts): Effects {
  const { shapes } = facts;
  const of = (part: Expression): Effects => effectsOf(part, facts);
  const parts = (list: readonly Expression[]): Effects => all(list.map(of));
  switch (expression.kind) {
    case 'constant':
    case 'lambda':
      return NONE;
    case 'name':
      if (facts.isBuiltin(expression.id) || facts.isSure(expression.id) || facts.isElement(expression.id)) return NONE;
      return facts.isPrivate(expression.id) ? raising('UnboundLocalError') : undefined;
    case 'tuple':
    case 'list':
      return expression.items.some((item) => item.kind === 'starred') ? undefined : parts(expression.items);
    case 'unary': {
      const { operator, operand } = expression;
      const isKnown = operator === 'not' ? hasPlainTruth(shapes.of(operand)) : isOf(shapes.of(operand), ...NUMBERS);
      return isKnown && operator !== '~' ? of(operand) : undefined;
    }
    case 'boolean':
      return expression.operands.every((operand) => hasPlainTruth(shapes.of(operand)))
        ? parts(expression.operands)
        : undefined;
    case 'conditional':
      return hasPlainTruth(shapes.of(expression.test))
        ? parts([expression.test, expression.body, expression.orelse])
        : undefined;
    case 'binary':
      return all([of(expression.left), of(expression.right), arithmetic(expression, facts)]);
    case 'compare':
      return comparison(expression, facts);
    case 'subscript':
      return subscript(expression, facts);
    case 'attribute': {
      const isMethod = isOf(shapes.of(expression.object), 'str') && STRING_METHODS.has(expression.name);
      return isMethod ? of(expression.object) : undefined;
    }
    case 'fstring':
      return all(expression.parts.map((part) => (part.kind === 'text' ? NONE : field(part, facts))));
    case 'call':
      return call(expression, facts);
    default:
      return undefined;
  }
}

/** Whether a value is true or false without running code of the module. */
export function hasPlainTruth(shape: Shape): boolean {
  return isOf(shape, ...SCALARS, ...SIZED);
}

function arithmetic({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, facts: Facts): Effects {
  const [first, second] = [facts.shapes.of(left), facts.shapes.of(right)];
  const areIntegers = isOf(first, 'int', 'bool') && isOf(second, 'int', 'bool');
  const areFloats = isOf(first, 'float') && isOf(second, 'float');
  switch (operator) {
    case '+':
    case '-':
    case '*':
      if (areIntegers || areFloats) return NONE;
      if (isOf(first, ...NUMBERS) && isOf(second, ...NUMBERS)) return raising('OverflowError');
      if (operator === '+' && isOf(first, 'str') && isOf(second, 'str')) return NONE;
      return undefined;
    case '//':
    case '%':
      if (!areIntegers && !areFloats) return undefined;
      return right.kind === 'constant' && isNonZero(right) ? NONE : raising('ZeroDivisionError');
    case '/':
      if (areIntegers) return raising('ZeroDivisionError', 'OverflowError');
      return areFloats ? raising('ZeroDivisionError') : undefined;
    default:
      return undefined;
  }
}

/** A scalar's text; that of an int may have too many digits. */
function field({ value, format }: Extract<FormatPart, { kind: 'field' }>, facts: Facts): Effects {
  const shape = facts.shapes.of(value);
  if (format.length > 0 || !isOf(shape, ...SCALARS)) return undefined;
  return all([effectsOf(value, facts), shape.kinds.has('int') ? raising('ValueError') : NONE]);
}

function isNonZero({ value }: Extract<Expression, { kind: 'constant' }>): boolean {
  return (value.type === 'int' && value.value !== 0n) || (value.type === 'float' && value.value !== 0);
}

function comparison({ left, rest }: Extract<Expression, { kind: 'compare' }>, facts: Facts): Effects {
  const { shapes } = facts;
  let before = left;
  const effects: Effects[] = [effectsOf(left, facts)];
  for (const { operator, operand } of rest) {
    const [first, second] = [shapes.of(before), shapes.of(operand)];
    effects.push(effectsOf(operand, facts));
    before = operand;
    if (operator === 'is' || operator === 'is not') continue;
    if (!isBuiltin(first) || !isBuiltin(second)) return undefined;
    if (operator === '==' || operator === '!=') continue;
    if (operator === 'in' || operator === 'not in') {
      const isPlain = isOf(second, 'list', 'tuple', 'range') || (isOf(second, 'str') && isOf(first, 'str'));
      const isHashed = isOf(second, 'set', 'dict') && isOf(first, ...SCALARS);
      effects.push(isPlain || isHashed ? NONE : raising('TypeError'));
    } else if (!areOrdered(first, second)) effects.push(raising('TypeError'));
  }
  return all(effects);
}

function subscript({ object, index }: Extract<Expression, { kind: 'subscript' }>, facts: Facts): Effects {
  const { shapes } = facts;
  const sequence = isOf(shapes.of(object), 'str', 'list', 'tuple', 'bytes', 'range');
  if (index.kind === 'slice') {
    const bounds = [index.lower, index.upper].flatMap((bound) => bound ?? []);
    const isPlain = sequence && index.step === undefined && bounds.every((one) => isOf(shapes.of(one), 'int', 'none'));
    return isPlain ? all([object, ...bounds].map((one) => effectsOf(one, facts))) : undefined;
  }
  const inner = all([effectsOf(object, facts), effectsOf(index, facts)]);
  const at = isOf(shapes.of(object), 'tuple') ? integerIn(index) : undefined;
  const items = shapes.of(object).items?.length ?? 0;
  if (at !== undefined && -items <= at && at < items) return inner;
  if (sequence && isOf(shapes.of(index), 'int', 'bool')) return all([inner, raising('IndexError')]);
  const isPlainKey = isOf(shapes.of(object), 'dict') && isOf(shapes.of(index), ...SCALARS);
  return isPlainKey ? all([inner, raising('KeyError')]) : undefined;
}

function call({ callee, args, keywords }: Extract<Expression, { kind: 'call' }>, facts: Facts): Effects {
  const { shapes } = facts;
  if (keywords.length > 0 || args.some((arg) => arg.kind === 'starred')) return undefined;
  const inner = all(args.map((arg) => effectsOf(arg, facts)));
  const [first] = args;
  if (first === undefined) return undefined;
  const given = shapes.of(first);
  if (callee.kind === 'attribute') {
    const receiver = shapes.of(callee.object);
    const isCount = callee.name === 'count' && args.length === 1 && isBuiltin(given);
    if (
      !isCount ||
      !(isOf(receiver, 'list', 'tuple') ? isBuiltin(receiver) : isOf(receiver, 'str') && isOf(given, 'str'))
    )
      return undefined;
    return all([inner, effectsOf(callee.object, facts)]);
  }
  if (callee.kind !== 'name' || !facts.isBuiltin(callee.id)) return undefined;
  switch (callee.id) {
    case 'len':
      return args.length === 1 && isOf(given, ...SIZED) ? inner : undefined;
    case 'list':
    case 'tuple':
      return args.length === 1 && isOf(given, ...SIZED) ? inner : undefined;
    case 'dict':
      return args.length === 1 && isOf(given, 'dict') ? inner : undefined;
    case 'abs':
      return args.length === 1 && isOf(given, ...NUMBERS) ? inner : undefined;
    case 'min':
    case 'max': {
      const isPlain = args.length > 1 && args.every((arg) => areOrdered(given, shapes.of(arg)));
      return isPlain ? inner : undefined;
    }
    default:
      return undefined;
  }
}
