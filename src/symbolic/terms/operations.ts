/** What each operator does to values: the one definition that constant folding and evaluation share. */
import { bool, float, int, str } from './operands.ts';
import { operateOnStrings } from './string-operations.ts';
import type { Detail, LiteralValue, Operator, Sort } from './term.ts';

/** A value of any sort: bool as boolean, int as bigint, float as number, str as string. */
export type Value = boolean | bigint | number | string;

/** Results beyond these sizes are not computed, so that a short term cannot ask for unbounded work. */
const MAX_BITS = 1_000_000n;
const MAX_INTEGER = 1n << MAX_BITS;

/** The operators whose value follows from the values of all their arguments. */
export type StrictOperator = Exclude<Operator, 'and' | 'or' | 'ite' | 'forall' | 'sumto' | 'opaque'>;

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
export function operate(operator: StrictOperator, values: readonly Value[], detail: Detail = {}): Value | undefined {
  const [first, second] = values;
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
    case 'bitand':
      return values.reduce((all: bigint, value) => all & int(value), -1n);
    case 'bitor':
      return values.reduce((all: bigint, value) => all | int(value), 0n);
    case 'bitxor':
      return values.reduce((all: bigint, value) => all ^ int(value), 0n);
    case 'power':
      return power(int(first), int(second));
    case 'isqrt':
      return int(first) < 0n || tooLarge(int(first)) ? undefined : integerRoot(int(first));
    case 'bitlength':
      return int(first) === 0n ? 0n : BigInt(bitLength(magnitude(int(first))));
    case 'gcd':
      return commonDivisor(int(first), int(second));
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
    case 'fisneg':
      return float(first) < 0 || Object.is(float(first), -0);
    case 'fisint':
      return Number.isInteger(float(first));
    case 'fsqrt':
      return Math.sqrt(float(first));
    case 'ffloor':
      return Math.floor(float(first));
    case 'fceil':
      return Math.ceil(float(first));
    case 'fnearest':
      return roundHalfEven(float(first));
    case 'fmod':
      // JavaScript's % is C's fmod
      return float(first) % float(second);
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
    case 'inttostr':
      return tooLarge(int(first)) ? undefined : String(int(first));
    case 'strtoint':
      return /^[0-9]+$/.test(str(first)) ? BigInt(str(first)) : -1n;
    default:
      return operateOnStrings(operator, values, detail);
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

/** The greatest common divisor, from 0 up. */
export function commonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [magnitude(left), magnitude(right)];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The largest integer whose square is at most `value`, which is not negative. */
function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  // Newton's method from above ends at the root
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Undefined for exponents below 0. */
function power(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent < 0n) return undefined;
  if (magnitude(base) <= 1n) return base ** (exponent & 1n || (exponent === 0n ? 0n : 2n));
  return BigInt(bitLength(magnitude(base))) * exponent > MAX_BITS ? undefined : base ** exponent;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  // floats with a fraction are below 2 ** 52, where the difference is exact; a negative value rounds to -0.0
  if (!Number.isFinite(value) || fraction === 0) return value;
  const rounded = fraction < 0.5 || (fraction === 0.5 && floor % 2 === 0) ? floor : floor + 1;
  return rounded === 0 && value < 0 ? -0 : rounded;
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
