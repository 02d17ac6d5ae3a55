/** Git's pkt-lines: four hex digits of length, then bytes (gitprotocol-common), and the bands they can carry (gitprotocol-pack). */
import type { ByteReader } from './byte-reader.ts';
import { concatBytes } from './bytes.ts';

/** A pkt-line. The bytes of a line hold until the reader's next one. */
export type Packet =
  | { readonly kind: 'line'; readonly bytes: Uint8Array }
  | { readonly kind: 'flush' }
  | { readonly kind: 'delimiter' }
  | { readonly kind: 'response-end' };

/** A stream that is not made of pkt-lines. */
export class BadPacket extends Error {
  override readonly name = 'BadPacket';
}

/** Channels of a multiplexed answer. */
export const BAND = { data: 1, progress: 2, error: 3 } as const;

/** Bytes of a pkt-line, its length included. */
const LONGEST_PACKET = 65_520;
/** Digits of the length. */
const LENGTH_DIGITS = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** `0000`: the end of a list. */
export const FLUSH: Uint8Array = encoder.encode('0000');
/** `0001`: between the sections of protocol version 2. */
export const DELIMITER: Uint8Array = encoder.encode('0001');
/** `0002`: the end of an answer of protocol version 2. */
export const RESPONSE_END: Uint8Array = encoder.encode('0002');

/** One pkt-line; a line of text should end in a line feed. Throws a RangeError beyond 65,516 bytes. */
export function encodeLine(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const length = bytes.length + LENGTH_DIGITS;
  if (length > LONGEST_PACKET) throw new RangeError(`${bytes.length} bytes do not fit a pkt-line`);
  return concatBytes([encoder.encode(length.toString(16).padStart(LENGTH_DIGITS, '0')), bytes]);
}

/** `content` on a band of side-band-64k, in as few pkt-lines as can be. */
export function encodeBand(band: (typeof BAND)[keyof typeof BAND], content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  const room = LONGEST_PACKET - LENGTH_DIGITS - 1;
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += room) {
    lines.push(encodeLine(concatBytes([Uint8Array.of(band), bytes.subarray(at, at + room)])));
  }
  return concatBytes(lines);
}

/** The text of a line, without the line feed that may end it. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes).replace(/\n$/, '');
}

/** The next pkt-line; undefined at the end of the stream. Throws {@link BadPacket}. */
export async function readPacket(reader: ByteReader): Promise<Packet | undefined> {
  const head = await reader.fill(LENGTH_DIGITS);
  if (head.length === 0) return undefined;
  const digits = decoder.decode(head.subarray(0, LENGTH_DIGITS));
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw new BadPacket(`${JSON.stringify(digits)} is no length of a pkt-line`);
  const length = Number.parseInt(digits, 16);
  if (length < LENGTH_DIGITS) reader.skip(LENGTH_DIGITS);
  switch (length) {
    case 0:
      return { kind: 'flush' };
    case 1:
      return { kind: 'delimiter' };
    case 2:
      return { kind: 'response-end' };
    case 3:
      throw new BadPacket('0003 is no length of a pkt-line');
  }
  if (length > LONGEST_PACKET) throw new BadPacket(`a pkt-line of ${length} bytes is too long`);
  const packet = await reader.fill(length);
  if (packet.length < length) throw new BadPacket('the stream ends within a pkt-line');
  reader.skip(length);
  return { kind: 'line', bytes: packet.subarray(LENGTH_DIGITS, length) };
}
