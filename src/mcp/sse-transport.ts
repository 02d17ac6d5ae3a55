/** Server transport of the 2024-11-05 revision's HTTP+SSE on web streams; the SDK's own needs Node's http. */
import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';
import { HEARTBEAT_MS } from './patience.ts';
import { SseStream } from './sse-stream.ts';

/** One client's connection: messages come in through {@link receive} and go out over {@link response}. */
export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly sessionId: string;
  readonly #endpoint: string;
  readonly #stream: SseStream;

  /** `endpoint` is the path and query that the client is told to post its messages to. */
  constructor(sessionId: string, endpoint: string, signal: AbortSignal) {
    this.sessionId = sessionId;
    this.#endpoint = endpoint;
    this.#stream = new SseStream(signal, () => this.onclose?.(), { heartbeatMs: HEARTBEAT_MS });
  }

  /** The event stream. */
  get response(): Response {
    return this.#stream.response;
  }

  async start(): Promise<void> {
    this.#stream.send('endpoint', this.#endpoint);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#stream.send('message', JSON.stringify(message));
  }

  /** Takes a message that the client posted. */
  receive(message: JSONRPCMessage, request: Request): void {
    this.onmessage?.(message, { request });
  }

  async close(): Promise<void> {
    this.#stream.close();
  }
}
