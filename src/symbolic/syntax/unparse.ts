/** Expressions back to Python text, with no more parentheses than needed. */
import type { Comprehension, Expression, Keyword, Parameter, Parameters } from './ast.ts';
import { unparseConstant, unparseFormatted } from './unparse-literals.ts';

/** How tightly an expression binds (Python reference, "Operator precedence"); higher binds tighter. */
const LEVEL = {
  named: 0,
  lambda: 1,
  conditional: 2,
  or: 3,
  and: 4,
  not: 5,
  compare: 6,
  '|': 7,
  '^': 8,
  '&': 9,
  shift: 10,
  sum: 11,
  product: 12,
  unary: 13,
  power: 14,
  await: 15,
  primary: 16,
} as const;

/** The text of an expression. It parses to the same expression, except that {@link Expression} kind `unsupported` becomes `<construct>`. */
export function unparse(expression: Expression): string {
  return text(expression, LEVEL.named);
}

/** The text at a place where only expressions that bind at least as tightly as `level` stand without parentheses. */
function text(expression: Expression, level: number): string {
  const own = levelOf(expression);
  const inner = body(expression);
  return own < level ? `(${inner})` : inner;
}

function item(expression: Expression): string {
  return text(expression, LEVEL.named);
}

function plain(expression: Expression): string {
  return text(expression, LEVEL.lambda);
}

function list(expressions: readonly Expression[]): string {
  return expressions.map(item).join(', ');
}

function levelOf(expression: Expression): number {
  switch (expression.kind) {
    case 'named':
    case 'yield':
    case 'yieldfrom':
      return LEVEL.named;
    case 'lambda':
      return LEVEL.lambda;
    case 'conditional':
      return LEVEL.conditional;
    case 'boolean':
      return LEVEL[expression.operator];
    case 'compare':
      return LEVEL.compare;
    case 'unary':
      return expression.operator === 'not' ? LEVEL.not : LEVEL.unary;
    case 'await':
      return LEVEL.await;
    case 'binary':
      return binaryLevel(expression.operator);
    default:
      return LEVEL.primary;
  }
}

function binaryLevel(operator: (Expression & { kind: 'binary' })['operator']): number {
  switch (operator) {
    case '|':
    case '^':
    case '&':
      return LEVEL[operator];
    case '<<':
    case '>>':
      return LEVEL.shift;
    case '+':
    case '-':
      return LEVEL.sum;
    case '**':
      return LEVEL.power;
    default:
      return LEVEL.product;
  }
}

function body(expression: Expression): string {
  switch (expression.kind) {
    case 'constant':
      return unparseConstant(expression.value);
    case 'name':
      return expression.id;
    case 'binary':
      return binary(expression);
    case 'unary': {
      const { operator, operand } = expression;
      if (operator === 'not') return `not ${text(operand, LEVEL.not)}`;
      return operator + text(operand, LEVEL.unary);
    }
    case 'boolean': {
      const { operator, operands } = expression;
      return operands.map((operand) => text(operand, LEVEL[operator] + 1)).join(` ${operator} `);
    }
    case 'compare': {
      const rest = expression.rest.map(({ operator, operand }) => ` ${operator} ${text(operand, LEVEL['|'])}`);
      return text(expression.left, LEVEL['|']) + rest.join('');
    }
    case 'conditional': {
      const { test, body: then, orelse } = expression;
      return `${text(then, LEVEL.or)} if ${text(test, LEVEL.or)} else ${plain(orelse)}`;
    }
    case 'call':
      return text(expression.callee, LEVEL.primary) + callArguments(expression.args, expression.keywords);
    case 'attribute':
      return `${attributeObject(expression.object)}.${expression.name}`;
    case 'subscript':
      return `${text(expression.object, LEVEL.primary)}[${subscriptIndex(expression.index)}]`;
    case 'slice': {
      const { lower, upper, step } = expression;
      const bounds = `${lower === undefined ? '' : plain(lower)}:${upper === undefined ? '' : plain(upper)}`;
      return step === undefined ? bounds : `${bounds}:${plain(step)}`;
    }
    case 'tuple':
      return expression.items.length === 1 ? `(${list(expression.items)},)` : `(${list(expression.items)})`;
    case 'list':
      return `[${list(expression.items)}]`;
    case 'set':
      return `{${list(expression.items)}}`;
    case 'dict':
      return `{${expression.entries.map(entry).join(', ')}}`;
    case 'starred':
      return `*${text(expression.value, LEVEL['|'])}`;
    case 'named':
      return `${expression.target} := ${plain(expression.value)}`;
    case 'lambda': {
      const list = unparseParameters(expression.parameters);
      return `lambda${list === '' ? '' : ` ${list}`}: ${plain(expression.body)}`;
    }
    case 'listcomp':
      return `[${item(expression.element)}${clauses(expression.generators)}]`;
    case 'setcomp':
      return `{${item(expression.element)}${clauses(expression.generators)}}`;
    case 'generator':
      return `(${item(expression.element)}${clauses(expression.generators)})`;
    case 'dictcomp':
      return `{${plain(expression.key)}: ${plain(expression.value)}${clauses(expression.generators)}}`;
    case 'fstring':
      return unparseFormatted(expression.parts, unparse);
    case 'yield':
      return expression.value === undefined ? 'yield' : `yield ${plain(expression.value)}`;
    case 'yieldfrom':
      return `yield from ${plain(expression.value)}`;
    case 'await':
      return `await ${text(expression.value, LEVEL.primary)}`;
    case 'unsupported':
      return `<${expression.construct}>`;
  }
}

