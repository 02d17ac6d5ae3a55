/** Simplifying constructors of IEEE 754 binary64 arithmetic and of its traffic with integers. */
import { BitTerms } from './bits.ts';
import { floatAtLeast, floatAtMost, nextUp, roundingBoundary } from './float-neighbours.ts';
import { isApplication } from './logic.ts';
import { floorDivide } from './operations.ts';
import { type Application, type BoolTerm, type FloatTerm, hasSort, type IntTerm } from './term.ts';

/** The smallest integer magnitude whose conversion to binary64 overflows: half an ulp above the largest finite value. */
export const FLOAT_OVERFLOW = 2n ** 1024n - 2n ** 970n;

/** The arithmetic operators, which round to nearest even. */
export type FloatArithmetic = 'fadd' | 'fsub' | 'fmul' | 'fdiv';
/** IEEE comparisons, false when an operand is nan. */
export type FloatComparison = 'flt' | 'fle' | 'feq';
/** Exact comparisons of an integer with a float, false for nan. */
export type MixedComparison = 'intltfloat' | 'intlefloat' | 'inteqfloat';

export class FloatTerms extends BitTerms {
  float(value: number): FloatTerm {
    return this.literal('float', value);
  }

  /** Division by zero follows IEEE here; the caller has raised Python's ZeroDivisionError before. */
  floatArithmetic(operator: FloatArithmetic, left: FloatTerm, right: FloatTerm): FloatTerm {
    const folded = this.fold('float', operator, [left, right]);
    if (folded !== undefined) return folded;
    // addition and multiplication commute bit for bit, every nan being one value here
    const commutes = operator === 'fadd' || operator === 'fmul';
    return this.apply('float', operator, commutes && right.id < left.id ? [right, left] : [left, right]);
  }

  floatNeg(operand: FloatTerm): FloatTerm {
    return this.fold('float', 'fneg', [operand]) ?? this.apply('float', 'fneg', [operand]);
  }

  floatAbs(operand: FloatTerm): FloatTerm {
    return this.fold('float', 'fabs', [operand]) ?? this.apply('float', 'fabs', [operand]);
  }

  floatCompare(operator: FloatComparison, left: FloatTerm, right: FloatTerm): BoolTerm {
    const folded = this.fold('bool', operator, [left, right]);
    if (folded !== undefined) return folded;
    if (Number.isNaN(literalValue(left)) || Number.isNaN(literalValue(right))) return this.false;
    const pushed = this.pushIntoIte(left, right, (a, b) => this.floatCompare(operator, a, b));
    if (pushed !== undefined) return pushed;
    const rounded = this.#compareRounded(operator, left, right);
    if (rounded !== undefined) return rounded;
    if (left === right) return operator === 'flt' ? this.false : this.not(this.isNan(left));
    return this.apply('bool', operator, operator === 'feq' && right.id < left.id ? [right, left] : [left, right]);
  }

  /** Whether a value is nan. Arithmetic makes nan of known operands only (IEEE 754-2019, 7.2), so it is asked of those. */
  isNan(operand: FloatTerm): BoolTerm {
    if (operand.kind === 'literal') return this.bool(Number.isNaN(operand.value));
    if (operand.kind === 'application') {
      const [left, right] = operand.args.filter((argument) => hasSort(argument, 'float'));
      switch (operand.operator) {
        case 'inttofloat':
        case 'truediv':
          return this.false;
        case 'fneg':
        case 'fabs':
        case 'ffloor':
        case 'fceil':
        case 'fnearest':
          if (left !== undefined) return this.isNan(left);
          break;
        case 'fadd':
        case 'fsub':
        case 'fmul':
        case 'fdiv':
          if (left !== undefined && right !== undefined) return this.#makesNan(operand.operator, left, right);
      }
    }
    return this.apply('bool', 'fisnan', [operand]);
  }

