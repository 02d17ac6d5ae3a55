/** What each operator does to values: the one definition that constant folding and evaluation share. */
import { codePointLength, codePoints, compareCodePoints } from '../../lib/code-points.ts';
import type { LiteralValue, Operator, Sort } from './term.ts';

/** A value of any sort: bool as boolean, int as bigint, float as number, str as string. */
export type Value = boolean | bigint | number | string;

/** Results beyond these sizes are not computed, so that a short term cannot ask for unbounded work. */
const MAX_BITS = 1_000_000n;
const MAX_INTEGER = 1n << MAX_BITS;
const MAX_CODE_UNITS = 4_000_000;

/** The operators whose value follows from the values of all their arguments. */
export type StrictOperator = Exclude<Operator, 'and' | 'or' | 'ite' | 'opaque'>;

/** The sort a value has. */
export function sortOf(value: Value): Sort {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'str';
  }
}

/** Narrows a value to those of one sort. */
export function isOfSort<S extends Sort>(value: Value, sort: S): value is LiteralValue[S] & Value {
  return sortOf(value) === sort;
}

/**
 * The operator's value. Undefined where the operator has none (a divisor of 0, an overflowing conversion, an integer part
 * of nan, a position outside the string, an empty text to replace) or where the value is too large to compute.
 */
export function operate(operator: StrictOperator, values: readonly Value[]): Value | undefined {
  const [first, second, third] = values;
  switch (operator) {
    case 'not':
      return !bool(first);
    case 'same':
      return Object.is(first, second);
    case 'add':
      return values.reduce((sum: bigint, value) => sum + int(value), 0n);
    case 'mul':
      return product(values);
    case 'floordiv':
      return int(second) === 0n ? undefined : floorDivide(int(first), int(second));
    case 'mod':
      return int(second) === 0n ? undefined : floorModulo(int(first), int(second));
    case 'le':
      return int(first) <= int(second);
    case 'fadd':
      return float(first) + float(second);
    case 'fsub':
      return float(first) - float(second);
    case 'fmul':
      return float(first) * float(second);
    case 'fdiv':
      return float(first) / float(second);
    case 'fneg':
      return -float(first);
    case 'fabs':
      return Math.abs(float(first));
    case 'flt':
      return float(first) < float(second);
    case 'fle':
      return float(first) <= float(second);
    case 'feq':
      return float(first) === float(second);
    case 'fisnan':
      return Number.isNaN(float(first));
    case 'fisinf':
      return Math.abs(float(first)) === Infinity;
    case 'inttofloat':
      return finite(Number(int(first)));
    case 'floattoint':
      return Number.isFinite(float(first)) ? BigInt(Math.trunc(float(first))) : undefined;
    case 'truediv':
      return int(second) === 0n ? undefined : finite(divideExactly(int(first), int(second)));
    // JavaScript compares a bigint with a number by their exact values
    case 'intltfloat':
      return int(first) < float(second);
    case 'intlefloat':
      return int(first) <= float(second);
    case 'inteqfloat':
      return Number.isInteger(float(second)) && int(first) === BigInt(float(second));
    case 'concat':
      return concatenate(values);
    case 'length':
      return BigInt(codePointLength(str(first)));
    case 'substr':
      return slice(str(first), int(second), int(third));
    case 'contains':
      return findCodePoints(str(first), str(second), 0n) !== -1n;
    case 'prefixof':
      return startsWith(codePoints(str(second)), codePoints(str(first)), 0);
    case 'suffixof':
      return endsWith(codePoints(str(second)), codePoints(str(first)));
    case 'indexof':
      return findCodePoints(str(first), str(second), int(third));
    case 'replaceall':
      return replaceAll(str(first), str(second), str(third));
    case 'strlt':
      return compareCodePoints(str(first), str(second)) < 0;
    case 'strle':
      return compareCodePoints(str(first), str(second)) <= 0;
    case 'inttostr':
      return tooLarge(int(first)) ? undefined : String(int(first));
    case 'strtoint':
      return /^[0-9]+$/.test(str(first)) ? BigInt(str(first)) : -1n;
  }
}

/** Floor division, as Python's `//`; the divisor is not 0. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** The remainder of floor division, as Python's `%`; the divisor is not 0. */
export function floorModulo(dividend: bigint, divisor: bigint): bigint {
  return dividend - divisor * floorDivide(dividend, divisor);
}