/** Chains such as `a + b + c` are as deep as they are long: their left spine is walked without recursion. */
function binary(expression: Expression & { kind: 'binary' }): string {
  if (expression.operator === '**') {
    return `${text(expression.left, LEVEL.await)} ** ${text(expression.right, LEVEL.unary)}`;
  }
  const level = binaryLevel(expression.operator);
  const parts: string[] = [];
  let left: Expression = expression;
  while (left.kind === 'binary' && left.operator !== '**' && binaryLevel(left.operator) === level) {
    parts.push(` ${left.operator} ${text(left.right, level + 1)}`);
    left = left.left;
  }
  return text(left, level) + parts.reverse().join('');
}

/** `1 .real`: a number followed by a dot would read as a float. */
function attributeObject(object: Expression): string {
  const inner = text(object, LEVEL.primary);
  return object.kind === 'constant' && /^\d+$/.test(inner) ? `(${inner})` : inner;
}

function subscriptIndex(index: Expression): string {
  if (index.kind !== 'tuple' || index.items.length === 0) return item(index);
  return index.items.length === 1 ? `${list(index.items)},` : list(index.items);
}

function entry({ key, value }: { readonly key?: Expression; readonly value: Expression }): string {
  return key === undefined ? `**${text(value, LEVEL['|'])}` : `${plain(key)}: ${plain(value)}`;
}

function callArguments(args: readonly Expression[], keywords: readonly Keyword[]): string {
  const [only] = args;
  if (only?.kind === 'generator' && args.length === 1 && keywords.length === 0) return body(only);
  const named = keywords.map(({ name, value }) =>
    name === undefined ? `**${plain(value)}` : `${name}=${plain(value)}`,
  );
  return `(${[...args.map(item), ...named].join(', ')})`;
}

function clauses(generators: readonly Comprehension[]): string {
  return generators
    .map(({ target, iterable, conditions, isAsync }) => {
      const names = target.kind === 'tuple' && target.items.length > 1 ? list(target.items) : item(target);
      const loop = ` ${isAsync ? 'async for' : 'for'} ${names} in ${text(iterable, LEVEL.or)}`;
      return loop + conditions.map((condition) => ` if ${text(condition, LEVEL.or)}`).join('');
    })
    .join('');
}

/** The text of a parameter list, without the parentheses around it. */
function unparseParameters(parameters: Parameters): string {
  const parts: string[] = [];
  parameters.forEach((parameter, index) => {
    const previous = parameters[index - 1];
    if (previous?.kind === 'positional-only' && parameter.kind !== 'positional-only') parts.push('/');
    const afterStar = parameters.slice(0, index).some(({ kind }) => kind === 'vararg' || kind === 'keyword-only');
    if (parameter.kind === 'keyword-only' && !afterStar) parts.push('*');
    parts.push(unparseParameter(parameter));
  });
  if (parameters.at(-1)?.kind === 'positional-only') parts.push('/');
  return parts.join(', ');
}

function unparseParameter({ name, kind, annotation, default: value }: Parameter): string {
  const star = kind === 'vararg' ? '*' : kind === 'kwarg' ? '**' : '';
  const type = annotation === undefined ? '' : `: ${plain(annotation)}`;
  const equals = annotation === undefined ? '=' : ' = ';
  return star + name + type + (value === undefined ? '' : equals + plain(value));
}
