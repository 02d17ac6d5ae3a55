/** Syntax as plain trees that can be compared: places and annotations left out, and operands in any order where that is the same. */
import type { ComparisonOperator, Expression } from '../../syntax/ast.ts';
import { integer, integerIn } from './build.ts';
import { areExchangeable, effectsOf } from './effects.ts';
import type { Facts } from './facts.ts';
import { polynomialOf } from './polynomials.ts';
import { isBuiltin, isOf } from './shapes.ts';

/** A tree; the parts of an unordered one stand in no order. Names are compared by what they mean. */
export type Form =
  | { readonly kind: 'node'; readonly tag: string; readonly parts: readonly Form[]; readonly isUnordered: boolean }
  | { readonly kind: 'name'; readonly id: string };

function node(tag: string, parts: readonly Form[], isUnordered = false): Form {
  return { kind: 'node', tag, parts, isUnordered };
}

function name(id: string): Form {
  return { kind: 'name', id };
}

const IGNORED: ReadonlySet<string> = new Set(['span', 'annotation', 'returns', 'docstring']);

/** The tree of a function's body or of any part of it. */
export function formOf(syntax: unknown, facts: Facts): Form {
  if (Array.isArray(syntax))
    return node(
      'list',
      syntax.map((one) => formOf(one, facts)),
    );
  if (syntax instanceof Uint8Array) return node(`bytes ${syntax.join()}`, []);
  if (typeof syntax !== 'object' || syntax === null) return node(`${typeof syntax} ${literalText(syntax)}`, []);
  if (isExpression(syntax)) return unorderedForm(syntax, facts) ?? plainForm(syntax, facts);
  return plainForm(syntax, facts);
}

function literalText(value: unknown): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function plainForm(syntax: object, facts: Facts): Form {
  const fields = Object.entries(syntax).filter(([field, value]) => !IGNORED.has(field) && value !== undefined);
  fields.sort(([left], [right]) => (left < right ? -1 : 1));
  if ('kind' in syntax && syntax.kind === 'name' && 'id' in syntax && typeof syntax.id === 'string')
    return name(syntax.id);
  const parts = fields.map(([field, value]) => {
    const isName = typeof value === 'string' && isNameField(syntax, field);
    if (isName) return name(value);
    const isNames = field === 'names' && 'kind' in syntax && (syntax.kind === 'global' || syntax.kind === 'nonlocal');
    if (isNames && Array.isArray(value))
      return node(
        'list',
        value.map((one) => (typeof one === 'string' ? name(one) : formOf(one, facts))),
      );
    return formOf(value, facts);
  });
  const bound = boundByImport(syntax);
  return node(fields.map(([field]) => field).join(), [...parts, ...bound.map(name)]);
}

const NAMING_KINDS: ReadonlySet<unknown> = new Set([
  ...['function', 'class', 'positional-only', 'positional', 'vararg', 'keyword-only', 'kwarg', 'capture', 'star'],
]);

/** Whether a text field holds the name of a variable. */
function isNameField(syntax: object, field: string): boolean {
  const kind = 'kind' in syntax ? syntax.kind : undefined;
  if (field === 'target') return kind === 'named';
  if (field === 'rest') return kind === 'mapping';
  return field === 'name' && (NAMING_KINDS.has(kind) || 'isGroup' in syntax);
}

/** The variable that an imported module or one of its names is bound to. */
function boundByImport(syntax: object): readonly string[] {
  if (!('names' in syntax) || !Array.isArray(syntax.names) || !('kind' in syntax)) return [];
  if (syntax.kind !== 'import' && syntax.kind !== 'importfrom') return [];
  return syntax.names.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('name' in one) || typeof one.name !== 'string') return [];
    return 'alias' in one && typeof one.alias === 'string' ? [one.alias] : [one.name.split('.')[0] ?? one.name];
  });
}

const EXPRESSION_KINDS: ReadonlySet<unknown> = new Set(['binary', 'compare', 'call', 'boolean']);

function isExpression(syntax: object): syntax is Expression {
  return 'kind' in syntax && EXPRESSION_KINDS.has(syntax.kind);
}

