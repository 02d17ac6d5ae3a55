/** Built-in functions about texts: https://docs.python.org/3/library/functions.html */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import type { IntTerm, StrTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, type PlainValue, strValue, type Value } from '../../values/value.ts';
import { withElements } from '../containers/iteration.ts';
import { absolute, integerTerm, isInteger } from '../numbers/numbers.ts';
import { asSize, integerArgument, isText } from '../sequences/texts.ts';
import { encodeText } from './encodings.ts';
import { formatValue } from './formatting.ts';
import { toRepr } from './representation.ts';

type TextFunction = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** `bin`, `oct` and `hex`: the digits are a function of the magnitude. */
function inBase(name: string, prefix: string): TextFunction {
  return (machine, [value, ...more]) => {
    if (value === undefined || more.length > 0 || value.kind === 'instance') return undefined;
    const { terms } = machine;
    const integer = integerArgument(machine, value);
    const digits = terms.opaque('str', `digits of ${name}`, [absolute(machine, integer)]);
    const sign = terms.ite(terms.lt(integer, terms.zero), terms.str('-'), terms.empty);
    return strValue(terms.concat(sign, terms.str(prefix), digits));
  };
}

/** Functions by name. */
export const TEXT_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  bin: inBase('bin', '0b'),
  oct: inBase('oct', '0o'),
  hex: inBase('hex', '0x'),
  ord: (machine, [value, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    if (!isText(value)) return raiseNamed(machine, 'TypeError');
    const { terms } = machine;
    machine.raiseIf(terms.not(terms.eq(terms.length(value.term), terms.one)), exceptionClass('TypeError'));
    return intValue(terms.toCode(value.term));
  },
  chr: (machine, [value, ...more]) => {
    if (value === undefined || more.length > 0 || value.kind === 'instance') return undefined;
    const { terms } = machine;
    const code = integerArgument(machine, value);
    const isCode = terms.and(terms.le(terms.zero, code), terms.le(code, terms.int(0x10ffff)));
    machine.raiseIf(terms.not(isCode), exceptionClass('ValueError'));
    return strValue(terms.fromCode(code));
  },
  repr: (machine, [value, ...more]) => (value === undefined || more.length > 0 ? undefined : toRepr(machine, value)),
  format: (machine, [value, specification, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    if (specification === undefined) return formatValue(machine, value, machine.terms.empty);
    if (specification.kind !== 'str') return raiseNamed(machine, 'TypeError');
    return formatValue(machine, value, specification.term);
  },
  bytes: (machine, [source, encoding, ...more]) => {
    const { terms } = machine;
    const ofTerm = (term: StrTerm): PlainValue => ({ kind: 'bytes', term });
    if (more.length > 0) return undefined;
    if (source === undefined) return ofTerm(terms.empty);
    if (source.kind === 'str') {
      return encoding === undefined ? raiseNamed(machine, 'TypeError') : encodeText(machine, source.term, encoding);
    }
    if (encoding !== undefined || source.kind === 'instance') return undefined;
    if (source.kind === 'bytes') return source;
    if (isInteger(source)) return ofTerm(zeros(machine, integerTerm(machine, source)));
    return withElements(
      machine,
      source,
      (items) => bytesOf(machine, items, []),
      (item) => void bytesOf(machine, [item], []),
    );
  },
};

/** `bytes(n)`: that many zeros. */
function zeros(machine: Machine, count: IntTerm): StrTerm {
  const { terms } = machine;
  asSize(machine, count);
  machine.raiseIf(terms.lt(count, terms.zero), exceptionClass('ValueError'));
  return terms.repeat(terms.str('\u0000'), count);
}

/** The bytes with these values; raises ValueError for one that is none. */
function bytesOf(machine: Machine, [next, ...rest]: readonly Value[], done: readonly StrTerm[]): Value {
  const { terms } = machine;
  if (next === undefined) return { kind: 'bytes', term: terms.concat(...done) };
  return machine.dispatch(next, (item) => {
    const value = integerArgument(machine, item);
    const isByte = terms.and(terms.le(terms.zero, value), terms.le(value, terms.int(255)));
    machine.raiseIf(terms.not(isByte), exceptionClass('ValueError'));
    return bytesOf(machine, rest, [...done, terms.fromCode(value)]);
  });
}
