/**
 * Long-lived server-to-client streams. The Worker holds the client's event stream and hears from the user's Durable Object over
 * a WebSocket that hibernates: an event stream inside the object would pin it in memory.
 */
import {
  createMcpHandler,
  Server,
  type ServerCapabilities,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { ToolFailure } from '../lib/errors.ts';
import { SERVER_INFO } from './server.ts';
import { SseStream } from './sse-stream.ts';

/** Path at which the user's object accepts the bridge's WebSockets; no public route leads there. */
export const BRIDGE_PATH = '/bridge';

/** Anything that answers like the user's object. */
interface Fetcher {
  fetch(request: Request): Promise<Response>;
}

/** The standalone GET stream of a 2025-era session. Throws `ToolFailure` for a request without one. */
export async function sessionStream(request: Request, userSpace: Fetcher): Promise<Response> {
  const session = request.headers.get('mcp-session-id');
  if (session === null) {
    throw new ToolFailure({
      errorType: 'method_not_allowed',
      message: 'A GET stream belongs to a session.',
      advice: 'Send Mcp-Session-Id, or POST instead.',
      headers: { allow: 'POST, DELETE' },
    });
  }
  const socket = await openSocket(userSpace, `?session=${encodeURIComponent(session)}`);
  if (socket instanceof Response) return socket;
  const stream = new SseStream(request.signal, () => socket.close(1000), {
    headers: { 'mcp-session-id': session },
  });
  socket.addEventListener('message', ({ data }) => stream.send('message', String(data)));
  socket.addEventListener('close', () => stream.close());
  socket.addEventListener('error', () => stream.close());
  return stream.response;
}

/** `subscriptions/listen` of 2026-07-28: the SDK's listen router runs here, fed by the user's object. */
export async function listenStream(
  request: Request,
  userSpace: Fetcher,
  capabilities: ServerCapabilities,
): Promise<Response> {
  const socket = await openSocket(userSpace, '');
  if (socket instanceof Response) return socket;
  const bus = new SocketBus(socket);
  const handler = createMcpHandler(() => new Server(SERVER_INFO, { capabilities }), { legacy: 'reject', bus });
  socket.addEventListener('close', () => void handler.close());
  const response = await handler.fetch(request);
  if (!bus.listening) socket.close(1000);
  return response;
}

async function openSocket(userSpace: Fetcher, query: string): Promise<WebSocket | Response> {
  const url = `http://user-space${BRIDGE_PATH}${query}`;
  const response = await userSpace.fetch(new Request(url, { headers: { upgrade: 'websocket' } }));
  if (response.webSocket === null) return response;
  response.webSocket.accept();
  return response.webSocket;
}

/** The events that arrive over a socket; it is closed with its last listener. */
class SocketBus implements ServerEventBus {
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      // The user's object is the only one at the other end of this socket.
      const event = JSON.parse(String(data)) as ServerEvent;
      for (const listener of this.#listeners) listener(event);
    });
  }

  get listening(): boolean {
    return this.#listeners.size > 0;
  }

  /** Events come from the user's object only. */
  publish(): void {}

  subscribe(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (!this.listening) this.#socket.close(1000);
    };
  }
}
