/** Server-sent events (WHATWG's `text/event-stream`), as far as models use them: the data of each. */
import { within } from '../lib/within.ts';

/** Bytes of a whole stream: more is no answer that anybody asked for. */
const MOST_BYTES = 8 * 1024 * 1024;

/** How long a stream is waited for. */
export interface Patience {
  /** Milliseconds without a byte. */
  readonly silenceMs: number;
  /** Milliseconds from its beginning to its end, however much comes. */
  readonly longestMs: number;
}

/** Nothing came for {@link Patience.silenceMs}. */
export class Silence extends Error {
  override readonly name = 'Silence';
}

/** It did not end within {@link Patience.longestMs}. */
export class Endless extends Error {
  override readonly name = 'Endless';
}

/** More came than is taken. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/**
 * The data of the events of a stream; one that is cut off is left out. Throws {@link Silence}, {@link Endless}, {@link TooMuch}, and what
 * the stream ends with.
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  { silenceMs, longestMs }: Patience,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new Events();
  let bytes = 0;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    reader.cancel().catch(() => undefined);
  }, longestMs);
  try {
    for (;;) {
      const read = await within(silenceMs, reader.read());
      if (isOver) throw new Endless();
      if (read === undefined) throw new Silence();
      if (read.done) return;
      bytes += read.value.byteLength;
      if (bytes > MOST_BYTES) throw new TooMuch();
      yield* events.add(decoder.decode(read.value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    // Whoever stops reading wants no more of it.
    reader.cancel().catch(() => undefined);
  }
}

/** The events in pieces of text: each character is looked at once, in whatever pieces it comes. */
class Events {
  /** The beginning of a line whose end has not come. */
  #line = '';
  #data: string[] = [];

  /** The data of the events that end in `piece`. */
  *add(piece: string): Generator<string> {
    const [first = '', ...others] = piece.split('\n');
    this.#line += first;
    for (const next of others) {
      const data = this.#end(this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line);
      if (data !== undefined) yield data;
      this.#line = next;
    }
  }

  /** Takes a whole line in; the data of the event that it ends. */
  #end(line: string): string | undefined {
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '' || this.#data.length === 0) return undefined;
    const data = this.#data.join('\n');
    this.#data = [];
    return data;
  }
}
