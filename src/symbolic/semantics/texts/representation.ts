/** `repr`: https://docs.python.org/3/library/functions.html#repr */

import type { Machine } from '../../machine/machine.ts';
import { classOf, repeatOf } from '../../terms/regex.ts';
import type { IntTerm, StrTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import {
  type ObjectId,
  type PlainValue,
  type RecordField,
  strValue,
  typeName,
  type Value,
} from '../../values/value.ts';
import { absolute } from '../numbers/numbers.ts';
import { isEnumeration } from '../objects/enumerations.ts';
import { callSpecialFor } from '../objects/special-methods.ts';
import { use } from '../objects/unmodelled.ts';
import { withItems } from '../sequences/sequences.ts';
import { MOST_DIGITS } from './number-texts.ts';

/** Texts that `repr` puts between single quotes as they are. */
const PLAIN_TEXT = repeatOf(
  classOf([
    [32, 38],
    [40, 91],
    [93, 126],
  ]),
  0,
);
/** Texts that `repr` puts between double quotes as they are, where they have a single quote. */
const QUOTED_TEXT = repeatOf(
  classOf([
    [32, 33],
    [35, 91],
    [93, 126],
  ]),
  0,
);

/** The text of a value that `str` and `repr` show alike. */
export function scalarText(
  machine: Machine,
  value: Extract<PlainValue, { kind: 'none' | 'bool' | 'int' | 'float' }>,
): Value {
  const { terms } = machine;
  switch (value.kind) {
    case 'int':
      raiseIfTooLong(machine, value.term);
      return strValue(terms.intToStr(value.term));
    case 'bool':
      return strValue(terms.ite(value.term, terms.str('True'), terms.str('False')));
    case 'float':
      return strValue(terms.opaque('str', 'repr of float', [value.term]));
    case 'none':
      return strValue(terms.str('None'));
  }
}

const TOO_LONG = 10n ** BigInt(MOST_DIGITS);

/** Raises ValueError where an integer has too many digits to become text. */
export function raiseIfTooLong(machine: Machine, integer: IntTerm): void {
  const { terms } = machine;
  machine.raiseIf(terms.le(terms.int(TOO_LONG), absolute(machine, integer)), exceptionClass('ValueError'), 'integer');
}

/** `repr(value)`. */
export function toRepr(machine: Machine, value: Value, within: readonly ObjectId[] = []): Value {
  return machine.dispatch(value, (plain) => representation(machine, plain, within));
}

function representation(machine: Machine, value: PlainValue, within: readonly ObjectId[]): Value {
  machine.step();
  if ('class' in value && value.class !== undefined && value.kind !== 'class' && value.kind !== 'exception') {
    const own = callSpecialFor(machine, value, '__repr__', 'str');
    if (own !== undefined) return own;
    if (value.kind === 'tuple')
      return namedTupleText(machine, value.class.name, value.items, value.class.record?.fields ?? []);
    if (value.kind === 'instance' && isEnumeration(value.class)) return memberText(machine, value);
    return machine.cut('repr()', `the text of an object of type ${typeName(value)} is not modelled`);
  }
  switch (value.kind) {
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
      return scalarText(machine, value);
    case 'str':
      return strValue(quoted(machine, value.term));
    case 'tuple':
      return items(machine, value.items, within, (parts) => (parts.length === 1 ? ['(', ',)'] : ['(', ')']));
    case 'list':
      if (within.includes(value.object)) return strValue(machine.terms.str('[...]'));
      return withItems(machine, value, (found) => items(machine, found, [...within, value.object], () => ['[', ']']));
    case 'dict':
      if (within.includes(value.object)) return strValue(machine.terms.str('{...}'));
      return withItems(machine, value, (pairs) => entries(machine, pairs, [...within, value.object]));
    case 'set':
    case 'frozenset':
      return withItems(machine, value, (found) => {
        if (found.length > 1) return machine.cut('repr()', 'the order of the elements of a set is not modelled');
        const isSet = value.kind === 'set';
        if (found.length === 0) return strValue(machine.terms.str(`${value.kind}()`));
        return items(machine, found, within, () => (isSet ? ['{', '}'] : ['frozenset({', '})']));
      });
    case 'exception':
      if (value.args === undefined || value.object !== undefined) break;
      return items(machine, value.args, within, () => [`${value.class.name}(`, ')']);
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
  }
  return machine.cut('repr()', `the text of a value of type ${typeName(value)} is not modelled`);
}

/** Between quotes; with escapes it is a function of which little is known. */
function quoted(machine: Machine, text: StrTerm): StrTerm {
  const { terms } = machine;
  const escaped = terms.opaque('str', 'repr of text', [text]);
  const isPlain = terms.inRegex(text, PLAIN_TEXT);
  if (isPlain !== terms.true) {
    machine.assume(terms.le(terms.add(terms.length(text), terms.int(2)), terms.length(escaped)));
  }
  const [single, double] = [terms.str("'"), terms.str('"')];
  return terms.ite(
    isPlain,
    terms.concat(single, text, single),
    terms.ite(
      terms.and(terms.inRegex(text, QUOTED_TEXT), terms.contains(text, single)),
      terms.concat(double, text, double),
      escaped,
    ),
  );
}

type Brackets = (parts: readonly StrTerm[]) => readonly [string, string];

function items(machine: Machine, values: readonly Value[], within: readonly ObjectId[], brackets: Brackets): Value {
  const { terms } = machine;
  const collect = ([next, ...rest]: readonly Value[], done: readonly StrTerm[]): Value => {
    if (next !== undefined) return withText(machine, next, within, (text) => collect(rest, [...done, text]));
    const [open, close] = brackets(done);
    const separated = done.flatMap((part, index) => (index === 0 ? [part] : [terms.str(', '), part]));
    return strValue(terms.concat(terms.str(open), ...separated, terms.str(close)));
  };
  return collect(values, []);
}

function namedTupleText(
  machine: Machine,
  name: string,
  values: readonly Value[],
  fields: readonly RecordField[],
): Value {
  const entries = values.map((value, index) => [`${fields[index]?.name}=`, value] as const);
  return labelledText(machine, `${name}(`, entries, ')');
}

/** `<Color.RED: 1>`; members of IntEnum and StrEnum look the same. */
function memberText(machine: Machine, member: Extract<PlainValue, { kind: 'instance' }>): Value {
  const [name, value] = [
    machine.interpreter.attribute(member, '_name_'),
    machine.interpreter.attribute(member, '_value_'),
  ];
  if (name.kind !== 'str' || name.term.kind !== 'literal') return machine.cut('repr()', 'a member has a known name');
  return labelledText(machine, `<${member.class.name}.`, [[`${name.term.value}: `, value]], '>');
}

/** The reprs of values, each behind its label, separated by commas. */
export function labelledText(
  machine: Machine,
  open: string,
  entries: readonly (readonly [label: string, value: Value])[],
  close: string,
): Value {
  const { terms } = machine;
  const collect = ([next, ...rest]: typeof entries, done: readonly StrTerm[]): Value => {
    if (next === undefined) return strValue(terms.concat(terms.str(open), ...done, terms.str(close)));
    const [label, value] = next;
    return withText(machine, value, [], (text) =>
      collect(rest, [...done, terms.str(`${done.length === 0 ? '' : ', '}${label}`), text]),
    );
  };
  return collect(entries, []);
}

function withText(
  machine: Machine,
  value: Value,
  within: readonly ObjectId[],
  handle: (text: StrTerm) => Value,
): Value {
  return machine.dispatch(toRepr(machine, value, within), (text) =>
    text.kind === 'str' ? handle(text.term) : machine.cut('repr()', 'a __repr__ that gives no string is not modelled'),
  );
}

function entries(machine: Machine, pairs: readonly Value[], within: readonly ObjectId[]): Value {
  const { terms } = machine;
  const collect = ([next, ...rest]: readonly Value[], done: readonly StrTerm[]): Value => {
    if (next === undefined) {
      const separated = done.flatMap((part, index) => (index === 0 ? [part] : [terms.str(', '), part]));
      return strValue(terms.concat(terms.str('{'), ...separated, terms.str('}')));
    }
    return machine.dispatch(next, (pair) => {
      const [key, value] = pair.kind === 'tuple' ? pair.items : [];
      if (key === undefined || value === undefined) throw new TypeError('a dictionary holds pairs');
      return withText(machine, key, within, (name) =>
        withText(machine, value, within, (text) => collect(rest, [...done, terms.concat(name, terms.str(': '), text)])),
      );
    });
  };
  return collect(pairs, []);
}
