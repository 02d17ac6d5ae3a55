/** Escape sequences of string and bytes literals (Python reference, "String and Bytes literals"). */
import type { SyntaxNode } from './syntax-node.ts';

/** Text after escapes, or the construct that cannot be held: `\N{...}` needs Unicode's table of names. */
export type Decoded = { readonly text: string } | { readonly unsupported: string };

/** An escape sequence that Python refuses; {@link locateEscapeError} adds the place. */
class EscapeError extends Error {
  override readonly name = 'EscapeError';
}

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE = /\\(?:([0-7]{1,3})|([xuUN])|(.))/gs;
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Decodes the escapes of a string literal; unknown ones stay as they are, as in Python. @throws EscapeError */
export function decodeString(raw: string): Decoded {
  if (!raw.includes('\\')) return { text: raw };
  let text = '';
  let unsupported: string | undefined;
  let at = 0;
  for (ESCAPE.lastIndex = 0; ; ) {
    const match = ESCAPE.exec(raw);
    if (match === null) break;
    text += raw.slice(at, match.index);
    at = ESCAPE.lastIndex;
    const [whole, octal, coded, other = ''] = match;
    if (octal !== undefined) text += String.fromCharCode(Number.parseInt(octal, 8));
    else if (coded === 'N') {
      const name = /^\{[^}]+\}/.exec(raw.slice(at))?.[0];
      if (name === undefined) throw new EscapeError('malformed \\N character escape: write \\N{NAME}');
      unsupported = `named character \\N${name}`;
      at += name.length;
    } else if (coded !== undefined) {
      const code = hexEscape(raw, at, coded);
      at += HEX_DIGITS[coded] ?? 0;
      if (code >= 0xd800 && code <= 0xdfff) unsupported = 'string with half of a surrogate pair';
      else text += String.fromCodePoint(code);
    } else text += SIMPLE[other] ?? whole;
    ESCAPE.lastIndex = at;
  }
  return unsupported === undefined ? { text: text + raw.slice(at) } : { unsupported };
}

function hexEscape(raw: string, at: number, letter: string): number {
  const length = HEX_DIGITS[letter] ?? 0;
  const digits = raw.slice(at, at + length);
  if (digits.length < length || !/^[\da-fA-F]+$/.test(digits)) {
    throw new EscapeError(`truncated \\${letter} escape: it needs ${length} hexadecimal digits`);
  }
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff) throw new EscapeError(`illegal Unicode character \\${letter}${digits}`);
  return code;
}

/** Decodes the escapes of a bytes literal (all of them when `isRaw` is false). @throws EscapeError */
export function decodeBytes(raw: string, isRaw: boolean): Uint8Array {
  if (/[^\0-\x7f]/.test(raw)) throw new EscapeError('bytes can only contain ASCII literal characters');
  if (isRaw) return Uint8Array.from(raw, (character) => character.charCodeAt(0));
  const text = raw.replace(/\\(?:([0-7]{1,3})|x([\da-fA-F]{2})?|(.))/gs, (whole, octal, hex, other) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (other === undefined) throw new EscapeError('invalid \\x escape: it needs 2 hexadecimal digits');
    return SIMPLE[other] ?? whole;
  });
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Runs `decode` on text of the literal at `node`. @throws PythonSyntaxError for a bad escape in it */
export function locateEscapeError<T>(node: SyntaxNode, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof EscapeError) node.fail(`Invalid string literal (${error.message})`);
    throw error;
  }
}
