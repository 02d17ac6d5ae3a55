/** Texts in files: encodings by the names that Python knows them by. */
import { fromBase64, toBase64 } from '../lib/base64.ts';
import { ToolFailure } from '../lib/errors.ts';

const ENCODERS: ReadonlyMap<string, (text: string) => Uint8Array> = new Map([
  ['utf8', (text) => new TextEncoder().encode(wellFormed(text, 'utf-8'))],
  ['utf8sig', (text) => new TextEncoder().encode(`\ufeff${wellFormed(text, 'utf-8-sig')}`)],
  ['ascii', (text) => singleBytes(text, 'ascii', 127)],
  ['latin1', (text) => singleBytes(text, 'latin-1', 255)],
  ['utf16', (text) => utf16(`\ufeff${wellFormed(text, 'utf-16')}`, true)],
  ['utf16le', (text) => utf16(wellFormed(text, 'utf-16-le'), true)],
  ['utf16be', (text) => utf16(wellFormed(text, 'utf-16-be'), false)],
  ['base64', base64Bytes],
]);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['u8', 'utf8'],
  ['usascii', 'ascii'],
  ['iso88591', 'latin1'],
  ['l1', 'latin1'],
  ['u16', 'utf16'],
]);

/** What {@link encodeText} takes, as it is shown. */
export const ENCODINGS = [
  'utf-8',
  'utf-8-sig',
  'ascii',
  'latin-1',
  'utf-16',
  'utf-16-le',
  'utf-16-be',
  'base64',
] as const;

/** The bytes of `text`; with `base64`, those that it stands for. Throws `ToolFailure`. */
export function encodeText(text: string, encoding: string): Uint8Array {
  const plain = encoding.toLowerCase().replace(/[-_ ]/g, '');
  const encode = ENCODERS.get(ALIASES.get(plain) ?? plain);
  if (encode !== undefined) return encode(text);
  throw new ToolFailure({
    errorType: 'LookupError',
    message: `unknown encoding: ${encoding}`,
    advice: `Use one of ${ENCODINGS.join(', ')}; base64 is for binary files.`,
  });
}

/** The beginning of a file as text, or as base64 when its bytes are no UTF-8 or hold a NUL. */
export interface DecodedText {
  readonly text: string;
  readonly binary: boolean;
  readonly encoding: 'utf-8' | 'base64';
  /** Bytes that `text` stands for. */
  readonly bytes: number;
}

/** Decodes the beginning of a file; where it was cut within a character, that character is left out. */
export function decodeText(data: Uint8Array, truncated: boolean): DecodedText {
  const whole = truncated ? wholeCharacters(data) : data;
  if (data.includes(0)) return asBase64(data);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
    return { text, binary: false, encoding: 'utf-8', bytes: whole.length };
  } catch {
    return asBase64(data);
  }
}

function asBase64(data: Uint8Array): DecodedText {
  return { text: toBase64(data), binary: true, encoding: 'base64', bytes: data.length };
}

/** Without the bytes of a character at the end that lacks some. */
function wholeCharacters(data: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, data.length); back++) {
    const byte = data[data.length - back] ?? 0;
    if (byte < 0x80) return data;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? data.subarray(0, data.length - back) : data;
  }
  return data;
}

function wellFormed(text: string, encoding: string): string {
  if (text.isWellFormed()) return text;
  throw unencodable(text, encoding, (code) => code >= 0xd800 && code <= 0xdfff, 'surrogates not allowed');
}

function singleBytes(text: string, encoding: string, highest: number): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > highest)
      throw unencodable(text, encoding, (point) => point > highest, `ordinal not in range(${highest + 1})`);
    bytes[at] = code;
  }
  return bytes;
}

/** Positions are counted in characters, as Python counts them. */
function unencodable(text: string, encoding: string, isBad: (code: number) => boolean, why: string): ToolFailure {
  const points = [...text];
  const position = points.findIndex((point) => isBad(point.codePointAt(0) ?? 0));
  const code = (points[position]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return new ToolFailure({
    errorType: 'UnicodeEncodeError',
    message: `The encoding ${encoding} cannot write the character U+${code} at position ${position}: ${why}`,
    advice: encoding.startsWith('utf') ? 'Send binary content as base64.' : 'Use utf-8, or leave that character out.',
  });
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

function base64Bytes(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes !== undefined) return bytes;
  throw new ToolFailure({
    errorType: 'ValueError',
    message: 'The content is no base64.',
    advice: 'Use the alphabet A-Z a-z 0-9 + / with padding, or write text with encoding utf-8.',
  });
}
