/** Text as bytes and back: https://docs.python.org/3/library/codecs.html#standard-encodings */
import type { Machine } from '../../machine/machine.ts';
import { classOf, type Regex, repeatOf, sequenceOf, unionOf } from '../../terms/regex.ts';
import type { BoolTerm, StrTerm } from '../../terms/term.ts';
import { ASCII_TEXT, BYTE_TEXT } from '../../terms/text-functions.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type PlainValue, strValue, type Value } from '../../values/value.ts';
import { literalText, type TextMethod } from '../sequences/texts.ts';

type Encoding = 'utf-8' | 'ascii' | 'latin-1';

/** The encodings that are modelled, by the names CPython normalises to. */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  ascii: 'ascii',
  usascii: 'ascii',
  latin1: 'latin-1',
  iso88591: 'latin-1',
};

/** Texts that have surrogates, which UTF-8 refuses. */
const SURROGATE_FREE: Regex = repeatOf(
  classOf([
    [0, 0xd7ff],
    [0xe000, 0x10ffff],
  ]),
  0,
);

const byte = (from: number, to: number): Regex => classOf([[from, to]]);
const TAIL = byte(0x80, 0xbf);

/** What decodes as UTF-8: https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27506 */
const UTF8: Regex = repeatOf(
  unionOf(
    byte(0, 0x7f),
    sequenceOf(byte(0xc2, 0xdf), TAIL),
    sequenceOf(byte(0xe0, 0xe0), byte(0xa0, 0xbf), TAIL),
    sequenceOf(
      classOf([
        [0xe1, 0xec],
        [0xee, 0xef],
      ]),
      TAIL,
      TAIL,
    ),
    sequenceOf(byte(0xed, 0xed), byte(0x80, 0x9f), TAIL),
    sequenceOf(byte(0xf0, 0xf0), byte(0x90, 0xbf), TAIL, TAIL),
    sequenceOf(byte(0xf1, 0xf3), TAIL, TAIL, TAIL),
    sequenceOf(byte(0xf4, 0xf4), byte(0x80, 0x8f), TAIL, TAIL),
  ),
  0,
);
const TWO_BYTES: Regex = sequenceOf(byte(0xc2, 0xdf), TAIL);

function encodingOf(machine: Machine, argument: PlainValue | undefined): Encoding {
  if (argument === undefined) return 'utf-8';
  const name = literalText(argument)?.toLowerCase().replace(/[-_ ]/g, '');
  const known = name !== undefined && Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  return known ?? machine.cut('encoding', 'only the encodings utf-8, ascii and latin-1 are modelled');
}

/** `text.encode(encoding)`. */
export function encodeText(machine: Machine, text: StrTerm, encodingArgument?: PlainValue): Value {
  const { terms } = machine;
  const encoding = encodingOf(machine, encodingArgument);
  const refuseUnless = (condition: BoolTerm): void =>
    machine.raiseIf(terms.not(condition), exceptionClass('UnicodeEncodeError'));
  const isAscii = terms.inRegex(text, ASCII_TEXT);
  if (encoding === 'ascii') refuseUnless(isAscii);
  if (encoding === 'latin-1') refuseUnless(terms.inRegex(text, BYTE_TEXT));
  if (encoding !== 'utf-8') return { kind: 'bytes', term: text };
  refuseUnless(terms.inRegex(text, SURROGATE_FREE));
  if (isAscii === terms.true) return { kind: 'bytes', term: text };
  const encoded = terms.opaque('str', 'utf-8', [text]);
  machine.assume(terms.inRegex(encoded, UTF8));
  machine.assume(terms.le(terms.length(text), terms.length(encoded)));
  return { kind: 'bytes', term: terms.ite(isAscii, text, encoded) };
}

/** `bytes.decode(encoding)`. */
export function decodeBytes(machine: Machine, text: StrTerm, encodingArgument?: PlainValue): Value {
  const { terms } = machine;
  const encoding = encodingOf(machine, encodingArgument);
  if (encoding === 'latin-1') return strValue(text);
  const refuseUnless = (condition: BoolTerm): void =>
    machine.raiseIf(terms.not(condition), exceptionClass('UnicodeDecodeError'));
  const isAscii = terms.inRegex(text, ASCII_TEXT);
  if (encoding === 'ascii') {
    refuseUnless(isAscii);
    return strValue(text);
  }
  refuseUnless(terms.inRegex(text, UTF8));
  if (isAscii === terms.true) return strValue(text);
  const decoded = terms.opaque('str', 'utf-8 decoded', [text]);
  machine.assume(terms.le(terms.length(decoded), terms.length(text)));
  machine.assume(terms.inRegex(decoded, SURROGATE_FREE));
  const [first, second] = [terms.zero, terms.one].map((at) => terms.toCode(terms.substr(text, at, terms.one)));
  const isPair = terms.inRegex(text, TWO_BYTES);
  const pair = terms.add(
    terms.mul(first ?? terms.zero, terms.int(64)),
    second ?? terms.zero,
    terms.int(-0xc0 * 64 - 0x80),
  );
  return strValue(terms.ite(isAscii, text, terms.ite(isPair, terms.fromCode(pair), decoded)));
}

/** Methods of strings and of bytes. */
export const ENCODING_METHODS: Readonly<Record<string, TextMethod>> = {
  encode: (machine, self, [encoding = undefined, errors, ...more], named) => {
    if (more.length > 0 || errors !== undefined || named.has('errors') || self.kind !== 'str') return undefined;
    return encodeText(machine, self.term, encoding ?? named.get('encoding'));
  },
  decode: (machine, self, [encoding = undefined, errors, ...more], named) => {
    if (more.length > 0 || errors !== undefined || named.has('errors') || self.kind !== 'bytes') return undefined;
    return decodeBytes(machine, self.term, encoding ?? named.get('encoding'));
  },
  hex: (machine, self, args) => {
    const { terms } = machine;
    if (args.length > 0 || self.kind !== 'bytes') return undefined;
    const digits = terms.opaque('str', 'bytes.hex', [self.term]);
    machine.assume(terms.eq(terms.length(digits), terms.mul(terms.int(2), terms.length(self.term))));
    return strValue(digits);
  },
};
