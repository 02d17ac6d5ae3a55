/** Methods and attributes of int, bool and float: https://docs.python.org/3/library/stdtypes.html#additional-methods-on-integer-types */
import type { Machine } from '../../machine/machine.ts';
import { boolValue, floatValue, intValue, type Value } from '../../values/value.ts';
import { bitCount } from './bits.ts';
import { type IntegerValue, integerTerm, isInteger, type NumberValue } from './numbers.ts';

type Method<V> = (machine: Machine, value: V) => Value;

const INTEGER_METHODS: Readonly<Record<string, Method<IntegerValue>>> = {
  as_integer_ratio: (machine, value) => ({
    kind: 'tuple',
    items: [intValue(integerTerm(machine, value)), intValue(machine.terms.one)],
  }),
  bit_count: (machine, value) => intValue(bitCount(machine, integerTerm(machine, value))),
  bit_length: (machine, value) => intValue(machine.terms.bitLength(integerTerm(machine, value))),
  conjugate: (machine, value) => intValue(integerTerm(machine, value)),
  is_integer: ({ terms }) => boolValue(terms.true),
};

const FLOAT_METHODS: Readonly<Record<string, Method<Extract<NumberValue, { kind: 'float' }>>>> = {
  conjugate: (_machine, value) => value,
  is_integer: ({ terms }, { term }) => boolValue(terms.isWhole(term)),
};

/** Whether the engine has a meaning for a method of a number that depends on the inputs. */
export function isNumberMethod(value: NumberValue, name: string): boolean {
  return Object.hasOwn(value.kind === 'float' ? FLOAT_METHODS : INTEGER_METHODS, name);
}

/** Calls a method of a number without arguments; cuts for other methods. */
export function callNumberMethod(machine: Machine, name: string, value: NumberValue, count: number): Value {
  const method = isNumberMethod(value, name) && count === 0;
  const result = !method
    ? undefined
    : value.kind === 'float'
      ? FLOAT_METHODS[name]?.(machine, value)
      : INTEGER_METHODS[name]?.(machine, value);
  return result ?? machine.cut(`.${name}()`, `${name}() of a number with these arguments is not modelled`);
}

/** `value.real` and its like; undefined for other names. */
export function numberAttribute(machine: Machine, value: NumberValue, name: string): Value | undefined {
  const { terms } = machine;
  if (isInteger(value)) {
    if (name === 'real' || name === 'numerator') return intValue(integerTerm(machine, value));
    if (name === 'imag') return intValue(terms.zero);
    return name === 'denominator' ? intValue(terms.one) : undefined;
  }
  if (name === 'real') return value;
  return name === 'imag' ? floatValue(terms.float(0)) : undefined;
}
