/** Rounding of numbers: round, math.floor, math.ceil, math.trunc. */
import type { Machine } from '../../machine/machine.ts';
import type { FloatTerm, IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { floatValue, intValue, type PlainValue, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from './numbers.ts';

/** How a number becomes an integer. */
export type IntegerRounding = 'floor' | 'ceil' | 'trunc' | 'nearest';

/** The number as an integer; raises ValueError for nan and OverflowError for the infinities. Undefined for no number. */
export function toWhole(machine: Machine, rounding: IntegerRounding, value: PlainValue): Value | undefined {
  if (isInteger(value)) return intValue(integerTerm(machine, value));
  return value.kind === 'float' ? intValue(wholePart(machine, rounding, value.term)) : undefined;
}

function wholePart(machine: Machine, rounding: IntegerRounding, operand: FloatTerm): IntTerm {
  const { terms } = machine;
  machine.raiseIf(terms.isNan(operand), exceptionClass('ValueError'));
  machine.raiseIf(terms.isInf(operand), exceptionClass('OverflowError'));
  switch (rounding) {
    case 'floor':
      return terms.floorToInt(operand);
    case 'ceil':
      return terms.ceilToInt(operand);
    case 'trunc':
      return terms.floatToInt(operand);
    case 'nearest':
      return terms.floatToInt(terms.floatWhole('fnearest', operand));
  }
}

/** `round(value, digits)`. Decimal digits of floats are a function known only by name. Undefined for other values. */
export function round(machine: Machine, value: PlainValue, digits: PlainValue | undefined): Value | undefined {
  const { terms } = machine;
  if (digits === undefined || digits.kind === 'none') return toWhole(machine, 'nearest', value);
  if (!isInteger(digits)) return undefined;
  const count = integerTerm(machine, digits);
  if (isInteger(value)) return roundInteger(machine, integerTerm(machine, value), count);
  if (value.kind !== 'float') return undefined;
  const rounded = terms.opaque('float', 'round', [value.term, count]);
  const isRounded = terms.isFinite(value.term);
  if (isRounded !== terms.false)
    machine.raiseIf(terms.and(isRounded, terms.isInf(rounded)), exceptionClass('OverflowError'));
  machine.assume(terms.implies(isRounded, terms.isFinite(rounded)));
  return floatValue(terms.ite(isRounded, rounded, value.term));
}

/** The nearest multiple of a power of ten, ties to the even one. */
function roundInteger(machine: Machine, value: IntTerm, digits: IntTerm): Value | undefined {
  const { terms } = machine;
  if (digits.kind !== 'literal' || digits.value < -LARGEST_DIGITS) return undefined;
  if (digits.value >= 0n) return intValue(value);
  const unit = terms.int(10n ** -digits.value);
  const [quotient, rest] = [terms.floorDiv(value, unit), terms.mod(value, unit)];
  const twice = terms.mul(terms.int(2), rest);
  const isEven = terms.eq(terms.mod(quotient, terms.int(2)), terms.zero);
  const isDown = terms.or(terms.lt(twice, unit), terms.and(terms.eq(twice, unit), isEven));
  return intValue(terms.mul(terms.ite(isDown, quotient, terms.add(quotient, terms.one)), unit));
}

/** Integers are rounded to at most this many digits before the point. */
const LARGEST_DIGITS = 1000n;
