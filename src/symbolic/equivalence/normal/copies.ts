/** Rules for expressions that copy a container: one spelling for each way to copy, and none where only the content of a copy is seen. */
import type { Expression, FunctionDef, Statement } from '../../syntax/ast.ts';
import { callOf, integerIn } from './build.ts';
import type { Call } from './calls.ts';
import { isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isBuiltin, isOf, type Kind, SIZED } from './shapes.ts';
import { contains, mapStatement, occurrences } from './traverse.ts';

type Block = readonly Statement[];
type Display = Extract<Expression, { readonly items: unknown }>;

/** A copy as a call of its type, such as `list(x)`; the expression itself where no rule fits. */
export function copied(expression: Expression, facts: Facts): Expression {
  switch (expression.kind) {
    case 'list':
      return unpacked(expression, facts);
    case 'tuple':
      return unpackedTuple(expression, facts);
    case 'dict': {
      const [only, ...more] = expression.entries;
      const isCopy = only !== undefined && more.length === 0 && only.key === undefined;
      return isCopy ? copyOf(expression, 'dict', only.value, facts) : expression;
    }
    case 'dictcomp':
      return entryByEntry(expression, facts);
    case 'subscript':
      return sliced(expression, facts);
    case 'binary':
      return withNothing(expression, facts);
    case 'call':
      return copiedByCall(expression, facts);
    default:
      return expression;
  }
}

/** A slice of all of a text or a tuple as that very object, and one of a copy of a list as one of the list. */
function sliced(expression: Extract<Expression, { kind: 'subscript' }>, facts: Facts): Expression {
  const { object, index } = expression;
  if (index.kind !== 'slice') return expression;
  const bounds = [index.lower, index.upper, index.step].filter((bound) => bound !== undefined);
  if (bounds.length === 0 && isOf(facts.shapes.of(object), 'str', 'tuple')) return object;
  const original = isBuiltinCopy(object, 'list', facts);
  return original !== undefined && bounds.every((bound) => isTotal(bound, facts))
    ? { ...expression, object: original }
    : expression;
}

/** `list(x)` or `dict(x)`, where that is the type of `x`. */
function copyOf(expression: Expression, kind: 'list' | 'dict', of: Expression, facts: Facts): Expression {
  return isOf(facts.shapes.of(of), kind) && facts.isBuiltin(kind) ? callOf(expression.span, kind, of) : expression;
}

/** `[*x]` as `list(x)`, and `[*x, e]` as `list(x) + [e]`. */
function unpacked(display: Display, facts: Facts): Expression {
  const [first, ...others] = display.items;
  if (first?.kind !== 'starred' || others.some(({ kind }) => kind === 'starred')) return display;
  if (!isOf(facts.shapes.of(first.value), ...SIZED) || !facts.isBuiltin('list')) return display;
  const { span } = display;
  const copy = callOf(span, 'list', first.value);
  if (others.length === 0) return copy;
  return { kind: 'binary', span, operator: '+', left: copy, right: { ...display, items: others } };
}

/** `(*x,)` as `tuple(x)`, which is `x` itself where `x` is a tuple and this is not. */
function unpackedTuple(display: Display, facts: Facts): Expression {
  const [only, ...others] = display.items;
  if (only?.kind !== 'starred' || others.length > 0 || !facts.isBuiltin('tuple')) return display;
  const isOther = isOf(facts.shapes.of(only.value), ...SIZED.filter((kind) => kind !== 'tuple'));
  return isOther ? callOf(display.span, 'tuple', only.value) : display;
}

