/** Numbers in texts, as `int` and `float` read them: https://docs.python.org/3/library/functions.html#int */
import type { Machine } from '../../machine/machine.ts';
import { isApplication } from '../../terms/logic.ts';
import { charactersOf, classOf, EMPTY_TEXT, type Regex, repeatOf, sequenceOf, unionOf } from '../../terms/regex.ts';
import { hasSort, type IntTerm, type StrTerm } from '../../terms/term.ts';
import { ASCII_TEXT, ASCII_WHITESPACE } from '../../terms/text-functions.ts';
import { exceptionClass } from '../../values/classes.ts';
import { floatValue, intValue, type Value } from '../../values/value.ts';

/** The most digits CPython converts between integers and texts: https://docs.python.org/3/library/stdtypes.html#int-max-str-digits */
export const MOST_DIGITS = 4300;

const DIGIT = classOf([[48, 57]]);
/** Digits with single underscores between. */
const DIGITS = sequenceOf(DIGIT, repeatOf(sequenceOf(optional(charactersOf('_')), DIGIT), 0));
const SIGN = optional(charactersOf('+-'));
const EXPONENT = sequenceOf(charactersOf('eE'), SIGN, DIGITS);
const DOT = charactersOf('.');

const INTEGER = padded(sequenceOf(SIGN, DIGITS));
const FLOAT = padded(
  sequenceOf(
    SIGN,
    unionOf(
      sequenceOf(
        unionOf(sequenceOf(DIGITS, optional(sequenceOf(DOT, optional(DIGITS)))), sequenceOf(DOT, DIGITS)),
        optional(EXPONENT),
      ),
      sequenceOf(anyCase('inf'), optional(anyCase('inity'))),
      anyCase('nan'),
    ),
  ),
);

function optional(regex: Regex): Regex {
  return unionOf(EMPTY_TEXT, regex);
}

function padded(regex: Regex): Regex {
  const space = repeatOf(ASCII_WHITESPACE, 0);
  return sequenceOf(space, regex, space);
}

function anyCase(word: string): Regex {
  return sequenceOf(...[...word].map((letter) => charactersOf(letter + letter.toUpperCase())));
}

/** `int(text)`; raises ValueError where it does not parse. Beyond ASCII, and with underscores, little is known of the value. */
export function readInteger(machine: Machine, text: StrTerm): Value {
  const { terms } = machine;
  const [printed] = isApplication(text, 'inttostr') ? text.args : [];
  if (printed !== undefined && hasSort(printed, 'int')) return intValue(printed);
  const digits = terms.strToInt(text);
  const isShort = terms.le(terms.length(text), terms.int(MOST_DIGITS));
  const isDigits = terms.and(terms.le(terms.zero, digits), isShort);
  const isAscii = terms.and(terms.inRegex(text, ASCII_TEXT), isShort);
  const parses = terms.ite(isAscii, terms.inRegex(text, INTEGER), terms.opaque('bool', 'int parses', [text]));
  machine.raiseIf(terms.not(terms.or(isDigits, parses)), exceptionClass('ValueError'));
  const isPlain = terms.and(isAscii, terms.not(terms.contains(text, terms.str('_'))));
  const value = terms.ite(isPlain, signedValue(machine, text), terms.opaque('int', 'int of text', [text]));
  return intValue(terms.ite(isDigits, digits, value));
}

/** The value of digits with a sign and whitespace around. */
function signedValue({ terms }: Machine, text: StrTerm): IntTerm {
  const body = terms.strip('rstrip', terms.strip('lstrip', text, ASCII_WHITESPACE), ASCII_WHITESPACE);
  const rest = terms.strToInt(terms.substr(body, terms.one, terms.sub(terms.length(body), terms.one)));
  const [minus, plus] = [terms.prefixOf(terms.str('-'), body), terms.prefixOf(terms.str('+'), body)];
  return terms.ite(minus, terms.neg(rest), terms.ite(plus, rest, terms.strToInt(body)));
}

/** `float(text)`; raises ValueError where it does not parse. The value is known for literals only. */
export function readFloat(machine: Machine, text: StrTerm): Value {
  const { terms } = machine;
  const isAscii = terms.inRegex(text, ASCII_TEXT);
  const parses = terms.ite(isAscii, terms.inRegex(text, FLOAT), terms.opaque('bool', 'float parses', [text]));
  machine.raiseIf(terms.not(parses), exceptionClass('ValueError'));
  return floatValue(terms.opaque('float', 'float of text', [text]));
}
