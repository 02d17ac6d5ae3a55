/** The pkt-lines of a request, as text. */
import type { ByteReader } from '../byte-reader.ts';
import { readPacket, textOf } from '../pkt-line.ts';
import { UploadRefused } from './fetch-request.ts';

/** Lines of one request. */
const MOST_LINES = 200_000;
/** Bytes of all of them. */
const MOST_BYTES = 32 << 20;

/** What comes next in a request; `end` once nothing does. */
export type RequestLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'flush' | 'delimiter' | 'response-end' | 'end' };

/** Reads a request line by line. */
export class RequestLines {
  readonly #reader: ByteReader;
  #count = 0;
  #bytes = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** The next line, without its line feed. Throws {@link UploadRefused} when there are too many, or too much is in them, and `BadPacket`. */
  async next(): Promise<RequestLine> {
    if (++this.#count > MOST_LINES) throw new UploadRefused(`more than ${MOST_LINES} lines in one request`);
    const packet = await readPacket(this.#reader);
    if (packet === undefined) return { kind: 'end' };
    if (packet.kind !== 'line') return { kind: packet.kind };
    this.#bytes += packet.bytes.length;
    if (this.#bytes > MOST_BYTES) throw new UploadRefused(`more than ${MOST_BYTES} bytes in the lines of one request`);
    return { kind: 'line', text: textOf(packet.bytes) };
  }
}
