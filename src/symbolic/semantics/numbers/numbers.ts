/** The numeric tower of bool, int and float: https://docs.python.org/3/library/stdtypes.html#numeric-types-int-float-complex */
import type { Machine } from '../../machine/machine.ts';
import { FLOAT_OVERFLOW } from '../../terms/floats.ts';
import type { FloatTerm, IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import type { PlainValue } from '../../values/value.ts';

/** A value that takes part in arithmetic. */
export type NumberValue = Extract<PlainValue, { kind: 'bool' | 'int' | 'float' }>;
export type IntegerValue = Extract<PlainValue, { kind: 'bool' | 'int' }>;

export function isNumber(value: PlainValue): value is NumberValue {
  return value.kind === 'bool' || value.kind === 'int' || value.kind === 'float';
}

export function isInteger(value: PlainValue): value is IntegerValue {
  return value.kind === 'bool' || value.kind === 'int';
}

/** The integer a bool or int is. */
export function integerTerm(machine: Machine, value: IntegerValue): IntTerm {
  return value.kind === 'bool' ? machine.terms.boolToInt(value.term) : value.term;
}

/** The absolute value. */
export function absolute(machine: Machine, term: IntTerm): IntTerm {
  const { terms } = machine;
  return terms.ite(terms.lt(term, terms.zero), terms.neg(term), term);
}

/** The value as a float, as arithmetic with a float converts it: raises OverflowError for huge integers. */
export function floatTerm(machine: Machine, value: NumberValue): FloatTerm {
  if (value.kind === 'float') return value.term;
  const { terms } = machine;
  const integer = integerTerm(machine, value);
  const tooLarge = terms.le(terms.int(FLOAT_OVERFLOW), absolute(machine, integer));
  machine.raiseIf(tooLarge, exceptionClass('OverflowError'), 'integer');
  return terms.intToFloat(integer);
}
