/** Rules for loops over ranges that begin with the variable that they count, or in which the order does not matter. */
import type { Expression, Statement } from '../../syntax/ast.ts';
import { variable } from './build.ts';
import { isBuiltinCall, upwards } from './consumers.ts';
import { isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf } from './shapes.ts';
import { assignments } from './targets.ts';
import { occurrences, substituteIn } from './traverse.ts';

type Block = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** A name of no variable of a source. */
const COUNTED = 'counted';

/** A function's body with one loop that counts in a plainer way; undefined where there is none. */
export function withPlainCount(body: Block, facts: Facts): Block | undefined {
  for (const [index, statement] of body.entries()) {
    if (statement.kind !== 'for' || statement.isAsync || statement.orelse.length > 0) continue;
    const plain = withOwnTarget(statement, facts) ?? fromBelow(statement, facts);
    if (plain !== undefined) return body.with(index, plain);
  }
  return undefined;
}

/** `for n in range(n, 0, -1)` with a variable of its own, where nobody looks at `n` any more; the loop is in no other one. */
function withOwnTarget(loop: For, facts: Facts): For | undefined {
  const { target, iterable, body } = loop;
  if (target.kind !== 'name' || !facts.isPrivate(target.id) || occurrences(iterable, target.id) === 0) return undefined;
  const { id } = target;
  const own = `${id} ${COUNTED}`;
  const isLast = facts.occurrences(id) === occurrences(loop, id) && assignments(body, id) === 0;
  if (!isLast || facts.occurrences(own) > 0) return undefined;
  return { ...loop, target: variable(target.span, own), body: substituteIn(body, id, variable(target.span, own)) };
}

/** A sum or product of ints over `range(a, b, -1)` from its lower end. */
function fromBelow(loop: For, facts: Facts): For | undefined {
  const [only, ...more] = loop.body;
  const { iterable } = loop;
  if (iterable.kind !== 'call' || !isBuiltinCall(iterable, facts, 'range') || more.length > 0) return undefined;
  const [target] = only?.kind === 'assign' && only.targets.length === 1 ? only.targets : [];
  if (only?.kind !== 'assign' || target?.kind !== 'name' || loop.target.kind !== 'name') return undefined;
  const { value } = only;
  const isSum = value.kind === 'binary' && (value.operator === '+' || value.operator === '*');
  if (!isSum || !facts.isPrivate(target.id) || !isOf(facts.shapes.variable(target.id), 'int')) return undefined;
  const isOwn = (one: Expression): boolean => one.kind === 'name' && one.id === target.id;
  const [first, second] = [value.left, value.right];
  const other = isOwn(first) ? second : isOwn(second) ? first : undefined;
  const isFree = other !== undefined && occurrences(other, target.id) === 0 && isTotal(other, facts);
  // which item was the last one shows nowhere
  const isUnread = facts.occurrences(loop.target.id) === occurrences(loop, loop.target.id);
  if (!isFree || !isUnread || !isOf(facts.shapes.of(other), 'int') || occurrences(iterable, loop.target.id) > 0)
    return undefined;
  const range = upwards(iterable, facts);
  return range && occurrences(range, target.id) === 0 ? { ...loop, iterable: range } : undefined;
}
