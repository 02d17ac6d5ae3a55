/** Server transport over a WebSocket: one JSON-RPC message per text frame. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';

/** Id of the handshake that is replayed to a new server; the client never sees its answer. */
const REPLAY_ID = 'lemma-replay';

/** One client's connection: messages come in through {@link receive} and go out as frames. */
export class SocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #socket: WebSocket;
  readonly #send: (message: JSONRPCMessage) => void;
  readonly #pending = new Map<RequestId, () => void>();
  #closed = false;

  /** `send` sends a message over `socket`. */
  constructor(socket: WebSocket, send: (message: JSONRPCMessage) => void) {
    this.#socket = socket;
    this.#send = send;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    const answers = 'id' in message && !('method' in message) ? message.id : undefined;
    if (answers === REPLAY_ID) return;
    if (!this.#closed && this.#socket.readyState === WebSocket.OPEN) this.#send(message);
    if (answers !== undefined) this.#settle(answers);
  }

  /** Takes a message of the client; resolves once a request is answered, cancelled, or its client gone. */
  receive(message: JSONRPCMessage): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isJSONRPCRequest(message)) {
      this.#pending.get(message.id)?.();
      this.#pending.set(message.id, resolve);
    } else {
      resolve();
    }
    this.onmessage?.(message);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const cancelled = message.params?.requestId;
      if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
    }
    return promise;
  }

  /** Plays the client's own handshake to a server that has not met it. */
  replay(initialize: JSONRPCRequest): void {
    this.onmessage?.({ ...initialize, id: REPLAY_ID });
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const settle of this.#pending.values()) settle();
    this.#pending.clear();
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(1000);
    this.onclose?.();
  }

  #settle(id: RequestId): void {
    this.#pending.get(id)?.();
    this.#pending.delete(id);
  }
}
