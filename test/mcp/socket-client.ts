/** A WebSocket client of `/mcp/ws` that keeps every message it got. */
import { once } from 'node:events';
import { until } from '../until.ts';

/** A JSON-RPC message, loosely: tests look into it. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

/** An open connection. */
export interface SocketClient {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly messages: readonly Message[];
  send(message: unknown): void;
  /** Sends a request and resolves to the message that answers it. */
  request(id: string | number, method: string, params?: Record<string, unknown>): Promise<Message>;
  /** The first message that `accepts` accepts, come or still to come. */
  next(accepts: (message: Message) => boolean): Promise<Message>;
  close(): Promise<void>;
}

/** Options of {@link openSocket}. */
export interface SocketOptions {
  /** Path and query; default `/mcp/ws`. */
  readonly path?: string;
  /** Offered subprotocols; default `mcp` alone. */
  readonly protocols?: string | string[];
}

/** Parameters of the handshake of 2025-11-25. */
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Where `path` is, as a WebSocket URL. */
export function socketUrl(base: URL, path = '/mcp/ws'): URL {
  const url = new URL(path, base);
  url.protocol = 'ws:';
  return url;
}

/** Connects, and fails when the handshake does. */
export async function openSocket(base: URL, options: SocketOptions = {}): Promise<SocketClient> {
  const socket = new WebSocket(socketUrl(base, options.path), options.protocols ?? 'mcp');
  const messages: Message[] = [];
  socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The connection was refused.')));
  });
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = (accepts: (message: Message) => boolean) =>
    until(() => {
      const found = messages.find(accepts);
      if (found === undefined) throw new Error(`Not among ${JSON.stringify(messages)}`);
      return found;
    }, 5);
  return {
    socket,
    messages,
    send,
    next,
    request(id, method, params) {
      send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      return next((message) => message.id === id && message.method === undefined);
    },
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** Connects and makes the handshake of 2025-11-25. */
export async function initialized(base: URL, options: SocketOptions = {}): Promise<SocketClient> {
  const client = await openSocket(base, options);
  await client.request('hello', 'initialize', INITIALIZE);
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return client;
}
