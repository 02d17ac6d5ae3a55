/** What is known of a value's type, so that a rule may rely on it. */

/** A built-in type, exactly; `other` is anything else. */
export type Kind =
  | 'none'
  | 'bool'
  | 'int'
  | 'float'
  | 'str'
  | 'bytes'
  | 'list'
  | 'tuple'
  | 'set'
  | 'dict'
  | 'range'
  | 'iterator'
  | 'other';

/** The types a value may have, and those of what it contains. */
export interface Shape {
  readonly kinds: ReadonlySet<Kind>;
  /** What going through it gives: the items, or the keys of a dict. */
  readonly element?: Shape;
  /** The values of a dict. */
  readonly value?: Shape;
  /** The items of a tuple by position, where there are always as many. */
  readonly items?: readonly Shape[];
  /** Whether no variable of the function leads to a change of this very container. */
  readonly isKept?: true;
}

/** No value at all: the shape of what is never assigned. */
export const NOTHING: Shape = { kinds: new Set() };
/** Any value. */
export const ANYTHING: Shape = { kinds: new Set<Kind>(['other']) };

/** Nesting of containers beyond which nothing is known. */
const MOST_NESTING = 3;

/** A value of one type. */
export function shapeOf(kind: Kind, element?: Shape): Shape {
  return { kinds: new Set([kind]), ...(element !== undefined && { element }) };
}

/** A dict with such keys and values. */
export function dictShape(key: Shape, value: Shape): Shape {
  return { kinds: new Set(['dict']), element: key, value };
}

/** A tuple with these items. */
export function tupleShape(items: readonly Shape[]): Shape {
  const element = items.reduce<Shape>((before, one) => eitherShape(before, one, 1), NOTHING);
  return { kinds: new Set(['tuple']), element, items };
}

/** Values of either shape. */
export function eitherShape(left: Shape, right: Shape, depth = 0): Shape {
  if (depth > MOST_NESTING) return ANYTHING;
  const kinds = new Set([...left.kinds, ...right.kinds]);
  const either = (one: Shape | undefined, other: Shape | undefined): Shape | undefined =>
    one && other ? eitherShape(one, other, depth + 1) : (one ?? other);
  const [element, value] = [either(left.element, right.element), either(left.value, right.value)];
  const items = eitherItems(left, right, depth);
  return {
    kinds,
    ...(element !== undefined && { element }),
    ...(value !== undefined && { value }),
    ...(items !== undefined && { items }),
  };
}

/** The items of tuples of one length; a shape that is of no tuple has no say. */
function eitherItems(left: Shape, right: Shape, depth: number): readonly Shape[] | undefined {
  if (!left.kinds.has('tuple')) return right.items;
  if (!right.kinds.has('tuple')) return left.items;
  const { items } = right;
  if (left.items?.length !== items?.length || items === undefined) return undefined;
  return left.items?.map((one, at) => eitherShape(one, items[at] ?? ANYTHING, depth + 1));
}

/** Whether a value is certainly of one of these types. */
export function isOf(shape: Shape, ...kinds: readonly Kind[]): boolean {
  return shape.kinds.size > 0 && [...shape.kinds].every((kind) => kinds.includes(kind));
}

/** The types of numbers that Python's arithmetic knows without conversions by name. */
export const NUMBERS: readonly Kind[] = ['bool', 'int', 'float'];
/** Types whose values never change. */
export const SCALARS: readonly Kind[] = [...NUMBERS, 'str', 'bytes', 'none'];
/** Types that `len` counts. */
export const SIZED: readonly Kind[] = ['str', 'bytes', 'list', 'tuple', 'set', 'dict', 'range'];

/** Whether a value and all that it contains are of built-in types, whose operators run no code of the module. */
export function isBuiltin(shape: Shape): boolean {
  if (shape.kinds.size === 0 || shape.kinds.has('other') || shape.kinds.has('iterator')) return false;
  const holds = [...shape.kinds].some((kind) => ['list', 'tuple', 'set', 'dict'].includes(kind));
  return (!holds || holdsBuiltins(shape.element)) && (!shape.kinds.has('dict') || holdsBuiltins(shape.value));
}

function holdsBuiltins(shape: Shape | undefined): boolean {
  return shape !== undefined && (shape.kinds.size === 0 || isBuiltin(shape));
}

/** Whether two values are certainly ordered by `<` without exception, each against the other. */
export function areOrdered(left: Shape, right: Shape): boolean {
  if (isOf(left, ...NUMBERS) && isOf(right, ...NUMBERS)) return true;
  return isOf(left, 'str') && isOf(right, 'str');
}
