/** Rules for calls that take in all that an iterable gives: which iterable it is, in which order, and what is counted. */
import type { Comprehension, Expression, Span } from '../../syntax/ast.ts';
import { callOf, comparisonOf, integer, integerIn, variable } from './build.ts';
import type { Call } from './calls.ts';
import { isTotal, runsOnlyBuiltins } from './effects.ts';
import type { Facts } from './facts.ts';
import { isBuiltin, isOf, type Kind, SCALARS, type Shape, SIZED } from './shapes.ts';
import { occurrences } from './traverse.ts';

/** Whether a call is one of these built-in functions, with arguments by position only. */
export function isBuiltinCall({ callee, args, keywords }: Call, facts: Facts, ...names: readonly string[]): boolean {
  const isPlain = keywords.length === 0 && !args.some((arg) => arg.kind === 'starred');
  return isPlain && callee.kind === 'name' && names.includes(callee.id) && facts.isBuiltin(callee.id);
}

/** A comprehension with one element for each round. */
type Elementwise = Extract<Expression, { readonly element: Expression }>;

/** Types that have an order in which `reversed` runs no code of the module. */
const SEQUENCES: readonly Kind[] = ['list', 'tuple', 'str', 'range'];

/** Functions that take in one iterable and hold none of it back. */
const CONSUMERS = ['sum', 'min', 'max', 'sorted', 'list', 'set', 'tuple', 'any'];

/** Whether a call runs through a generator at once. */
export function isConsumer(call: Call, facts: Facts): boolean {
  const { callee } = call;
  if (callee.kind === 'attribute') return callee.name === 'join' && isOf(facts.shapes.of(callee.object), 'str');
  return isBuiltinCall(call, facts, ...CONSUMERS);
}

/** An expression that takes in an iterable in a simpler way; the expression itself where no rule fits. */
export function consumed(expression: Expression, facts: Facts): Expression {
  switch (expression.kind) {
    case 'listcomp':
    case 'setcomp': {
      const name = expression.kind === 'listcomp' ? 'list' : 'set';
      const iterable = passedOn(expression, facts);
      // a copy of a set may have another order than one that is built element by element
      if (name === 'set' && iterable !== undefined && isOf(facts.shapes.of(iterable), 'set')) return expression;
      return iterable !== undefined && facts.isBuiltin(name) ? callOf(expression.span, name, iterable) : expression;
    }
    case 'subscript': {
      const { object, index, span } = expression;
      const isWhole = index.kind === 'slice' && index.lower === undefined && index.upper === undefined;
      const isCopy = isWhole && index.step === undefined && isOf(facts.shapes.of(object), 'list');
      return isCopy && facts.isBuiltin('list') ? callOf(span, 'list', object) : expression;
    }
    case 'call':
      return consumedByCall(expression, facts);
    default:
      return expression;
  }
}

function consumedByCall(call: Call, facts: Facts): Expression {
  const [first, ...more] = call.args;
  const { callee, span } = call;
  if (callee.kind === 'attribute' && call.keywords.length === 0 && more.length === 0) {
    if (first !== undefined) return callee.name === 'join' ? joined(call, callee.object, first, facts) : call;
    const isCopy = callee.name === 'copy' && isOf(facts.shapes.of(callee.object), 'list') && facts.isBuiltin('list');
    return isCopy ? callOf(span, 'list', callee.object) : call;
  }
  if (first === undefined || more.length > 0) return call;
  if (isBuiltinCall(call, facts, 'sum') && first.kind === 'call') {
    const closed = sumOfRange(first, facts);
    if (closed !== undefined) return closed;
  }
  if (isBuiltinCall(call, facts, 'len')) return counted(call, first, facts);
  if (!isBuiltinCall(call, facts, ...CONSUMERS) || callee.kind !== 'name') return call;
  if (first.kind === 'generator') {
    const iterable = callee.id === 'any' ? undefined : passedOn(first, facts);
    if (iterable !== undefined) return { ...call, args: [iterable] };
    const reordered = inAnyOrder(callee.id, first, facts);
    if (reordered !== undefined) return { ...call, args: [reordered] };
    if (callee.id === 'sum') return addedUp(call, first, facts);
    return callee.id === 'any' ? (membership(first, facts) ?? call) : call;
  }
  if (callee.id === 'list') {
    const isSlice = first.kind === 'subscript' && first.index.kind === 'slice' && isOf(facts.shapes.of(first), 'list');
    const isFresh = isSlice || (first.kind === 'call' && isBuiltinCall(first, facts, 'sorted', 'list'));
    if (isFresh || first.kind === 'list') return first;
    const [backward] = first.kind === 'call' && isReversal(first, facts) ? first.args : [];
    if (backward !== undefined && isOf(facts.shapes.of(backward), 'list')) return inReverse(span, backward);
  }
  if (callee.id === 'any') return call;
  const inner = sameElements(first, doesNotTell(callee.id, facts.shapes.element(facts.shapes.of(first))), facts);
  // a tuple of a tuple is that tuple, and one of its list another; a set of a set or dictionary may have an order of its own
  const kinds = inner === undefined ? undefined : facts.shapes.of(inner).kinds;
  if (callee.id === 'tuple' && kinds?.has('tuple') === true) return call;
  if (callee.id === 'set' && (kinds?.has('set') === true || kinds?.has('dict') === true)) return call;
  return inner === undefined ? call : { ...call, args: [inner] };
}

