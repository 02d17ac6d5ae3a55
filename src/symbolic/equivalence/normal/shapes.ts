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

/** The types a value may have; with `element` those of what it contains, keys and values of a dict alike. */
export interface Shape {
  readonly kinds: ReadonlySet<Kind>;
  readonly element?: Shape;
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

/** Values of either shape. */
export function eitherShape(left: Shape, right: Shape, depth = 0): Shape {
  if (depth > MOST_NESTING) return ANYTHING;
  const kinds = new Set([...left.kinds, ...right.kinds]);
  const element = left.element && right.element ? eitherShape(left.element, right.element, depth + 1) : undefined;
  const known = element ?? left.element ?? right.element;
  return { kinds, ...(known !== undefined && { element: known }) };
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
  return !holds || (shape.element !== undefined && (shape.element.kinds.size === 0 || isBuiltin(shape.element)));
}

/** Whether two values are certainly ordered by `<` without exception, each against the other. */
export function areOrdered(left: Shape, right: Shape): boolean {
  if (isOf(left, ...NUMBERS) && isOf(right, ...NUMBERS)) return true;
  return isOf(left, 'str') && isOf(right, 'str');
}
