/** What a session hears of a run: kept in case that the interpreter dies with its own record, and passed on to the caller. */
import { STREAM_LIMIT } from './output.ts';
import { type OutputListener, OutputPump } from './pump.ts';
import type { OutputChunk } from './types.ts';

/** Milliseconds that a run waits for its caller to hear a chunk: code that blocks its thread next would hold the chunk up. */
const PATIENCE_MS = 20;

export class Transcript {
  readonly #written = { stdout: '', stderr: '' };
  readonly #pump: OutputPump | undefined;
  #abandoned = false;

  /** `abandoned` is called once when `listener` is gone. */
  constructor(listener: OutputListener | undefined, abandoned: () => void) {
    this.#pump =
      listener &&
      new OutputPump(listener, () => {
        this.#abandoned = true;
        abandoned();
      });
  }

  /** Takes a chunk, and waits a little for the caller, who may be slow. False once the caller is gone. */
  async hear({ stream, text }: OutputChunk): Promise<boolean> {
    const room = STREAM_LIMIT - this.#written[stream].length;
    if (room > 0) this.#written[stream] += text.slice(0, room);
    if (this.#pump === undefined) return true;
    this.#pump.write({ stream, text });
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, PATIENCE_MS);
    await Promise.race([this.#pump.finish(), patience.promise]);
    clearTimeout(timer);
    return !this.#abandoned;
  }

  /** What came, to as many characters as the interpreter keeps bytes of each stream. */
  get written(): { readonly stdout: string; readonly stderr: string } {
    return { ...this.#written };
  }

  /** Resolves when the caller has heard everything. */
  async passedOn(): Promise<void> {
    await this.#pump?.finish();
  }
}
