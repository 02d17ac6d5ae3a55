/** Values as one sort: what an operator's arguments are by the sorts of its terms. */
import type { Value } from './operations.ts';

/** The value as a bool. Throws TypeError for a value of another sort. */
export function bool(value: Value | undefined): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`expected a bool, got ${typeof value}`);
  return value;
}

/** The value as an int. Throws TypeError for a value of another sort. */
export function int(value: Value | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`expected an int, got ${typeof value}`);
  return value;
}

/** The value as a float. Throws TypeError for a value of another sort. */
export function float(value: Value | undefined): number {
  if (typeof value !== 'number') throw new TypeError(`expected a float, got ${typeof value}`);
  return value;
}

/** The value as a str. Throws TypeError for a value of another sort. */
export function str(value: Value | undefined): string {
  if (typeof value !== 'string') throw new TypeError(`expected a str, got ${typeof value}`);
  return value;
}
