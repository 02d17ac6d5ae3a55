/** Lists, tuples, sets and dictionaries of constants that the code holds, as candidates of arguments. */
import type { InputType } from '../inputs/input-type.ts';
import type { Expression, Statement } from '../syntax/ast.ts';
import { type ConstantNode, isConstant, walk } from './constants.ts';
import { constantSource } from './scalars.ts';

/** Displays that are read, and items of the longest one. */
const MOST_DISPLAYS = 6;
const MOST_ITEMS = 12;

/** The displays in some syntax whose items are all constants. */
export function constantDisplays(nodes: readonly (Statement | Expression)[]): readonly (readonly ConstantNode[])[] {
  const found = new Map<string, readonly ConstantNode[]>();
  walk(nodes, (node) => {
    const items = isDisplay(node) ? node.items.filter(isConstant) : [];
    const isWhole = isDisplay(node) && items.length === node.items.length;
    if (!isWhole || items.length === 0 || items.length > MOST_ITEMS) return;
    found.set(items.map(({ value }) => constantSource(value)).join(), items);
  });
  return [...found.values()].slice(0, MOST_DISPLAYS);
}

function isDisplay(node: object): node is Extract<Expression, { kind: 'list' | 'tuple' | 'set' }> {
  return 'kind' in node && (node.kind === 'list' || node.kind === 'tuple' || node.kind === 'set');
}

/** Items for a container with elements of this type: those of the displays, all of them one more or less, and reversed. */
export function displayedItems(
  element: InputType,
  displays: readonly (readonly ConstantNode[])[],
): readonly (readonly string[])[] {
  return displays.flatMap((items) => {
    if (!items.every(({ value }) => element.kind === 'scalar' && value.type === element.sort)) return [];
    const shifted = [0n, -1n, 1n].map((by) => items.map((item) => shiftedSource(item, by)));
    const [plain = []] = shifted;
    return [...shifted, plain.toReversed(), plain.slice(0, -1), plain.slice(1)];
  });
}

function shiftedSource({ value }: ConstantNode, by: bigint): string {
  const shifted = value.type === 'int' ? { ...value, value: value.value + by } : value;
  return constantSource(shifted) ?? 'None';
}
