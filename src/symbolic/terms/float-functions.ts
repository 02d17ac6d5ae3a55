/** Simplifying constructors of functions of floats: roots, remainders, rounding to whole numbers, signs. */
import { FloatTerms, type MixedComparison } from './floats.ts';
import { monomials } from './integers.ts';
import { isApplication, iteParts } from './logic.ts';
import type { BoolTerm, FloatTerm, IntTerm } from './term.ts';

/** How a float is rounded to a whole one: down, up, or to the nearest with ties to even. */
export type WholeRounding = 'ffloor' | 'fceil' | 'fnearest';

export class FloatFunctionTerms extends FloatTerms {
  /** The square root, correctly rounded; nan below zero. */
  floatSqrt(operand: FloatTerm): FloatTerm {
    return this.fold('float', 'fsqrt', [operand]) ?? this.apply('float', 'fsqrt', [operand]);
  }

  /** The remainder of truncated division, exact; nan for an infinite dividend and for a divisor of 0. */
  floatRemainder(dividend: FloatTerm, divisor: FloatTerm): FloatTerm {
    const args = [dividend, divisor];
    return this.fold('float', 'fmod', args) ?? this.apply('float', 'fmod', args);
  }

  floatWhole(rounding: WholeRounding, operand: FloatTerm): FloatTerm {
    return this.fold('float', rounding, [operand]) ?? this.apply('float', rounding, [operand]);
  }

  /** Whether the sign is negative, that of zeros and infinities included; false for nan. */
  isSignNegative(operand: FloatTerm): BoolTerm {
    return this.fold('bool', 'fisneg', [operand]) ?? this.apply('bool', 'fisneg', [operand]);
  }

  /** Whether the float is finite and has no fraction. */
  isWhole(operand: FloatTerm): BoolTerm {
    if (isApplication(operand, 'inttofloat')) return this.true;
    return this.fold('bool', 'fisint', [operand]) ?? this.apply('bool', 'fisint', [operand]);
  }

  isFinite(operand: FloatTerm): BoolTerm {
    return this.and(this.not(this.isNan(operand)), this.not(this.isInf(operand)));
  }

  /** The largest integer at most the float, which the caller knows to be finite. */
  floorToInt(operand: FloatTerm): IntTerm {
    const truncated = this.floatToInt(operand);
    const isAbove = this.and(this.floatCompare('flt', operand, this.float(0)), this.not(this.isWhole(operand)));
    return this.ite(isAbove, this.sub(truncated, this.one), truncated);
  }

  /** The smallest integer at least the float, which the caller knows to be finite. */
  ceilToInt(operand: FloatTerm): IntTerm {
    const truncated = this.floatToInt(operand);
    const isBelow = this.and(this.floatCompare('flt', this.float(0), operand), this.not(this.isWhole(operand)));
    return this.ite(isBelow, this.add(truncated, this.one), truncated);
  }

  override compareMixed(operator: MixedComparison, left: IntTerm, right: FloatTerm): BoolTerm {
    return this.#compareWithOwnPart(operator, left, right) ?? super.compareMixed(operator, left, right);
  }

  /** The integer part of a float, plus some, compared with that float; undefined for other operands. */
  #compareWithOwnPart(operator: MixedComparison, left: IntTerm, right: FloatTerm): BoolTerm | undefined {
    if (isApplication(left, 'ite')) {
      const { condition, consequent, alternative } = iteParts(left);
      const [yes, no] = [consequent, alternative].map((one) => this.#compareWithOwnPart(operator, one, right));
      return yes && no && this.ite(condition, yes, no);
    }
    const offset = offsetFromPart(left, right);
    if (offset === undefined) return undefined;
    // the integer part has a value where the float is finite
    if (offset !== 0n) return this.bool(offset < 0n && operator !== 'inteqfloat');
    const [zero, isWhole] = [this.float(0), this.isWhole(right)];
    switch (operator) {
      case 'inteqfloat':
        return isWhole;
      case 'intlefloat':
        return this.or(this.floatCompare('fle', zero, right), isWhole);
      case 'intltfloat':
        return this.and(this.floatCompare('flt', zero, right), this.not(isWhole));
    }
  }
}

/** The literal by which the integer exceeds the integer part of the float, if it is of that form. */
function offsetFromPart(left: IntTerm, right: FloatTerm): bigint | undefined {
  const [part, constant, third] = monomials(left);
  const [atom, other] = part?.atoms ?? [];
  if (part?.coefficient !== 1n || atom === undefined || other !== undefined || third !== undefined) return undefined;
  if (!isApplication(atom, 'floattoint') || atom.args[0] !== right) return undefined;
  if (constant === undefined) return 0n;
  return constant.atoms.length === 0 ? constant.coefficient : undefined;
}
