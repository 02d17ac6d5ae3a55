import { describe, expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { concatBytes } from './bytes.ts';
import { BAND, BadPacket, DELIMITER, encodeBand, encodeLine, FLUSH, readPacket, textOf } from './pkt-line.ts';

const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** A stream that gives `bytes` in pieces of `size`. */
function readerOf(bytes: string | Uint8Array, size = 1): ByteReader {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  let at = 0;
  return new ByteReader(
    new ReadableStream({
      pull(controller) {
        if (at >= all.length) return controller.close();
        controller.enqueue(all.slice(at, at + size));
        at += size;
      },
    }),
  );
}

describe('encoding', () => {
  it('writes the length in front', () => {
    // From gitprotocol-common.
    expect(text(encodeLine('a\n'))).toBe('0006a\n');
    expect(text(encodeLine(''))).toBe('0004');
    expect(text(encodeLine('foobar\n'))).toBe('000bfoobar\n');
    expect(() => encodeLine('x'.repeat(65_517))).toThrow(RangeError);
    expect(encodeLine('x'.repeat(65_516))).toHaveLength(65_520);
  });

  it('splits what does not fit one line of a band', async () => {
    const content = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
    const reader = readerOf(encodeBand(BAND.data, content), 1000);
    const parts: Uint8Array[] = [];
    for (let packet = await readPacket(reader); packet?.kind === 'line'; packet = await readPacket(reader)) {
      expect(packet.bytes[0]).toBe(BAND.data);
      parts.push(packet.bytes.slice(1));
    }
    expect(parts.map(({ length }) => length)).toEqual([65_515, 4485]);
    expect(concatBytes(parts)).toEqual(content);
    expect(encodeBand(BAND.progress, '')).toHaveLength(0);
  });
});

describe('decoding', () => {
  it.each([1, 3, 100])('reads lines and then the rest, in pieces of %d bytes', async (size) => {
    const reader = readerOf(
      concatBytes([encodeLine('one\n'), encodeLine('two'), DELIMITER, FLUSH, Uint8Array.of(80, 65)]),
      size,
    );
    const kinds = [];
    for (let index = 0; index < 4; index++) {
      const packet = await readPacket(reader);
      kinds.push(packet?.kind === 'line' ? textOf(packet.bytes) : packet?.kind);
    }
    expect(kinds).toEqual(['one', 'two', 'delimiter', 'flush']);
    const rest: number[] = [];
    for await (const bytes of reader.rest()) rest.push(...bytes);
    expect(rest).toEqual([80, 65]);
    expect(await readPacket(reader)).toBeUndefined();
  });

  it.each(['zzzz', '0003', 'fff1', '00', '0009abc'])('refuses %j', async (bytes) => {
    await expect(readPacket(readerOf(bytes))).rejects.toThrow(BadPacket);
  });

  it('fails as the stream does', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    await expect(readPacket(new ByteReader(broken))).rejects.toThrow('gone');
  });
});