/** `{k: v for k, v in d.items()}` and `{k: d[k] for k in d}` as `dict(d)`: keys of built-in types are found again. */
function entryByEntry(comprehension: Extract<Expression, { kind: 'dictcomp' }>, facts: Facts): Expression {
  const { generators, key, value } = comprehension;
  const [only, ...inner] = generators;
  if (only === undefined || inner.length + only.conditions.length > 0 || only.isAsync) return comprehension;
  const { target, iterable } = only;
  if (target.kind === 'name') {
    const isEntry =
      isNamed(key, target.id) &&
      value.kind === 'subscript' &&
      isNamed(value.index, target.id) &&
      iterable.kind === 'name' &&
      isNamed(value.object, iterable.id) &&
      iterable.id !== target.id;
    return isEntry && isBuiltin(facts.shapes.of(iterable))
      ? copyOf(comprehension, 'dict', iterable, facts)
      : comprehension;
  }
  const [first, second, ...more] = target.kind === 'tuple' ? target.items : [];
  const entries = methodOf(iterable, 'items');
  if (entries === undefined || first?.kind !== 'name' || second?.kind !== 'name' || more.length > 0)
    return comprehension;
  const isSame = first.id !== second.id && isNamed(key, first.id) && isNamed(value, second.id);
  return isSame && isBuiltin(facts.shapes.of(entries)) ? copyOf(comprehension, 'dict', entries, facts) : comprehension;
}

function isNamed(expression: Expression, id: string): boolean {
  return expression.kind === 'name' && expression.id === id;
}

/** What a method without arguments is called on. */
export function methodOf(expression: Expression, name: string): Expression | undefined {
  if (expression.kind !== 'call' || expression.args.length + expression.keywords.length > 0) return undefined;
  const { callee } = expression;
  return callee.kind === 'attribute' && callee.name === name ? callee.object : undefined;
}

/** `x + []`, `[] + x`, `x * 1` and `d | {}` as copies; `list(x) + y` as `x + y`, where `y` does not change `x`. */
function withNothing(expression: Extract<Expression, { kind: 'binary' }>, facts: Facts): Expression {
  const { operator, left, right } = expression;
  if (operator === '+') {
    const isOne = left.kind === 'list' && right.kind === 'list' && !left.items.some(({ kind }) => kind === 'starred');
    if (isOne) return { ...left, items: [...left.items, ...right.items] };
    if (isEmpty(right, 'list')) return copyOf(expression, 'list', left, facts);
    if (isEmpty(left, 'list')) return copyOf(expression, 'list', right, facts);
    const original = isBuiltinCopy(left, 'list', facts);
    const isPlain = original !== undefined && isOf(facts.shapes.of(right), 'list') && isTotal(right, facts);
    return isPlain ? { ...expression, left: original } : expression;
  }
  if (operator === '|') {
    if (isEmpty(right, 'dict')) return copyOf(expression, 'dict', left, facts);
    return isEmpty(left, 'dict') ? copyOf(expression, 'dict', right, facts) : expression;
  }
  if (operator !== '*') return expression;
  if (integerIn(right) === 1n) return copyOf(expression, 'list', left, facts);
  return integerIn(left) === 1n ? copyOf(expression, 'list', right, facts) : expression;
}

function isEmpty(expression: Expression, kind: 'list' | 'dict'): boolean {
  if (expression.kind === 'list') return kind === 'list' && expression.items.length === 0;
  return expression.kind === 'dict' && kind === 'dict' && expression.entries.length === 0;
}

/** What `list(x)` or the like copies, where that is of the type itself. */
function isBuiltinCopy(expression: Expression, kind: Kind, facts: Facts): Expression | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'name' || expression.keywords.length > 0)
    return undefined;
  const [only, ...more] = expression.args;
  const isCall = expression.callee.id === kind && facts.isBuiltin(kind) && more.length === 0;
  return isCall && only !== undefined && isOf(facts.shapes.of(only), kind) ? only : undefined;
}

function copiedByCall(call: Call, facts: Facts): Expression {
  const original = methodOf(call, 'copy');
  if (original !== undefined) return copyOf(call, 'dict', original, facts);
  const tuple = isBuiltinCopy(call, 'tuple', facts);
  if (tuple !== undefined) return tuple;
  const [only, ...more] = call.args;
  if (only === undefined || more.length + call.keywords.length > 0 || call.callee.kind !== 'name') return call;
  if (call.callee.id !== 'dict' || !facts.isBuiltin('dict')) return call;
  const entries = methodOf(only, 'items');
  return entries !== undefined && isBuiltin(facts.shapes.of(entries)) ? copyOf(call, 'dict', entries, facts) : call;
}

