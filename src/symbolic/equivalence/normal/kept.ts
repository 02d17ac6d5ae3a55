/** Which arguments a function only reads: nothing gets into such a container but what it has had from the start. */
import type { Statement } from '../../syntax/ast.ts';
import { isOf, type Kind, type Shape } from './shapes.ts';
import { occurrences, walk } from './traverse.ts';

/** Built-in functions that give no other way to their argument than to its items. */
const READERS = ['len', 'enumerate', 'reversed', 'sorted', 'sum', 'min', 'max', 'list', 'tuple', 'set', 'any', 'all'];
const READING_METHODS = ['items', 'keys', 'values', 'get', 'count', 'index', 'copy'];

/** Containers that can take something in. */
const OPEN: readonly Kind[] = ['list', 'set', 'dict'];

/** A parameter and what is known of its argument. */
export interface Given {
  readonly name: string;
  readonly shape: Shape;
}

/**
 * The parameters whose containers nothing is put into by way of any variable, as long as the function runs no code but built-in
 * code: each is only read, and no other argument that may be the same container, or hold it, is changed.
 */
export function keptParameters(
  body: readonly Statement[],
  given: readonly Given[],
  isBuiltin: (name: string) => boolean,
): ReadonlySet<string> {
  const read = new Set(given.flatMap(({ name }) => (isOnlyRead(body, name, isBuiltin) ? [name] : [])));
  const kept = given.filter(({ name, shape }) => {
    const [kind] = OPEN.filter((one) => isOf(shape, one));
    if (kind === undefined || !read.has(name)) return false;
    return given.every(
      (other) =>
        other.name === name ||
        occurrences(body, other.name) === 0 ||
        !mayHold(other.shape, kind) ||
        (read.has(other.name) && !mayHoldInside(other.shape, kind)),
    );
  });
  return new Set(kept.map(({ name }) => name));
}

/** Whether a value may be of a kind, or have such a value in it. */
function mayHold(shape: Shape, kind: Kind): boolean {
  return shape.kinds.has(kind) || mayHoldInside(shape, kind);
}

function mayHoldInside({ kinds, element, value, items }: Shape, kind: Kind): boolean {
  if (kinds.has('other') || kinds.has('iterator')) return true;
  return [element, value, ...(items ?? [])].some((one) => one !== undefined && mayHold(one, kind));
}

/** Whether all that is said of a variable reads its items, counts them, or asks for one. */
function isOnlyRead(body: readonly Statement[], name: string, isBuiltin: (name: string) => boolean): boolean {
  const isIt = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'name' && 'id' in one && one.id === name;
  let reads = 0;
  let isChanged = false;
  const count = (...parts: readonly unknown[]): void => {
    reads += parts.filter(isIt).length;
  };
  walk(body, (node) => {
    if ('iterable' in node) count(node.iterable);
    if ('target' in node) isChanged ||= storesInto(node.target, isIt);
    if ('targets' in node && Array.isArray(node.targets))
      isChanged ||= node.targets.some((one) => storesInto(one, isIt));
    if (!('kind' in node)) return;
    if (node.kind === 'subscript' && 'object' in node) count(node.object);
    if ((node.kind === 'if' || node.kind === 'while' || node.kind === 'conditional') && 'test' in node)
      count(node.test);
    if (node.kind === 'unary' && 'operator' in node && node.operator === 'not' && 'operand' in node)
      count(node.operand);
    if (node.kind === 'compare' && 'rest' in node && Array.isArray(node.rest))
      count(...node.rest.flatMap((one) => (one.operator === 'in' || one.operator === 'not in' ? [one.operand] : [])));
    if (node.kind !== 'call' || !('callee' in node) || !('args' in node) || !Array.isArray(node.args)) return;
    const { callee } = node;
    if (typeof callee !== 'object' || callee === null || !('kind' in callee)) return;
    const isReader =
      callee.kind === 'name' && 'id' in callee && READERS.some((one) => callee.id === one && isBuiltin(one));
    if (isReader) count(...node.args);
    const isReading =
      callee.kind === 'attribute' && 'name' in callee && READING_METHODS.some((one) => callee.name === one);
    if (isReading && 'object' in callee) count(callee.object);
  });
  return !isChanged && reads === occurrences(body, name);
}

/** Whether a target of an assignment is an item of a variable. */
function storesInto(target: unknown, isIt: (one: unknown) => boolean): boolean {
  if (typeof target !== 'object' || target === null || !('kind' in target)) return false;
  if (isIt(target)) return true;
  if (target.kind === 'subscript' && 'object' in target) return isIt(target.object);
  if ('items' in target && Array.isArray(target.items)) return target.items.some((one) => storesInto(one, isIt));
  return target.kind === 'starred' && 'value' in target && storesInto(target.value, isIt);
}
