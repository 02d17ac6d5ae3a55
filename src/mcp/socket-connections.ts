/** `/mcp/ws`: MCP over WebSockets that hibernate, so that an idle connection does not keep its user's object in memory. */
import { isJSONRPCRequest, type JSONRPCMessage, type JSONRPCRequest, type Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { readFrame } from './socket-frame.ts';
import { SocketTransport } from './socket-transport.ts';

/** Where WebSockets are opened. */
export const SOCKET_PATH = '/mcp/ws';

/** WebSockets that a user may have open. */
export const MOST_SOCKETS = 100;

/** The subprotocol that clients offer and the server answers. */
export const SUBPROTOCOL = 'mcp';

/** Characters of JSON that an attachment may have: 16,384 bytes at two each, with room for its structure. */
const MOST_ATTACHED = 7500;

const attachmentSchema = z.object({
  path: z.string(),
  initialize: z.custom<JSONRPCRequest>(isJSONRPCRequest).optional(),
});

/** What a socket carries through the eviction of its object: the path that lists the same tools over HTTP, and the handshake. */
type Attachment = z.infer<typeof attachmentSchema>;

/** Path of the HTTP URL whose tools a socket at `url` lists: `?toolsets=a,b` stands for `/mcp/a,b`. */
export function surfacePathOf(url: URL): string {
  const toolsets = url.searchParams.get('toolsets');
  return toolsets === null ? '/mcp' : `/mcp/${toolsets}`;
}

/** The sockets of one user. */
export class SocketConnections {
  readonly #createServer: (path: string) => Server;
  readonly #live = new Map<WebSocket, SocketTransport>();

  constructor(createServer: (path: string) => Server) {
    this.#createServer = createServer;
  }

  /** Prepares an accepted socket. */
  open(socket: WebSocket, path: string): void {
    attach(socket, { path });
  }

  /** Takes a frame; resolves once its request, if it is one, is answered or given up: until then the object stays. */
  async receive(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const frame = readFrame(data);
    if ('fault' in frame) {
      socket.send(JSON.stringify(frame.fault));
      return;
    }
    const { message } = frame;
    const transport = this.#live.get(socket) ?? this.#connect(socket);
    if (isHandshake(message)) attach(socket, { path: attachmentOf(socket).path, initialize: message });
    await transport.receive(message);
  }

  /** The client has gone: its calls are cancelled. */
  async close(socket: WebSocket): Promise<void> {
    await this.#live.get(socket)?.close();
  }

  /** The revision is chosen by the connection's first messages, as it is over standard input and output. */
  #connect(socket: WebSocket): SocketTransport {
    const { path, initialize } = attachmentOf(socket);
    const transport = new SocketTransport(socket);
    serveStdio(() => this.#createServer(path), {
      transport,
      onerror: (error) => console.warn('MCP message refused:', error.message),
    });
    const { onclose } = transport;
    transport.onclose = () => {
      this.#live.delete(socket);
      onclose?.();
    };
    this.#live.set(socket, transport);
    if (initialize !== undefined) transport.replay(initialize);
    return transport;
  }
}

function isHandshake(message: JSONRPCMessage): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && message.method === 'initialize';
}

function attachmentOf(socket: WebSocket): Attachment {
  return attachmentSchema.parse(socket.deserializeAttachment());
}

/** A handshake that does not fit is left out: calls work without it, as they do over HTTP. */
function attach(socket: WebSocket, attachment: Attachment): void {
  const fits = JSON.stringify(attachment).length <= MOST_ATTACHED;
  socket.serializeAttachment(fits ? attachment : { path: attachment.path });
}
