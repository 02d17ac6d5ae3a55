/** Captures what a run writes, up to a limit for each stream. */
import type { OutputChunk } from './types.ts';

/** Bytes kept of each stream. */
export const STREAM_LIMIT = 1 << 20;

type StreamName = OutputChunk['stream'];

class CappedStream {
  #decoder = new TextDecoder();
  #text = '';
  #total = 0;

  /** Returns the text to show now: a character whose bytes are incomplete is kept back. */
  write(bytes: Uint8Array): string {
    const room = Math.max(0, STREAM_LIMIT - this.#total);
    this.#total += bytes.length;
    if (room === 0) return '';
    const text = this.#decoder.decode(bytes.subarray(0, room), { stream: true });
    this.#text += text;
    return text;
  }

  finish(): string {
    if (this.#total <= STREAM_LIMIT) this.#text += this.#decoder.decode();
    return this.#text;
  }

  notice(name: StreamName): readonly string[] {
    if (this.#total <= STREAM_LIMIT) return [];
    return [`${name} was cut: the first ${STREAM_LIMIT} of ${this.#total} bytes are shown.`];
  }
}

/** What a run wrote. */
export interface CapturedOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** One sentence for each stream that was cut. */
  readonly notices: readonly string[];
}

/** The output of one run. */
export class OutputCapture {
  #streams = { stdout: new CappedStream(), stderr: new CappedStream() };
  #listener: ((chunk: OutputChunk) => void) | undefined;

  /** `listener` receives the kept output while it is written. */
  constructor(listener?: (chunk: OutputChunk) => void) {
    this.#listener = listener;
  }

  write(stream: StreamName, bytes: Uint8Array): void {
    const text = this.#streams[stream].write(bytes);
    if (text !== '') this.#listener?.({ stream, text });
  }

  finish(): CapturedOutput {
    const { stdout, stderr } = this.#streams;
    return {
      stdout: stdout.finish(),
      stderr: stderr.finish(),
      notices: [...stdout.notice('stdout'), ...stderr.notice('stderr')],
    };
  }
}
