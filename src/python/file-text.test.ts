import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from './file-text.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('encodeText', () => {
  it.each([
    ['utf-8', 'é', bytes(0xc3, 0xa9)],
    ['UTF8', 'é', bytes(0xc3, 0xa9)],
    ['utf-8-sig', 'a', bytes(0xef, 0xbb, 0xbf, 0x61)],
    ['ascii', 'a', bytes(0x61)],
    ['latin-1', 'é', bytes(0xe9)],
    ['ISO-8859-1', 'é', bytes(0xe9)],
    ['utf-16', 'a', bytes(0xff, 0xfe, 0x61, 0)],
    ['utf_16_le', 'a', bytes(0x61, 0)],
    ['utf-16-be', '😀', bytes(0xd8, 0x3d, 0xde, 0x00)],
    ['base64', 'AP8=', bytes(0, 255)],
  ])('%s', (encoding, text, expected) => {
    expect(encodeText(text, encoding)).toEqual(expected);
  });

  it.each([
    ['klingon', 'x', 'unknown encoding: klingon'],
    ['ascii', '😀é', 'cannot write the character U+1F600 at position 0: ordinal not in range(128)'],
    ['latin-1', '😀'.replace('😀', 'ab€'), 'U+20AC at position 2'],
    ['utf-8', 'a😀\ud800', 'U+D800 at position 2: surrogates not allowed'],
    ['base64', '?', 'no base64'],
  ])('%s refuses %j', (encoding, text, message) => {
    expect(() => encodeText(text, encoding)).toThrow(message);
  });
});

describe('decodeText', () => {
  it.each([
    ['text', bytes(0xc3, 0xa9), false, 'é', 2],
    ['a byte order mark, which stays', bytes(0xef, 0xbb, 0xbf), false, '\ufeff', 3],
    ['a cut character of two', bytes(0x61, 0xc3), true, 'a', 1],
    ['a cut character of four', bytes(0x61, 0xf0, 0x9f, 0x98), true, 'a', 1],
    ['a whole one at the cut', bytes(0xf0, 0x9f, 0x98, 0x80), true, '😀', 4],
    ['nothing', bytes(), false, '', 0],
  ])('%s', (_name, data, truncated, text, count) => {
    expect(decodeText(data, truncated)).toEqual({ text, binary: false, encoding: 'utf-8', bytes: count });
  });

  it('gives anything else as base64', () => {
    expect(decodeText(bytes(0x61, 0xc3), false)).toEqual({ text: 'YcM=', binary: true, encoding: 'base64', bytes: 2 });
    const large = new Uint8Array(100_000).fill(255);
    expect(decodeText(large, true).text).toBe(Buffer.from(large).toString('base64'));
  });
});