/** The binary64 nearest to `dividend / divisor`, ties to even, as CPython's `int.__truediv__`; Infinity on overflow. */
export function divideExactly(dividend: bigint, divisor: bigint): number {
  const negative = dividend < 0n !== divisor < 0n;
  const [a, b] = [magnitude(dividend), magnitude(divisor)];
  if (a === 0n) return negative ? -0 : 0;
  // the exponent of the result's last bit: 53 bits of quotient, fewer in the subnormal range
  let unit = Math.max(bitLength(a) - bitLength(b) - 53, SMALLEST_EXPONENT);
  if (inUnits(a, b, unit) >= 2n ** 53n) unit += 1;
  const rounded = Number(inUnits(a, b, unit)) * 2 ** unit;
  return negative ? -rounded : rounded;
}

/** binary64's smallest positive number is 2 to this power. */
const SMALLEST_EXPONENT = -1074;

/** `a / b / 2 ** unit`, rounded to the nearest integer, ties to even. */
function inUnits(a: bigint, b: bigint, unit: number): bigint {
  const numerator = unit < 0 ? a << BigInt(-unit) : a;
  const denominator = unit < 0 ? b : b << BigInt(unit);
  const quotient = numerator / denominator;
  const twice = 2n * (numerator - quotient * denominator);
  const roundsUp = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

function bitLength(value: bigint): number {
  return value.toString(2).length;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function tooLarge(value: bigint): boolean {
  return magnitude(value) > MAX_INTEGER;
}

function product(values: readonly Value[]): bigint | undefined {
  let result = 1n;
  for (const value of values) {
    if (tooLarge(result) || tooLarge(int(value))) return undefined;
    result *= int(value);
  }
  return result;
}

/** Undefined when a join would make two surrogates one code point, which a JavaScript string cannot avoid. */
function concatenate(parts: readonly Value[]): string | undefined {
  const texts = parts.map(str).filter((text) => text !== '');
  if (texts.reduce((total, text) => total + text.length, 0) > MAX_CODE_UNITS) return undefined;
  for (const [i, text] of texts.entries()) {
    if (HIGH_SURROGATE.test(texts[i - 1]?.at(-1) ?? '') && LOW_SURROGATE.test(text.charAt(0))) return undefined;
  }
  return texts.join('');
}

const HIGH_SURROGATE = /^[\uD800-\uDBFF]$/;
const LOW_SURROGATE = /^[\uDC00-\uDFFF]$/;

function slice(text: string, start: bigint, count: bigint): string {
  if (start < 0n || count <= 0n || start > BigInt(text.length)) return '';
  const from = Number(start);
  const end = start + count;
  return codePoints(text)
    .slice(from, end > BigInt(text.length) ? undefined : Number(end))
    .join('');
}

/** The first position of `needle` from `start` on in code points, -1 when there is none; undefined for a `start` outside. */
function findCodePoints(haystack: string, needle: string, start: bigint): bigint | undefined {
  const points = codePoints(haystack);
  if (start < 0n || start > BigInt(points.length)) return undefined;
  const sought = codePoints(needle);
  for (let at = Number(start); at + sought.length <= points.length; at++) {
    if (startsWith(points, sought, at)) return BigInt(at);
  }
  return -1n;
}

function startsWith(text: readonly string[], prefix: readonly string[], at: number): boolean {
  return at + prefix.length <= text.length && prefix.every((point, i) => text[at + i] === point);
}

function endsWith(text: readonly string[], suffix: readonly string[]): boolean {
  return suffix.length <= text.length && startsWith(text, suffix, text.length - suffix.length);
}

function replaceAll(text: string, old: string, replacement: string): string | undefined {
  const [points, sought] = [codePoints(text), codePoints(old)];
  if (sought.length === 0) return undefined;
  const parts: string[] = [];
  for (let at = 0; at < points.length; ) {
    const matches = startsWith(points, sought, at);
    parts.push(matches ? replacement : (points[at] ?? ''));
    at += matches ? sought.length : 1;
  }
  return concatenate(parts);
}

function bool(value: Value | undefined): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`expected a bool, got ${typeof value}`);
  return value;
}

function int(value: Value | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`expected an int, got ${typeof value}`);
  return value;
}

function float(value: Value | undefined): number {
  if (typeof value !== 'number') throw new TypeError(`expected a float, got ${typeof value}`);
  return value;
}

function str(value: Value | undefined): string {
  if (typeof value !== 'string') throw new TypeError(`expected a str, got ${typeof value}`);
  return value;
}
