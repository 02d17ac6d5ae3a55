/** Conversions between types: the constructors int, float, str and bool. */
import type { Machine } from '../execute/machine.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, floatValue, intValue, type PlainValue, strValue, typeName, type Value } from '../values/value.ts';
import { floatTerm, integerTerm, isInteger, isNumber } from './numbers.ts';
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
    const isDigits = terms.le(terms.zero, digits);
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
    const literal = value.term.kind === 'literal' ? NAMED_FLOATS.get(value.term.value.trim().toLowerCase()) : undefined;
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

/** `str(value)`. */
export function toStr(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  switch (value.kind) {
    case 'str':
      return value;
    case 'int':
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
      if (only === undefined || second !== undefined) break;
      return machine.dispatch(only, (plain) => toStr(machine, plain));
    }
  }
  return machine.cut('str()', `the text of a value of type ${typeName(value)} is not modelled`);
}

/** `bool(value)`. */
export function toBool(machine: Machine, value: PlainValue): Value {
  return boolValue(truth(machine, value));
}
