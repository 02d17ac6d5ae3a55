/** The bytes of a pack on their way out: hashed, and framed as the client wants them. */
import { createHash } from 'node:crypto';
import { BAND } from '../pkt-line.ts';

/** How a pack is sent: bare, or on a band of pkt-lines of at most so many bytes. */
export type Framing = { readonly kind: 'bare' } | { readonly kind: 'band'; readonly longest: number };

/** Bytes of length and band before what a pkt-line carries. */
const BAND_HEAD = 5;
/** Bytes of a bare pack that are handed out together. */
const BARE_BYTES = 65_515;
/** Frames that are handed out together. */
const FRAMES = 16;

const encoder = new TextEncoder();

/** Takes the bytes of one pack and hands out chunks of frames. */
export class PackOutput {
  readonly #hash = createHash('sha1');
  readonly #head: number;
  readonly #room: number;
  #chunk: Uint8Array;
  /** Where the frame begins that is being filled, and where its next byte goes. */
  #frame = 0;
  #at: number;
  #ready: Uint8Array[] = [];
  #hashing = true;
  #written = 0;

  constructor(framing: Framing) {
    this.#head = framing.kind === 'bare' ? 0 : BAND_HEAD;
    this.#room = framing.kind === 'bare' ? BARE_BYTES : framing.longest - BAND_HEAD;
    this.#chunk = new Uint8Array(FRAMES * (this.#head + this.#room));
    this.#at = this.#head;
  }

  /** Bytes of the pack so far. */
  get written(): number {
    return this.#written;
  }

  /** Takes the next bytes. */
  write(bytes: Uint8Array): void {
    this.#written += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const free = this.#frame + this.#head + this.#room - this.#at;
      const taken = Math.min(free, bytes.length - from);
      this.#chunk.set(bytes.subarray(from, from + taken), this.#at);
      this.#at += taken;
      from += taken;
      if (taken === free) this.#closeFrame();
    }
  }

  /** Ends the pack with its SHA-1. */
  finish(): void {
    this.#hashFrame();
    this.#hashing = false;
    this.write(this.#hash.digest());
    if (this.#at > this.#frame + this.#head) this.#closeFrame();
    if (this.#frame > 0) this.#ready.push(this.#chunk.subarray(0, this.#frame));
  }

  /** The chunks that are complete, each once. */
  take(): readonly Uint8Array[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  #closeFrame(): void {
    if (this.#hashing) this.#hashFrame();
    if (this.#head > 0) {
      const length = this.#at - this.#frame;
      encoder.encodeInto(length.toString(16).padStart(4, '0'), this.#chunk.subarray(this.#frame));
      this.#chunk[this.#frame + BAND_HEAD - 1] = BAND.data;
    }
    this.#frame = this.#at;
    if (this.#frame + this.#head + this.#room > this.#chunk.length) {
      this.#ready.push(this.#chunk.subarray(0, this.#frame));
      this.#chunk = new Uint8Array(this.#chunk.length);
      this.#frame = 0;
    }
    this.#at = this.#frame + this.#head;
  }

  /** Hashes what is in the frame. */
  #hashFrame(): void {
    this.#hash.update(this.#chunk.subarray(this.#frame + this.#head, this.#at));
  }
}
