/** Conversions between types: the constructors int, float, str and bool. */
import type { Machine } from '../execute/machine.ts';
import type { IntTerm } from '../terms/term.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import {
  boolValue,
  floatValue,
  intValue,
  NONE,
  type PlainValue,
  strValue,
  typeName,
  type Value,
} from '../values/value.ts';
import { absolute, floatTerm, integerTerm, isInteger, isNumber } from './numbers.ts';
import { truth } from './truth.ts';

/** `int(value)`. Texts other than ASCII digits are parsed by a function the solver knows only by name. */
export function toInt(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  if (isInteger(value)) return intValue(integerTerm(machine, value));
  if (value.kind === 'float') {
    machine.raiseIf(terms.isNan(value.term), exceptionClass('ValueError'));
    machine.raiseIf(terms.isInf(value.term), exceptionClass('OverflowError'));
    return intValue(terms.floatToInt(value.term));
  }
  if (value.kind === 'str') {
    const digits = terms.strToInt(value.term);
    const isShort = terms.le(terms.length(value.term), terms.int(MOST_DIGITS));
    const isDigits = terms.and(terms.le(terms.zero, digits), isShort);
    const parses = terms.or(isDigits, terms.opaque('bool', 'int parses', [value.term]));
    machine.raiseIf(terms.not(parses), exceptionClass('ValueError'));
    return intValue(terms.ite(isDigits, digits, terms.opaque('int', 'int of text', [value.term])));
  }
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** `float(value)`. */
export function toFloat(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  if (isNumber(value)) return floatValue(floatTerm(machine, value));
  if (value.kind === 'str') {
    const literal = value.term.kind === 'literal' ? NAMED_FLOATS.get(value.term.value.toLowerCase()) : undefined;
    if (literal !== undefined) return floatValue(terms.float(literal));
    machine.raiseIf(terms.not(terms.opaque('bool', 'float parses', [value.term])), exceptionClass('ValueError'));
    return floatValue(terms.opaque('float', 'float of text', [value.term]));
  }
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

const NAMED_FLOATS: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
  ['infinity', Infinity],
  ['-infinity', -Infinity],
]);

/** The most digits CPython converts between integers and texts: https://docs.python.org/3/library/stdtypes.html#int-max-str-digits */
const MOST_DIGITS = 4300;
const TOO_LONG = 10n ** BigInt(MOST_DIGITS);

/** Raises ValueError where an integer has too many digits to become text. */
function raiseIfTooLong(machine: Machine, integer: IntTerm): void {
  const { terms } = machine;
  machine.raiseIf(terms.le(terms.int(TOO_LONG), absolute(machine, integer)), exceptionClass('ValueError'));
}

/** Converts to text as `print` and `repr` of containers do, only for the exceptions this raises. */
export function raiseUnlessPrintable(machine: Machine, value: Value): void {
  machine.dispatch(value, (plain) => {
    if (plain.kind === 'int') raiseIfTooLong(machine, plain.term);
    if (plain.kind === 'tuple') for (const item of plain.items) raiseUnlessPrintable(machine, item);
    if (plain.kind === 'exception') for (const item of plain.args ?? []) raiseUnlessPrintable(machine, item);
    return NONE;
  });
}

/** `str(value)`. */
export function toStr(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  switch (value.kind) {
    case 'str':
      return value;
    case 'int':
      raiseIfTooLong(machine, value.term);
      return strValue(terms.intToStr(value.term));
    case 'bool':
      return strValue(terms.ite(value.term, terms.str('True'), terms.str('False')));
    case 'float':
      return strValue(terms.opaque('str', 'repr of float', [value.term]));
    case 'none':
      return strValue(terms.str('None'));
    case 'exception': {
      const [only, second] = value.args ?? [];
      if (value.args?.length === 0) return strValue(terms.empty);
      // a KeyError shows the repr of its argument
      if (only === undefined || second !== undefined || isSubclass(value.class, exceptionClass('KeyError'))) break;
      return machine.dispatch(only, (plain) => toStr(machine, plain));
    }
  }
  return machine.cut('str()', `the text of a value of type ${typeName(value)} is not modelled`);
}

/** `bool(value)`. */
export function toBool(machine: Machine, value: PlainValue): Value {
  return boolValue(truth(machine, value));
}
