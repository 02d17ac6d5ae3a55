/** Rules for comprehensions that walk over positions only to look at what is there. */
import type { Comprehension, Expression, Statement } from '../../syntax/ast.ts';
import { callOf, integerIn, variable } from './build.ts';
import { isBuiltinCall, isConsumer } from './consumers.ts';
import { effectsOf } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf } from './shapes.ts';
import { mapParts, mapStatement, occurrences } from './traverse.ts';

type Block = readonly Statement[];
type Walk = Extract<Expression, { readonly generators: unknown }>;

/** Rewrites every comprehension that a rule fits; undefined where there is none. */
export function withoutPositions(body: Block, facts: Facts): Block | undefined {
  let isChanged = false;
  const change = (expression: Expression): Expression => {
    const inner = mapParts(expression, change);
    // what a generator sees where nobody runs it at once may have changed meanwhile
    if ('generators' in inner && inner.kind !== 'generator') return walked(inner);
    if (inner.kind !== 'call' || !isConsumer(inner, facts)) return inner;
    return { ...inner, args: inner.args.map((one) => (one.kind === 'generator' ? walked(one) : one)) };
  };
  const walked = (walk: Walk): Walk => {
    const found = overItems(walk, facts);
    isChanged ||= found !== undefined;
    return found ?? walk;
  };
  const visit = (block: Block): Block => block.map((statement) => mapStatement(statement, change, visit));
  const changed = visit(body);
  return isChanged ? changed : undefined;
}

/**
 * `f(x[i]) for i in range(len(x))` as `f(e) for e in x`, backwards over `reversed(x)`, and with `enumerate` where the position
 * itself is used. Nothing in it changes an object, so `x` has as many items throughout, and no position is out of range.
 */
function overItems(walk: Walk, facts: Facts): Walk | undefined {
  const [only, ...inner] = walk.generators;
  if (only === undefined || inner.length > 0 || only.isAsync || only.target.kind !== 'name') return undefined;
  const { target, iterable, conditions } = only;
  const positions = positionsOf(iterable, facts);
  if (positions === undefined || !facts.isPrivate(positions.of) || !facts.isSure(positions.of)) return undefined;
  const made = walk.kind === 'dictcomp' ? [walk.key, walk.value] : [walk.element];
  if ([...made, ...conditions].some((part) => effectsOf(part, facts) === undefined)) return undefined;
  const item = variable(target.span, `${target.id} item`);
  const at = (part: Expression): Expression => {
    const isItem =
      part.kind === 'subscript' &&
      part.object.kind === 'name' &&
      part.object.id === positions.of &&
      part.index.kind === 'name' &&
      part.index.id === target.id;
    return isItem ? item : mapParts(part, at);
  };
  const parts = {
    ...(walk.kind === 'dictcomp' ? { key: at(walk.key), value: at(walk.value) } : { element: at(walk.element) }),
    conditions: conditions.map(at),
  };
  if (occurrences(parts, item.kind === 'name' ? item.id : '') === 0) return undefined;
  const usesPosition = occurrences(parts, target.id) > 0;
  const over = variable(iterable.span, positions.of);
  if (usesPosition && (positions.isBackward || !facts.isBuiltin('enumerate'))) return undefined;
  if (positions.isBackward && !facts.isBuiltin('reversed')) return undefined;
  const generator: Comprehension = usesPosition
    ? {
        ...only,
        target: { kind: 'tuple', span: target.span, items: [target, item] },
        iterable: callOf(iterable.span, 'enumerate', over),
        conditions: parts.conditions,
      }
    : {
        ...only,
        target: item,
        iterable: positions.isBackward ? callOf(iterable.span, 'reversed', over) : over,
        conditions: parts.conditions,
      };
  if (walk.kind === 'dictcomp') return { ...walk, key: at(walk.key), value: at(walk.value), generators: [generator] };
  return { ...walk, element: at(walk.element), generators: [generator] };
}

/** All positions of a sequence, in one order or the other. */
interface Positions {
  readonly of: string;
  readonly isBackward: boolean;
}

/** `range(0, len(x), 1)` and `range(len(x) - 1, -1, -1)`. */
function positionsOf(iterable: Expression, facts: Facts): Positions | undefined {
  if (iterable.kind !== 'call' || !isBuiltinCall(iterable, facts, 'range')) return undefined;
  const [start, end, step] = iterable.args;
  if (start === undefined || end === undefined) return undefined;
  const measured = (one: Expression): string | undefined => {
    const [sequence] = one.kind === 'call' && isBuiltinCall(one, facts, 'len') ? one.args : [];
    const isKnown = sequence?.kind === 'name' && isOf(facts.shapes.of(sequence), 'list', 'tuple', 'str');
    return isKnown ? sequence.id : undefined;
  };
  const forth = measured(end);
  if (forth !== undefined && integerIn(start) === 0n && integerIn(step) === 1n) return { of: forth, isBackward: false };
  const isLast = start.kind === 'binary' && start.operator === '-' && integerIn(start.right) === 1n;
  const back = isLast ? measured(start.left) : undefined;
  return back !== undefined && integerIn(end) === -1n && integerIn(step) === -1n
    ? { of: back, isBackward: true }
    : undefined;
}