/** Operations whose operands may change places. */
function unorderedForm(expression: Expression, facts: Facts): Form | undefined {
  const { shapes } = facts;
  const forms = (parts: readonly Expression[]): readonly Form[] => parts.map((part) => formOf(part, facts));
  switch (expression.kind) {
    case 'binary': {
      const { operator, left, right } = expression;
      const isPower = operator === '**' && integerIn(right) !== undefined;
      if (isOf(shapes.of(expression), 'int') && (operator === '+' || operator === '-' || operator === '*' || isPower)) {
        const polynomial = polynomialForm(expression, facts);
        if (polynomial !== undefined) return polynomial;
        if (isPower) return undefined;
        const isSum = operator !== '*';
        const terms = isSum ? summands(expression, false, facts) : factors(expression, facts);
        if (
          !areAllExchangeable(
            terms.map(({ part }) => part),
            facts,
          )
        )
          return undefined;
        return node(isSum ? 'sum' : 'product', signedForms(terms, facts), true);
      }
      const areNumbers =
        isOf(shapes.of(left), 'int', 'float', 'bool') && isOf(shapes.of(right), 'int', 'float', 'bool');
      const isCommutative = areNumbers && (operator === '+' || operator === '*');
      return isCommutative && areExchangeable(left, right, facts)
        ? node(operator, forms([left, right]), true)
        : undefined;
    }
    case 'compare': {
      const [only, ...more] = expression.rest;
      if (only === undefined || more.length > 0) return undefined;
      const { left } = expression;
      if (only.operator !== '==' && only.operator !== '!=') return orderForm(left, only.operator, only.operand, facts);
      const isPlain = isBuiltin(shapes.of(left)) && isBuiltin(shapes.of(only.operand));
      return isPlain && areExchangeable(left, only.operand, facts)
        ? node(only.operator, forms([left, only.operand]), true)
        : undefined;
    }
    case 'boolean': {
      const { operator, operands } = expression;
      const areTests = operands.every((operand) => isOf(shapes.of(operand), 'bool'));
      return areTests && operands.every((operand) => areAllTotal([operand], facts))
        ? node(operator, forms(operands), true)
        : undefined;
    }
    case 'call': {
      const { callee, args, keywords } = expression;
      const isChoice =
        callee.kind === 'name' && (callee.id === 'max' || callee.id === 'min') && facts.isBuiltin(callee.id);
      // equal ints, and equal strings, cannot be told apart: it does not matter which of them is chosen
      const isSame =
        args.every((arg) => isOf(shapes.of(arg), 'int')) || args.every((arg) => isOf(shapes.of(arg), 'str'));
      if (!isChoice || !isSame || args.length < 2 || keywords.length > 0 || !areAllExchangeable(args, facts))
        return undefined;
      return node(callee.id, forms(args), true);
    }
    default:
      return undefined;
  }
}

function areAllTotal(parts: readonly Expression[], facts: Facts): boolean {
  return parts.every((part) => effectsOf(part, facts)?.size === 0);
}

function areAllExchangeable(parts: readonly Expression[], facts: Facts): boolean {
  return parts.every((left, index) => parts.slice(index + 1).every((right) => areExchangeable(left, right, facts)));
}

/** A sum of products of parts that only give a value, multiplied out; equal products are added up. */
function polynomialForm(expression: Expression, facts: Facts): Form | undefined {
  const terms = polynomialOf(expression, facts, (one) => {
    const part = formOf(one, facts);
    return { part, key: JSON.stringify(part) };
  });
  if (terms === undefined) return undefined;
  const [only, ...more] = terms;
  const [part, ...parts] = only?.parts ?? [];
  if (only === undefined || (more.length === 0 && part === undefined))
    return plainForm(integer(expression.span, only?.coefficient ?? 0n), facts);
  if (more.length === 0 && parts.length === 0 && part !== undefined && only.coefficient === 1n) return part;
  return node(
    'polynomial',
    terms.map((term) => node(`times ${term.coefficient}`, term.parts, true)),
    true,
  );
}

/** `a < b` of ints as what `b - a` is, so that it does not matter on which side a term stands. */
function orderForm(left: Expression, operator: ComparisonOperator, right: Expression, facts: Facts): Form | undefined {
  const areInts = isOf(facts.shapes.of(left), 'int') && isOf(facts.shapes.of(right), 'int');
  if (!areInts || (operator !== '<' && operator !== '<=')) return undefined;
  const { span } = left;
  const difference: Expression = { kind: 'binary', span, operator: '-', left: right, right: left };
  const bound: Expression =
    operator === '<' ? difference : { kind: 'binary', span, operator: '+', left: difference, right: integer(span, 1n) };
  const form = polynomialForm(bound, facts);
  return form && node('positive', [form]);
}

interface Signed {
  readonly part: Expression;
  readonly isNegative: boolean;
}

/** The terms of a sum of ints, which may be added in any order. */
function summands(expression: Expression, isNegative: boolean, facts: Facts): readonly Signed[] {
  const isSum =
    expression.kind === 'binary' &&
    (expression.operator === '+' || expression.operator === '-') &&
    isOf(facts.shapes.of(expression), 'int');
  const literal = integerIn(expression);
  if (literal !== undefined && literal < 0n)
    return [{ part: integer(expression.span, -literal), isNegative: !isNegative }];
  if (!isSum) return [{ part: expression, isNegative }];
  const { left, right, operator } = expression;
  return [...summands(left, isNegative, facts), ...summands(right, operator === '-' ? !isNegative : isNegative, facts)];
}

function factors(expression: Expression, facts: Facts): readonly Signed[] {
  const isProduct =
    expression.kind === 'binary' && expression.operator === '*' && isOf(facts.shapes.of(expression), 'int');
  return isProduct
    ? [...factors(expression.left, facts), ...factors(expression.right, facts)]
    : [{ part: expression, isNegative: false }];
}

function signedForms(terms: readonly Signed[], facts: Facts): readonly Form[] {
  return terms.map(({ part, isNegative }) => {
    const form = formOf(part, facts);
    return isNegative ? node('minus', [form]) : form;
  });
}