/** `(x for x in it)` is what `it` gives, where that is a container: an iterator would be run elsewhere. */
function passedOn(comprehension: Expression, facts: Facts): Expression | undefined {
  if (!('generators' in comprehension) || !('element' in comprehension)) return undefined;
  const { generators, element } = comprehension;
  const [only, ...inner] = generators;
  if (only === undefined || inner.length > 0 || only.conditions.length > 0 || only.isAsync) return undefined;
  const { target, iterable } = only;
  const isSame = target.kind === 'name' && element.kind === 'name' && target.id === element.id;
  const [backward] = iterable.kind === 'call' && isReversal(iterable, facts) ? iterable.args : [];
  const isBackward = backward !== undefined && isOf(facts.shapes.of(backward), ...SEQUENCES);
  const isContainer = isOf(facts.shapes.of(iterable), ...SIZED) || isBackward;
  return isSame && isContainer ? iterable : undefined;
}

function isReversal(iterable: Expression, facts: Facts): boolean {
  return iterable.kind === 'call' && isBuiltinCall(iterable, facts, 'reversed');
}

/**
 * Whether a function's result does not depend on the order of such elements. Equal ints cannot be told apart, nor can equal
 * texts; `1` and `True` can, sums of floats depend on the order, and so may the order in which a set gives its elements.
 */
function doesNotTell(name: string, element: Shape): boolean {
  if (name === 'any') return isOf(element, ...SCALARS);
  if (name === 'sum') return isOf(element, 'int', 'bool');
  const isPure = isOf(element, 'int') || isOf(element, 'str');
  return isPure && ['min', 'max', 'sorted', 'len'].includes(name);
}

/** The container whose elements an iterable gives, in this order or, where `inAnyOrder`, in another. */
function sameElements(iterable: Expression, mayReorder: boolean, facts: Facts): Expression | undefined {
  const { shapes } = facts;
  if (iterable.kind === 'subscript') {
    const { object, index } = iterable;
    const isWhole = index.kind === 'slice' && index.lower === undefined && index.upper === undefined;
    const isBackward = isWhole && integerIn(index.step) === -1n;
    return mayReorder && isBackward && isOf(shapes.of(object), ...SEQUENCES) ? object : undefined;
  }
  if (iterable.kind !== 'call') return undefined;
  if (mayReorder && isBuiltinCall(iterable, facts, 'range')) return upwards(iterable, facts);
  const [inner, ...more] = iterable.args;
  if (inner === undefined || more.length > 0) return undefined;
  // comparing or adding up objects of the module may change the container that was copied
  if (isBuiltinCall(iterable, facts, 'list', 'tuple'))
    return isOf(shapes.of(inner), ...SIZED) && isBuiltin(shapes.of(inner)) ? inner : undefined;
  if (!mayReorder) return undefined;
  if (isBuiltinCall(iterable, facts, 'reversed')) return isOf(shapes.of(inner), ...SEQUENCES) ? inner : undefined;
  // elements that have no order raise
  const isSorted = isBuiltinCall(iterable, facts, 'sorted') && isOf(shapes.of(inner), ...SIZED);
  const element = shapes.element(shapes.of(inner));
  return isSorted && (isOf(element, 'int', 'bool') || isOf(element, 'str')) ? inner : undefined;
}