  #makesNan(operator: FloatArithmetic, left: FloatTerm, right: FloatTerm): BoolTerm {
    const infinite = this.and(this.isInf(left), this.isInf(right));
    const sameSign = this.same(this.#isNegative(left), this.#isNegative(right));
    const invalid: Readonly<Record<FloatArithmetic, () => BoolTerm>> = {
      fadd: () => this.and(infinite, this.not(sameSign)),
      fsub: () => this.and(infinite, sameSign),
      fmul: () =>
        this.or(this.and(this.isInf(left), this.#isZero(right)), this.and(this.#isZero(left), this.isInf(right))),
      fdiv: () => this.or(infinite, this.and(this.#isZero(left), this.#isZero(right))),
    };
    return this.or(this.isNan(left), this.isNan(right), invalid[operator]());
  }

  #isNegative(operand: FloatTerm): BoolTerm {
    return this.floatCompare('flt', operand, this.float(0));
  }

  #isZero(operand: FloatTerm): BoolTerm {
    return this.floatCompare('feq', operand, this.float(0));
  }

  isInf(operand: FloatTerm): BoolTerm {
    if (isRounded(operand)) return this.false;
    return this.fold('bool', 'fisinf', [operand]) ?? this.apply('bool', 'fisinf', [operand]);
  }

  /** The nearest float; the caller has excluded magnitudes from {@link FLOAT_OVERFLOW} on. */
  intToFloat(operand: IntTerm): FloatTerm {
    return this.fold('float', 'inttofloat', [operand]) ?? this.apply('float', 'inttofloat', [operand]);
  }

  /** Truncation toward zero; the caller has excluded nan and the infinities. */
  floatToInt(operand: FloatTerm): IntTerm {
    return this.fold('int', 'floattoint', [operand]) ?? this.apply('int', 'floattoint', [operand]);
  }

  /** The float nearest to the exact quotient; the caller has excluded a divisor of 0 and overflow. */
  trueDiv(dividend: IntTerm, divisor: IntTerm): FloatTerm {
    const args = [dividend, divisor];
    return this.fold('float', 'truediv', args) ?? this.apply('float', 'truediv', args);
  }

  compareMixed(operator: MixedComparison, left: IntTerm, right: FloatTerm): BoolTerm {
    const folded = this.fold('bool', operator, [left, right]);
    if (folded !== undefined) return folded;
    if (right.kind === 'literal') return this.#compareWithFloat(operator, left, right.value);
    if (left.kind === 'literal') return this.#compareWithInt(operator, left.value, right);
    return this.apply('bool', operator, [left, right]);
  }

  /** Against a known float the comparison is one of integers. */
  #compareWithFloat(operator: MixedComparison, left: IntTerm, right: number): BoolTerm {
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

  /** Against a known integer the comparison is one of floats. */
  #compareWithInt(operator: MixedComparison, left: bigint, right: FloatTerm): BoolTerm {
    const [floor, ceiling] = [floatAtMost(left), floatAtLeast(left)];
    switch (operator) {
      case 'inteqfloat':
        return floor === ceiling ? this.floatCompare('feq', right, this.float(floor)) : this.false;
      case 'intlefloat':
        return this.floatCompare('fle', this.float(ceiling), right);
      case 'intltfloat':
        return this.floatCompare('flt', this.float(floor), right);
    }
  }

  /**
   * A comparison of a known float with a rounded quotient whose divisor is known, as one of integers: rounding is
   * monotone, so the quotient rounds to that float or above from some dividend on. Undefined for other operands.
   */
  #compareRounded(operator: FloatComparison, left: FloatTerm, right: FloatTerm): BoolTerm | undefined {
    const [literal, rounded] = left.kind === 'literal' ? [left, right] : [right, left];
    const quotient = this.#quotientOf(rounded);
    if (literal.kind !== 'literal' || quotient === undefined) return undefined;
    const { dividend, divisor } = quotient;
    const reaches = leastDividend(literal.value, divisor);
    const exceeds = leastDividend(nextUp(literal.value), divisor);
    if (operator === 'feq') {
      return reaches !== undefined && exceeds === reaches + 1n
        ? this.eq(dividend, this.int(reaches))
        : this.and(this.#isAtLeast(dividend, reaches), this.not(this.#isAtLeast(dividend, exceeds)));
    }
    if (literal === left) return this.#isAtLeast(dividend, operator === 'flt' ? exceeds : reaches);
    return this.not(this.#isAtLeast(dividend, operator === 'flt' ? reaches : exceeds));
  }

  #quotientOf(term: FloatTerm): { readonly dividend: IntTerm; readonly divisor: bigint } | undefined {
    if (!isRounded(term)) return undefined;
    const [dividend, divisor = this.one] = term.args.filter((argument) => hasSort(argument, 'int'));
    return dividend && divisor.kind === 'literal' && divisor.value > 0n
      ? { dividend, divisor: divisor.value }
      : undefined;
  }

  #isAtLeast(term: IntTerm, bound: bigint | undefined): BoolTerm {
    return bound === undefined ? this.false : this.le(this.int(bound), term);
  }
}

/** The least dividend whose quotient rounds to `value` or above; undefined when none that does not overflow does. */
function leastDividend(value: number, divisor: bigint): bigint | undefined {
  if (value === Infinity) return undefined;
  if (value === -Infinity) return -FLOAT_OVERFLOW * divisor;
  const { at, reached } = roundingBoundary(value);
  const scaled = at.numerator * divisor;
  return reached ? -floorDivide(-scaled, at.denominator) : floorDivide(scaled, at.denominator) + 1n;
}

function literalValue(term: FloatTerm): number {
  return term.kind === 'literal' ? term.value : 0;
}

/** A float made from integers: never nan and never infinite. */
function isRounded(term: FloatTerm): term is Application<'float'> {
  return isApplication(term, 'inttofloat') || isApplication(term, 'truediv');
}
