/** Conversions between types: the constructors int, float, str and bool. */
import type { Machine } from '../../machine/machine.ts';
import { questionAbout } from '../../oracle/operations.ts';
import { settleKnown } from '../../oracle/settle.ts';

import { exceptionClass, isSubclass } from '../../values/classes.ts';
import {
  boolValue,
  floatValue,
  intValue,
  NONE,
  type PlainValue,
  strValue,
  typeName,
  type Value,
} from '../../values/value.ts';
import { floatTerm, integerTerm, isInteger, isNumber } from '../numbers/numbers.ts';
import { isEnumeration, underlyingValue } from '../objects/enumerations.ts';
import { argumentsOf } from '../objects/namespaces.ts';
import { callSpecialFor } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { readFloat, readInteger } from './number-texts.ts';
import { raiseIfTooLong, scalarText, toRepr } from './representation.ts';

/** `int(value)`. Texts other than ASCII digits are parsed by a function the solver knows only by name. */
export function toInt(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  if (isInteger(value)) return intValue(integerTerm(machine, value));
  if (value.kind === 'float') {
    machine.raiseIf(terms.isNan(value.term), exceptionClass('ValueError'));
    machine.raiseIf(terms.isInf(value.term), exceptionClass('OverflowError'));
    return intValue(terms.floatToInt(value.term));
  }
  if (value.kind === 'str') return readInteger(machine, value.term);
  if (value.kind === 'bytes') return machine.cut('int()', 'integers in bytes are not modelled');
  if (value.kind === 'instance') return ofObject(machine, value, ['__int__', '__index__'], toInt);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** What an object's own conversion answers, else the conversion of the number or text it is. */
function ofObject(
  machine: Machine,
  value: PlainValue,
  methods: readonly string[],
  convert: (machine: Machine, value: PlainValue) => Value,
): Value {
  for (const method of methods) {
    const answer = callSpecialFor(machine, value, method, method === '__float__' ? 'float' : 'int');
    if (answer !== undefined) return answer;
  }
  const underlying = underlyingValue(machine, value);
  if (underlying === value) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  return machine.dispatch(underlying, (plain) => convert(machine, plain));
}

/** `int(text, base)`: a function of the text and the base. */
export function toIntOfBase(machine: Machine, value: PlainValue, base: PlainValue): Value {
  const { terms } = machine;
  if (!isInteger(base)) return machine.cut('int()', 'a base that is no integer is not modelled');
  const radix = integerTerm(machine, base);
  const isBase = terms.or(
    terms.eq(radix, terms.zero),
    terms.and(terms.le(terms.int(2), radix), terms.le(radix, terms.int(36))),
  );
  if (value.kind !== 'str') return machine.cut('int()', 'a base is only modelled for strings');
  machine.raiseIf(terms.not(isBase), exceptionClass('ValueError'));
  if (radix === terms.int(10)) return readInteger(machine, value.term);
  const args = [value.term, radix];
  machine.raiseIf(terms.not(terms.opaque('bool', 'int parses in base', args)), exceptionClass('ValueError'));
  return intValue(terms.opaque('int', 'int of text in base', args));
}

/** `float(value)`. */
export function toFloat(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  if (isNumber(value)) return floatValue(floatTerm(machine, value));
  if (value.kind === 'str') {
    const literal = value.term.kind === 'literal' ? NAMED_FLOATS.get(value.term.value.toLowerCase()) : undefined;
    if (literal !== undefined) return floatValue(terms.float(literal));
    return readFloat(machine, value.term);
  }
  if (value.kind === 'bytes') return machine.cut('float()', 'numbers in bytes are not modelled');
  if (value.kind === 'instance') return ofObject(machine, value, ['__float__', '__index__'], toFloat);
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

/** Converts to text as `print` and `repr` of containers do, only for the exceptions this raises. */
export function raiseUnlessPrintable(machine: Machine, value: Value): void {
  machine.dispatch(value, (plain) => {
    if (plain.kind === 'int') raiseIfTooLong(machine, plain.term);
    if (plain.kind === 'tuple') for (const item of plain.items) raiseUnlessPrintable(machine, item);
    if (plain.kind === 'exception')
      for (const item of argumentsOf(machine, plain) ?? []) raiseUnlessPrintable(machine, item);
    return NONE;
  });
}

/** `str(value)`. */
export function toStr(machine: Machine, value: PlainValue): Value {
  const question = (): string | undefined => questionAbout(machine, value, (source) => `str(${source})`);
  return settleKnown(machine, [value], () => textOfValue(machine, value), question);
}

/** The engine's own meaning of `str(value)`. */
function textOfValue(machine: Machine, value: PlainValue): Value {
  const { terms } = machine;
  switch (value.kind) {
    case 'str':
      return value;
    case 'int':
    case 'bool':
    case 'float':
    case 'none':
      return scalarText(machine, value);
    case 'exception': {
      const own = callSpecialFor(machine, value, '__str__', 'str');
      if (own !== undefined) return own;
      const args = argumentsOf(machine, value);
      const [only, second] = args ?? [];
      if (args?.length === 0) return strValue(terms.empty);
      // a KeyError shows the repr of its argument
      if (only === undefined || second !== undefined || isSubclass(value.class, exceptionClass('KeyError'))) break;
      return machine.dispatch(only, (plain) => toStr(machine, plain));
    }
    case 'instance':
      return callSpecialFor(machine, value, '__str__', 'str') ?? textOfObject(machine, value);
    case 'tuple':
    case 'list':
    case 'dict':
    case 'set':
    case 'frozenset':
      return toRepr(machine, value);
  }
  return machine.cut('str()', `the text of a value of type ${typeName(value)} is not modelled`);
}

/** Members of an enumeration are `Color.RED`, those of IntEnum and StrEnum their values; other objects show their repr. */
function textOfObject(machine: Machine, value: Extract<PlainValue, { kind: 'instance' }>): Value {
  if (!isEnumeration(value.class)) return toRepr(machine, value);
  const underlying = underlyingValue(machine, value);
  if (underlying !== value) return machine.dispatch(underlying, (plain) => toStr(machine, plain));
  const name = machine.interpreter.attribute(value, '_name_');
  if (name.kind !== 'str') return machine.cut('str()', 'a member has a known name');
  return strValue(machine.terms.concat(machine.terms.str(`${value.class.name}.`), name.term));
}

/** `bool(value)`. */
export function toBool(machine: Machine, value: PlainValue): Value {
  return boolValue(truth(machine, value));
}