/** `range(a, b, -1)` the other way round. */
export function upwards(range: Call, facts: Facts): Expression | undefined {
  const [start, end, step] = range.args;
  const areInts = [start, end].every(
    (one) => one !== undefined && isOf(facts.shapes.of(one), 'int') && isTotal(one, facts),
  );
  if (start === undefined || end === undefined || !areInts || integerIn(step) !== -1n) return undefined;
  const { span } = range;
  const above = (one: Expression): Expression => ({
    kind: 'binary',
    span,
    operator: '+',
    left: one,
    right: integer(span, 1n),
  });
  return callOf(span, 'range', above(end), above(start), integer(span, 1n));
}

/** A generator over the container itself, where neither what it evaluates nor its consumer depends on the order. */
function inAnyOrder(name: string, generator: Elementwise, facts: Facts): Expression | undefined {
  const [only, ...inner] = generator.generators;
  if (only === undefined || inner.length > 0 || only.isAsync) return undefined;
  // unpacking raises what the order of the elements decides
  const isFree =
    only.target.kind === 'name' && [generator.element, ...only.conditions].every((part) => isTotal(part, facts));
  const mayReorder = doesNotTell(name, facts.shapes.of(generator.element));
  const iterable = isFree ? sameElements(only.iterable, mayReorder, facts) : undefined;
  return iterable && { ...generator, generators: [{ ...only, iterable }] };
}

/** `len([e for …])` as the sum of ones; `len(sorted(x))` and the like as `len(x)`. */
function counted(call: Call, first: Expression, facts: Facts): Expression {
  const { span } = call;
  if (first.kind === 'listcomp') {
    const isCounted = isTotal(first.element, facts) && facts.isBuiltin('sum') && runsOnlyBuiltins(first, facts);
    return isCounted ? callOf(span, 'sum', { ...first, kind: 'generator', element: integer(span, 1n) }) : call;
  }
  if (isReversal(first, facts)) return call;
  const inner = sameElements(first, true, facts);
  return inner === undefined ? call : { ...call, args: [inner] };
}

/** A sum of truths as a sum of ones under a condition more, and one without conditions as a length. */
function addedUp(call: Call, generator: Elementwise, facts: Facts): Expression {
  const { generators, element } = generator;
  const { span } = call;
  const [first] = generators;
  const last = generators.at(-1);
  if (first === undefined || last === undefined) return call;
  const nested = sumOfSums(generator, facts);
  if (nested !== undefined) return { ...call, args: [nested] };
  const occurring = occurrencesOf(generator, facts);
  if (occurring !== undefined) return { ...call, ...occurring };
  const isLength =
    generators.length === 1 &&
    integerIn(element) === 1n &&
    first.conditions.length === 0 &&
    first.target.kind === 'name' &&
    isOf(facts.shapes.of(first.iterable), ...SIZED);
  if (isLength && facts.isBuiltin('len')) return callOf(span, 'len', first.iterable);
  const isTruth = element.kind !== 'constant' && isOf(facts.shapes.of(element), 'bool');
  if (!isTruth || !runsOnlyBuiltins(generator, facts)) return call;
  const narrowed: Comprehension = { ...last, conditions: [...last.conditions, element] };
  const ones = { ...generator, element: integer(span, 1n), generators: [...generators.slice(0, -1), narrowed] };
  return { ...call, args: [ones] };
}

/** `sum(sum(e for …) for …)` as the sum of all of it, of integers: they can be added in any groups. */
function sumOfSums({ generators, element, ...rest }: Elementwise, facts: Facts): Elementwise | undefined {
  if (element.kind !== 'call' || !isBuiltinCall(element, facts, 'sum') || element.args.length !== 1) return undefined;
  const [inner] = element.args;
  if (inner === undefined || !isOf(facts.shapes.element(facts.shapes.of(inner)), 'int')) return undefined;
  if (inner.kind === 'generator') {
    const isPlain = runsOnlyBuiltins(inner, facts);
    return isPlain ? { ...rest, generators: [...generators, ...inner.generators], element: inner.element } : undefined;
  }
  if (!isOf(facts.shapes.of(inner), 'list', 'tuple', 'set')) return undefined;
  // names with a space are no other scope's, and this one tells for which place it stands
  const { line, column } = element.span;
  const summand = variable(element.span, `summand ${line} ${column}`);
  const added: Comprehension = { target: summand, iterable: inner, conditions: [], isAsync: false };
  return { ...rest, generators: [...generators, added], element: summand };
}

