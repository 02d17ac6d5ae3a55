/** Sends output to a listener that may be slow: one message at a time, what is written meanwhile goes with the next. */
import type { OutputChunk } from './types.ts';

/** Receives output while it is produced; resolves to `false` once nobody listens and the cell is to be interrupted. */
export type OutputListener = (chunk: OutputChunk) => Promise<boolean>;

export class OutputPump {
  #listener: OutputListener;
  #abandoned: () => void;
  #waiting: OutputChunk[] = [];
  #sending: Promise<void> | undefined;
  #closed = false;

  /** `abandoned` is called once when the listener is gone. */
  constructor(listener: OutputListener, abandoned: () => void) {
    this.#listener = listener;
    this.#abandoned = abandoned;
  }

  write(chunk: OutputChunk): void {
    if (this.#closed) return;
    const last = this.#waiting.at(-1);
    if (last?.stream === chunk.stream)
      this.#waiting[this.#waiting.length - 1] = { ...chunk, text: last.text + chunk.text };
    else this.#waiting.push(chunk);
    this.#sending ??= this.#send();
  }

  /** Resolves when everything written was sent. */
  async finish(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    await Promise.resolve(); // `print` writes its text and the end of line one by one: they go together
    for (let chunk = this.#waiting.shift(); chunk !== undefined; chunk = this.#waiting.shift()) {
      // A listener that fails is one that is gone.
      if (await this.#listener(chunk).catch(() => false)) continue;
      this.#closed = true;
      this.#waiting = [];
      this.#abandoned();
    }
    this.#sending = undefined;
  }
}
