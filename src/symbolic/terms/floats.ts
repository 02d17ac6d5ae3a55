/** Simplifying constructors of IEEE 754 binary64 arithmetic and of its traffic with integers. */
import { IntegerTerms } from './integers.ts';
import { isApplication } from './logic.ts';
import type { BoolTerm, FloatTerm, IntTerm } from './term.ts';

/** The smallest integer magnitude whose conversion to binary64 overflows: half an ulp above the largest finite value. */
export const FLOAT_OVERFLOW = 2n ** 1024n - 2n ** 970n;

/** The arithmetic operators, which round to nearest even. */
export type FloatArithmetic = 'fadd' | 'fsub' | 'fmul' | 'fdiv';
/** IEEE comparisons, false when an operand is nan. */
export type FloatComparison = 'flt' | 'fle' | 'feq';
/** Exact comparisons of an integer with a float, false for nan. */
export type MixedComparison = 'intltfloat' | 'intlefloat' | 'inteqfloat';

export class FloatTerms extends IntegerTerms {
  float(value: number): FloatTerm {
    return this.literal('float', value);
  }

  /** Division by zero follows IEEE here; the caller has raised Python's ZeroDivisionError before. */
  floatArithmetic(operator: FloatArithmetic, left: FloatTerm, right: FloatTerm): FloatTerm {
    if (left.kind === 'literal' && right.kind === 'literal') {
      return this.float(ARITHMETIC[operator](left.value, right.value));
    }
    // addition and multiplication commute bit for bit, every nan being one value here
    const commutes = operator === 'fadd' || operator === 'fmul';
    return this.apply('float', operator, commutes && right.id < left.id ? [right, left] : [left, right]);
  }

  floatNeg(operand: FloatTerm): FloatTerm {
    if (operand.kind === 'literal') return this.float(-operand.value);
    return this.apply('float', 'fneg', [operand]);
  }

  floatAbs(operand: FloatTerm): FloatTerm {
    if (operand.kind === 'literal') return this.float(Math.abs(operand.value));
    return this.apply('float', 'fabs', [operand]);
  }

  floatCompare(operator: FloatComparison, left: FloatTerm, right: FloatTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') {
      return this.bool(COMPARISON[operator](left.value, right.value));
    }
    if (Number.isNaN(literalValue(left)) || Number.isNaN(literalValue(right))) return this.false;
    const pushed = this.pushIntoIte(left, right, (a, b) => this.floatCompare(operator, a, b));
    if (pushed !== undefined) return pushed;
    if (left === right) return operator === 'flt' ? this.false : this.not(this.isNan(left));
    return this.apply('bool', operator, operator === 'feq' && right.id < left.id ? [right, left] : [left, right]);
  }

  isNan(operand: FloatTerm): BoolTerm {
    if (operand.kind === 'literal') return this.bool(Number.isNaN(operand.value));
    if (isApplication(operand, 'inttofloat') || isApplication(operand, 'truediv')) return this.false;
    return this.apply('bool', 'fisnan', [operand]);
  }

  isInf(operand: FloatTerm): BoolTerm {
    if (operand.kind === 'literal') return this.bool(Math.abs(operand.value) === Infinity);
    if (isApplication(operand, 'inttofloat') || isApplication(operand, 'truediv')) return this.false;
    return this.apply('bool', 'fisinf', [operand]);
  }

  /** The nearest float; the caller has excluded magnitudes from {@link FLOAT_OVERFLOW} on. */
  intToFloat(operand: IntTerm): FloatTerm {
    if (operand.kind === 'literal') return this.float(Number(operand.value));
    return this.apply('float', 'inttofloat', [operand]);
  }

  /** Truncation toward zero; the caller has excluded nan and the infinities. */
  floatToInt(operand: FloatTerm): IntTerm {
    if (operand.kind === 'literal') return this.int(BigInt(Math.trunc(operand.value)));
    return this.apply('int', 'floattoint', [operand]);
  }

  /** The float nearest to the exact quotient; the caller has excluded a divisor of 0 and overflow. */
  trueDiv(dividend: IntTerm, divisor: IntTerm): FloatTerm {
    if (dividend.kind === 'literal' && divisor.kind === 'literal') {
      return this.float(divideExactly(dividend.value, divisor.value));
    }
    return this.apply('float', 'truediv', [dividend, divisor]);
  }

  compareMixed(operator: MixedComparison, left: IntTerm, right: FloatTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') {
      return this.bool(MIXED[operator](left.value, right.value));
    }
    if (right.kind === 'literal') return this.#compareWithLiteral(operator, left, right.value);
    return this.apply('bool', operator, [left, right]);
  }

  /** Against a known float the comparison is one of integers. */
  #compareWithLiteral(operator: MixedComparison, left: IntTerm, right: number): BoolTerm {
    if (Number.isNaN(right)) return this.false;
    if (!Number.isFinite(right)) return this.bool(operator !== 'inteqfloat' && right > 0);
    const floor = this.int(BigInt(Math.floor(right)));
    const isInteger = Number.isInteger(right);
    switch (operator) {
      case 'inteqfloat':
        return isInteger ? this.eq(left, floor) : this.false;
      case 'intlefloat':
        return this.le(left, floor);
      case 'intltfloat':
        return isInteger ? this.lt(left, floor) : this.le(left, floor);
    }
  }
}

const ARITHMETIC: Readonly<Record<FloatArithmetic, (left: number, right: number) => number>> = {
  fadd: (left, right) => left + right,
  fsub: (left, right) => left - right,
  fmul: (left, right) => left * right,
  fdiv: (left, right) => left / right,
};

const COMPARISON: Readonly<Record<FloatComparison, (left: number, right: number) => boolean>> = {
  flt: (left, right) => left < right,
  fle: (left, right) => left <= right,
  feq: (left, right) => left === right,
};

// JavaScript compares a bigint with a number by their exact values
const MIXED: Readonly<Record<MixedComparison, (left: bigint, right: number) => boolean>> = {
  intltfloat: (left, right) => left < right,
  intlefloat: (left, right) => left <= right,
  inteqfloat: (left, right) => Number.isFinite(right) && Number.isInteger(right) && left === BigInt(right),
};

function literalValue(term: FloatTerm): number {
  return term.kind === 'literal' ? term.value : 0;
}

/** The binary64 nearest to `dividend / divisor`, ties to even, as CPython's `int.__truediv__`; Infinity on overflow. */
export function divideExactly(dividend: bigint, divisor: bigint): number {
  const negative = dividend < 0n !== divisor < 0n;
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  if (a === 0n) return 0;
  // the exponent of the result's last bit: 53 bits of quotient, fewer in the subnormal range
  let unit = Math.max(bitLength(a) - bitLength(b) - 53, SMALLEST_EXPONENT);
  if (inUnits(a, b, unit) >= 2n ** 53n) unit += 1;
  const magnitude = Number(inUnits(a, b, unit)) * 2 ** unit;
  return negative ? -magnitude : magnitude;
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
