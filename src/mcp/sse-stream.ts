/** Server-sent events: a response whose frames are written one by one, with a heartbeat while it is open. */

/** Milliseconds between two signs of life on a stream that answers no call. */
const IDLE_MS = 2000;

/** What a stream may have besides. */
export interface SseOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between two signs of life. */
  readonly heartbeatMs?: number;
}

/** An open event stream. */
export class SseStream {
  /** The response to hand to the client. */
  readonly response: Response;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  readonly #onclose: () => void;
  #closed = false;

  /** `onclose` runs once, whichever side ends the stream. */
  constructor(signal: AbortSignal, onclose: () => void, { headers = {}, heartbeatMs = IDLE_MS }: SseOptions = {}) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#onclose = onclose;
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => this.close());
    signal.addEventListener('abort', () => this.close(), { once: true });
    this.#heartbeat = setInterval(() => this.#write(': keepalive\n\n'), heartbeatMs);
    this.response = new Response(readable, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        ...headers,
      },
    });
  }

  /** Writes one event; `data` holds no line break. */
  send(event: string, data: string): void {
    this.#write(`event: ${event}\ndata: ${data}\n\n`);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeat);
    this.#writer.close().catch(() => undefined);
    this.#onclose();
  }

  #write(frame: string): void {
    if (this.#closed) return;
    this.#writer.write(this.#encoder.encode(frame)).catch(() => this.close());
  }
}