/** `sum(1 for x in it if x == e)` as `it.count(e)`, for values that equal themselves. */
function occurrencesOf({ generators, element }: Elementwise, facts: Facts): Pick<Call, 'callee' | 'args'> | undefined {
  const [only, ...inner] = generators;
  const [condition, ...more] = only?.conditions ?? [];
  if (only === undefined || condition === undefined || inner.length + more.length > 0) return undefined;
  const sought = integerIn(element) === 1n ? soughtBy(condition, only, facts) : undefined;
  if (sought === undefined || !isOf(facts.shapes.of(only.iterable), 'list', 'tuple')) return undefined;
  return { callee: { kind: 'attribute', span: element.span, object: only.iterable, name: 'count' }, args: [sought] };
}

/** What each element is compared with, where that can be told by `in` and `count` as well. */
function soughtBy(
  test: Expression,
  { target, iterable, isAsync }: Comprehension,
  facts: Facts,
): Expression | undefined {
  if (test.kind !== 'compare' || test.rest.length > 1 || target.kind !== 'name' || isAsync) return undefined;
  const [comparison] = test.rest;
  if (comparison?.operator !== '==') return undefined;
  const isTarget = (one: Expression): boolean => one.kind === 'name' && one.id === target.id;
  const sought = isTarget(test.left) ? comparison.operand : isTarget(comparison.operand) ? test.left : undefined;
  if (sought === undefined || occurrences(sought, target.id) > 0) return undefined;
  const { shapes } = facts;
  const arePlain = [shapes.of(sought), shapes.element(shapes.of(iterable))].every((shape) =>
    isOf(shape, 'int', 'bool', 'str', 'none'),
  );
  return arePlain && isTotal(sought, facts) && isTotal(iterable, facts) ? sought : undefined;
}

/** `any(x == e for x in it)` as `e in it`, for values that equal themselves; a text is found in a text piece by piece. */
function membership({ generators, element }: Elementwise, facts: Facts): Expression | undefined {
  const [only, ...inner] = generators;
  if (only === undefined || inner.length > 0 || only.conditions.length > 0 || only.isAsync) return undefined;
  const sought = soughtBy(element, only, facts);
  const isSearched = isOf(facts.shapes.of(only.iterable), 'list', 'tuple', 'set');
  return sought !== undefined && isSearched ? comparisonOf(sought, 'in', only.iterable) : undefined;
}

/** `sum(range(a, b, 1))` as `(b - a) * (a + b - 1) // 2 if a < b else 0`: one of two numbers next to each other is even. */
function sumOfRange(range: Call, facts: Facts): Expression | undefined {
  const [start, end, step] = range.args;
  if (!isBuiltinCall(range, facts, 'range') || start === undefined || end === undefined) return undefined;
  const areInts = [start, end].every((one) => isOf(facts.shapes.of(one), 'int') && isTotal(one, facts));
  if (!areInts || integerIn(step) !== 1n) return undefined;
  const { span } = range;
  const binary = (left: Expression, operator: '+' | '-' | '*' | '//', right: Expression): Expression => ({
    kind: 'binary',
    span,
    operator,
    left,
    right,
  });
  const last = binary(binary(start, '+', end), '-', integer(span, 1n));
  return {
    kind: 'conditional',
    span,
    test: comparisonOf(start, '<', end),
    body: binary(binary(binary(end, '-', start), '*', last), '//', integer(span, 2n)),
    orelse: integer(span, 0n),
  };
}

/** Joins of a text's own characters: in their order the text, backwards its reverse. */
function joined(call: Call, separator: Expression, first: Expression, facts: Facts): Expression {
  if (!isOf(facts.shapes.of(separator), 'str')) return call;
  const iterable = first.kind === 'generator' ? passedOn(first, facts) : undefined;
  if (iterable !== undefined) return { ...call, args: [iterable] };
  const inner = sameElements(first, false, facts);
  if (inner !== undefined) return { ...call, args: [inner] };
  const isBare = separator.kind === 'constant' && separator.value.type === 'str' && separator.value.value === '';
  if (!isBare) return call;
  if (isOf(facts.shapes.of(first), 'str')) return first;
  const [text] = first.kind === 'call' && isReversal(first, facts) ? first.args : [];
  if (text === undefined || !isOf(facts.shapes.of(text), 'str')) return call;
  return inReverse(call.span, text);
}

function inReverse(span: Span, object: Expression): Expression {
  return { kind: 'subscript', span, object, index: { kind: 'slice', span, step: integer(span, -1n) } };
}
