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

  /**
   * Takes a chunk, and waits a little for the caller, who may be slow. False once the caller is gone. User code may have broken
   * the interpreter, and send anything: what its own record would not hold is not passed on.
   */
  async hear({ stream, text }: OutputChunk): Promise<boolean> {
    if ((stream !== 'stdout' && stream !== 'stderr') || typeof text !== 'string') return false;
    const piece = text.slice(0, Math.max(0, STREAM_LIMIT - this.#written[stream].length));
    if (piece === '') return !this.#abandoned;
    this.#written[stream] += piece;
    if (this.#pump === undefined) return true;
    this.#pump.write({ stream, text: piece });
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