/**
 * A function's body without the copies that it returns: a caller who compares contents sees no difference. Undefined for a
 * function that goes on after it has returned, or whose result is not what its caller gets.
 */
export function withoutReturnedCopies(definition: FunctionDef, body: Block, facts: Facts): Block | undefined {
  const goesOn = contains(body, 'try', 'with', 'yield', 'yieldfrom', 'function', 'class');
  if (goesOn || definition.isAsync || definition.decorators.length > 0) return undefined;
  const strip = (block: Block): Block =>
    block.map((statement) =>
      statement.kind === 'return' && statement.value !== undefined
        ? { ...statement, value: originalOf(statement.value, facts) }
        : mapStatement(statement, (expression) => expression, strip),
    );
  return strip(body);
}

/** What an expression copies, through any number of copies. */
function originalOf(expression: Expression, facts: Facts): Expression {
  const copy =
    isBuiltinCopy(expression, 'list', facts) ??
    isBuiltinCopy(expression, 'dict', facts) ??
    copiedSet(expression, facts) ??
    rebuiltTuple(expression, facts);
  return copy === undefined ? expression : originalOf(copy, facts);
}

/** Copies of sets have an order of their own, which only those do not see who compare contents. */
function copiedSet(expression: Expression, facts: Facts): Expression | undefined {
  const isSet = (one: Expression | undefined): one is Expression =>
    one !== undefined && isOf(facts.shapes.of(one), 'set') && isBuiltin(facts.shapes.of(one));
  const only = (...candidates: readonly (Expression | undefined)[]): Expression | undefined => candidates.find(isSet);
  switch (expression.kind) {
    case 'call':
      return only(methodOf(expression, 'copy'), methodOf(expression, 'union'), isBuiltinCopy(expression, 'set', facts));
    case 'set': {
      const [item, ...more] = expression.items;
      return item?.kind === 'starred' && more.length === 0 ? only(item.value) : undefined;
    }
    case 'setcomp': {
      const [generator, ...inner] = expression.generators;
      if (generator === undefined || inner.length + generator.conditions.length > 0 || generator.isAsync)
        return undefined;
      const { target, iterable } = generator;
      return target.kind === 'name' && isNamed(expression.element, target.id) ? only(iterable) : undefined;
    }
    case 'binary': {
      const { operator, left, right } = expression;
      if (isNewSet(right, facts) && ['|', '-', '^'].includes(operator)) return only(left);
      return isNewSet(left, facts) && (operator === '|' || operator === '^') ? only(right) : undefined;
    }
    default:
      return undefined;
  }
}

function isNewSet(expression: Expression, facts: Facts): boolean {
  if (expression.kind !== 'call' || expression.args.length + expression.keywords.length > 0) return false;
  return isNamed(expression.callee, 'set') && facts.isBuiltin('set');
}

/** `(*x,)` and `tuple(list(x))` of a tuple. */
function rebuiltTuple(expression: Expression, facts: Facts): Expression | undefined {
  const isTuple = (one: Expression): boolean => isOf(facts.shapes.of(one), 'tuple');
  if (expression.kind === 'tuple') {
    const [only, ...more] = expression.items;
    return only?.kind === 'starred' && more.length === 0 && isTuple(only.value) ? only.value : undefined;
  }
  if (expression.kind !== 'call' || !isNamed(expression.callee, 'tuple') || !facts.isBuiltin('tuple')) return undefined;
  const [list, ...others] = expression.args;
  if (list?.kind !== 'call' || others.length + expression.keywords.length > 0) return undefined;
  const [only, ...more] = list.args;
  const isCopy = isNamed(list.callee, 'list') && facts.isBuiltin('list') && more.length + list.keywords.length === 0;
  return isCopy && only !== undefined && isTuple(only) ? only : undefined;
}

/** Whether nothing in a module but a function's definition speaks of it, so that only callers from outside see what it returns. */
export function isOnlyDefined(module: Block, { name }: FunctionDef): boolean {
  return occurrences(module, name) === 1;
}
