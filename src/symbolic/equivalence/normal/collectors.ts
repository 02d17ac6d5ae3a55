/** What a loop that puts one value after the other into a variable leaves there, as one expression. */
import type { Comprehension, Expression, Statement } from '../../syntax/ast.ts';
import { callOf, integerIn } from './build.ts';
import { effectsOf, isTotal, runsOnlyBuiltins } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf, SCALARS } from './shapes.ts';
import { countsIn } from './stores.ts';
import { occurrences } from './traverse.ts';

/** `set()`, if the name is the built-in's. */
export function isEmptySet(start: Expression): boolean {
  if (start.kind !== 'call' || start.args.length + start.keywords.length > 0) return false;
  return start.callee.kind === 'name' && start.callee.id === 'set';
}

/** The comprehension that gives what a variable holds after the loop. */
export function collector(
  name: string,
  start: Expression,
  last: Statement,
  generators: readonly Comprehension[],
  facts: Facts,
): Expression | undefined {
  const { span } = last;
  const speaksOf = (...parts: readonly unknown[]): boolean => occurrences([generators, ...parts], name) > 0;
  const isSet = isEmptySet(start) && facts.isBuiltin('set');
  if (last.kind === 'expression' && last.value.kind === 'call' && last.value.callee.kind === 'attribute') {
    const { callee, args, keywords } = last.value;
    const [element] = args;
    const isOwn =
      callee.object.kind === 'name' && callee.object.id === name && keywords.length === 0 && args.length === 1;
    if (!isOwn || element === undefined || element.kind === 'starred' || speaksOf(element)) return undefined;
    if (start.kind === 'list' && start.items.length === 0 && callee.name === 'append')
      return { kind: 'listcomp', span, element, generators };
    return isSet && callee.name === 'add' ? { kind: 'setcomp', span, element, generators } : undefined;
  }
  if (last.kind === 'if') return countOf(name, start, last, generators, facts);
  if (last.kind !== 'assign' || last.targets.length !== 1) return undefined;
  const [target] = last.targets;
  const { value } = last;
  if (target?.kind === 'subscript' && target.object.kind === 'name' && target.object.id === name) {
    const isEmptyDict = start.kind === 'dict' && start.entries.length === 0;
    const inAnyOrder = effectsOf(target.index, facts)?.size === 0 || effectsOf(value, facts)?.size === 0;
    if (!isEmptyDict || !inAnyOrder || speaksOf(target.index, value)) return undefined;
    return { kind: 'dictcomp', span, key: target.index, value, generators };
  }
  const isSum = target?.kind === 'name' && target.id === name && value.kind === 'binary' && value.operator === '+';
  if (isSum && isOf(facts.shapes.variable(name), 'str')) return joinOf(name, start, value, generators, facts);
  if (!isSum || !isOf(facts.shapes.variable(name), 'int') || !facts.isBuiltin('sum')) return undefined;
  const isOwn = (one: Expression): boolean => one.kind === 'name' && one.id === name;
  const added = isOwn(value.left) ? value.right : isOwn(value.right) ? value.left : undefined;
  if (
    added === undefined ||
    speaksOf(added) ||
    !isOf(facts.shapes.of(added), 'int', 'bool') ||
    !isOf(facts.shapes.of(start), 'int')
  )
    return undefined;
  const generator: Expression = { kind: 'generator', span, element: added, generators };
  if (!runsOnlyBuiltins(generator, facts)) return undefined;
  const sum = callOf(span, 'sum', generator);
  return integerIn(start) === 0n
    ? sum
    : effectsOf(start, facts)?.size === 0
      ? { kind: 'binary', span, operator: '+', left: start, right: sum }
      : undefined;
}

/** `c = {}` … `for x in xs: c[x] = c[x] + 1 if x in c else 1` as `{x: xs.count(x) for x in xs}`: keys are in the order of their first place. */
function countOf(
  name: string,
  start: Expression,
  last: Extract<Statement, { kind: 'if' }>,
  generators: readonly Comprehension[],
  facts: Facts,
): Expression | undefined {
  const [only, ...inner] = generators;
  const isEmptyDict = start.kind === 'dict' && start.entries.length === 0;
  if (!isEmptyDict || only === undefined || inner.length + only.conditions.length > 0) return undefined;
  const { target, iterable } = only;
  if (target.kind !== 'name' || iterable.kind !== 'name' || !facts.isPrivate(iterable.id) || iterable.id === name)
    return undefined;
  const { shapes } = facts;
  const arePlain = isOf(shapes.of(iterable), 'list', 'tuple') && isOf(shapes.element(shapes.of(iterable)), ...SCALARS);
  if (!arePlain || !countsIn(name, target, last, facts)) return undefined;
  const { span } = last;
  const callee: Expression = { kind: 'attribute', span, object: iterable, name: 'count' };
  return {
    kind: 'dictcomp',
    span,
    key: target,
    value: { kind: 'call', span, callee, args: [target], keywords: [] },
    generators,
  };
}

/**
 * `acc = ""` ... `acc = acc + e` as `"".join(e for …)`; `acc = e + acc` as the same backwards, where `e` does nothing but
 * give a value.
 */
function joinOf(
  name: string,
  start: Expression,
  { left, right, span }: Extract<Expression, { kind: 'binary' }>,
  generators: readonly Comprehension[],
  facts: Facts,
): Expression | undefined {
  const isOwn = (one: Expression): boolean => one.kind === 'name' && one.id === name;
  const element = isOwn(left) ? right : isOwn(right) ? left : undefined;
  if (element === undefined || start.kind !== 'constant' || start.value.type !== 'str') return undefined;
  if (occurrences([generators, element], name) > 0 || !isOf(facts.shapes.of(element), 'str')) return undefined;
  const [only, ...inner] = generators;
  if (only === undefined) return undefined;
  const { value } = start.value;
  const bare: Expression = { kind: 'constant', span, value: { type: 'str', value: '' } };
  const join = (elements: Expression): Expression => ({
    kind: 'call',
    span,
    callee: { kind: 'attribute', span, object: bare, name: 'join' },
    args: [elements],
    keywords: [],
  });
  if (isOwn(left)) {
    const generator: Expression = { kind: 'generator', span, element, generators };
    if (!runsOnlyBuiltins(generator, facts)) return undefined;
    return value === ''
      ? join(generator)
      : { kind: 'binary', span, operator: '+', left: start, right: join(generator) };
  }
  const isFree = inner.length === 0 && [element, ...only.conditions].every((part) => isTotal(part, facts));
  const isSequence = isOf(facts.shapes.of(only.iterable), 'list', 'tuple', 'str', 'range');
  if (!isFree || !isSequence || !facts.isBuiltin('reversed') || value !== '') return undefined;
  const backward = { ...only, iterable: callOf(span, 'reversed', only.iterable) };
  return join({ kind: 'generator', span, element, generators: [backward] });
}
