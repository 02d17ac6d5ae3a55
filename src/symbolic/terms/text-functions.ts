/** Conversions of case and predicates of characters, where their values are certain: on ASCII, and on ASCII letters of bytes. */
import { type CodeRange, classOf, LAST_CODE, type Regex, repeatOf, sequenceOf } from './regex.ts';

const UPPER: CodeRange = [65, 90];
const LOWER: CodeRange = [97, 122];
const DIGIT: CodeRange = [48, 57];

/** Conversions of case by name: Unicode's, and those of `bytes`, which leave everything but ASCII letters alone. */
export const TEXT_MAPS = ['upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold'] as const;
export type TextMap = (typeof TEXT_MAPS)[number];

/** Predicates of texts by name, each with the texts it holds for: for all bytes, and of other texts for the ASCII ones. */
export const ASCII_PREDICATES: Readonly<Record<string, Regex>> = {
  isalnum: repeatOf(classOf([DIGIT, UPPER, LOWER]), 1),
  isalpha: repeatOf(classOf([UPPER, LOWER]), 1),
  isascii: repeatOf(classOf([[0, 127]]), 0),
  isdecimal: repeatOf(classOf([DIGIT]), 1),
  isdigit: repeatOf(classOf([DIGIT]), 1),
  isidentifier: sequenceOf(classOf([UPPER, LOWER, [95, 95]]), repeatOf(classOf([DIGIT, UPPER, LOWER, [95, 95]]), 0)),
  islower: sequenceOf(outside(UPPER), classOf([LOWER]), outside(UPPER)),
  isnumeric: repeatOf(classOf([DIGIT]), 1),
  isprintable: repeatOf(classOf([[32, 126]]), 0),
  isspace: repeatOf(
    classOf([
      [9, 13],
      [28, 32],
    ]),
    1,
  ),
  istitle: titleCased(),
  isupper: sequenceOf(outside(LOWER), classOf([UPPER]), outside(LOWER)),
};

/** Any text without characters of the range. */
function outside([from, to]: CodeRange): Regex {
  return repeatOf(
    classOf([
      [0, from - 1],
      [to + 1, LAST_CODE],
    ]),
    0,
  );
}

/** Words of one capital and small letters, with at least one of them. */
function titleCased(): Regex {
  const uncased = classOf([
    [0, 64],
    [91, 96],
    [123, LAST_CODE],
  ]);
  const word = sequenceOf(classOf([UPPER]), repeatOf(classOf([LOWER]), 0));
  const gap = repeatOf(uncased, 1);
  return sequenceOf(repeatOf(uncased, 0), word, repeatOf(sequenceOf(gap, word), 0), repeatOf(uncased, 0));
}

/** Texts that are bytes. */
export const BYTE_TEXT: Regex = repeatOf(classOf([[0, 255]]), 0);

export const ASCII_TEXT: Regex = repeatOf(classOf([[0, 127]]), 0);

/** What `str.isspace` holds for, which `strip` and `split` without arguments go by. */
export const WHITESPACE: Regex = classOf([
  [9, 13],
  [28, 32],
  [0x85, 0x85],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
]);

/** What `bytes.strip` and `int` of an ASCII text go by. */
export const ASCII_WHITESPACE: Regex = classOf([
  [9, 13],
  [32, 32],
]);

/** The name of the version of a conversion or predicate that bytes have. */
export function ofBytes(name: string): string {
  return `bytes.${name}`;
}

/** Whether a `textmap` is one of bytes. */
export function isOfBytes(name: string): boolean {
  return name.startsWith('bytes.');
}

/** The text converted; undefined beyond ASCII, where the engine has no tables, unless it is bytes. */
export function mapText(name: string, text: string): string | undefined {
  if (!isOfBytes(name)) return isAscii(text) ? mapAscii(name, text) : undefined;
  return mapAscii(name.slice('bytes.'.length), text);
}

export function isAscii(text: string): boolean {
  // every UTF-16 unit of a character beyond ASCII is above 127
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}

function mapAscii(name: string, text: string): string | undefined {
  switch (name) {
    case 'upper':
      return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    case 'lower':
    case 'casefold':
      return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    case 'swapcase':
      return text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
    case 'capitalize':
      return mapAscii('upper', text.slice(0, 1)) + (mapAscii('lower', text.slice(1)) ?? '');
    case 'title':
      return text.replace(/[A-Za-z]+/g, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
    default:
      return undefined;
  }
}
