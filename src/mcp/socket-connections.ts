/** `/mcp/ws`: MCP over WebSockets that hibernate, so that an idle connection does not keep its user's object in memory. */
import { isJSONRPCRequest, type JSONRPCMessage, type JSONRPCRequest, type Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import { readFrame } from './socket-frame.ts';
import { SocketTransport } from './socket-transport.ts';

/** Where WebSockets are opened. */
export const SOCKET_PATH = '/mcp/ws';

/** The subprotocol that clients offer and the server answers. */
export const SUBPROTOCOL = 'mcp';

/** Characters of JSON that an attachment may have: 16,384 bytes at two each, with room for its structure. */
const MOST_ATTACHED = 7500;

/** Close code of RFC 6455 for a violated policy, and what it says here. */
const POLICY_VIOLATION = 1008;
const REVOKED = 'The API key that opened this connection was revoked.';

const holderSchema = z.object({ credential: z.string().optional() });

const attachmentSchema = holderSchema.extend({
  path: z.string(),
  initialize: z.custom<JSONRPCRequest>(isJSONRPCRequest).optional(),
});

/**
 * What a socket carries through the eviction of its object: the digest of the credential that opened it, the path that lists the same
 * tools over HTTP, and the handshake.
 */
type Attachment = z.infer<typeof attachmentSchema>;

/** Path of the HTTP URL whose tools a socket at `url` lists: `?toolsets=a,b` stands for `/mcp/a,b`. */
export function surfacePathOf(url: URL): string {
  const toolsets = url.searchParams.get('toolsets');
  return toolsets === null ? '/mcp' : `/mcp/${toolsets}`;
}

/** Digest of the credential that opened a socket, of clients or of the bridge; `undefined` when it had none. */
export function credentialOf(socket: WebSocket): string | undefined {
  return holderSchema.safeParse(socket.deserializeAttachment()).data?.credential;
}

/** Keeps the digest of the credential that opens a socket of the bridge. */
export function attachCredential(socket: WebSocket, credential: string | undefined): void {
  socket.serializeAttachment({ credential });
}

/** Closes a socket whose credential is not valid any more. */
export function closeRevoked(socket: WebSocket): void {
  socket.close(POLICY_VIOLATION, REVOKED);
}

/** What the sockets need from the object they live in. */
export interface SocketHost {
  /** A server for a socket opened at `path`; `caller` is asked for each message. */
  createServer(path: string, caller: () => Principal): Server;
  /** The principal of the credential with that digest; `undefined` when it was revoked. */
  present(credential: string | undefined): Principal | undefined;
  /** Sends a message over a socket. */
  send(socket: WebSocket, message: object): void;
}

/** A connection, and its principal as of the last message. */
interface Connection {
  readonly transport: SocketTransport;
  principal: Principal;
}

/** The sockets of one user. */
export class SocketConnections {
  readonly #host: SocketHost;
  readonly #live = new Map<WebSocket, Connection>();

  constructor(host: SocketHost) {
    this.#host = host;
  }

  /** Prepares an accepted socket. */
  open(socket: WebSocket, path: string, credential: string | undefined): void {
    attach(socket, { path, credential });
  }

  /** Takes a frame; resolves once its request, if it is one, is answered or given up: until then the object stays. */
  async receive(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const attachment = attachmentOf(socket);
    const principal = this.#host.present(attachment.credential);
    if (principal === undefined) {
      closeRevoked(socket);
      return this.close(socket);
    }
    const frame = readFrame(data);
    if ('fault' in frame) {
      this.#host.send(socket, frame.fault);
      return;
    }
    const { message } = frame;
    const connection = this.#live.get(socket) ?? this.#connect(socket, attachment, principal);
    connection.principal = principal;
    if (isHandshake(message)) attach(socket, { ...attachment, initialize: message });
    await connection.transport.receive(message);
  }

  /** The client has gone: its calls are cancelled. */
  async close(socket: WebSocket): Promise<void> {
    await this.#live.get(socket)?.transport.close();
  }

  /** The revision is chosen by the connection's first messages, as it is over standard input and output. */
  #connect(socket: WebSocket, { path, initialize }: Attachment, principal: Principal): Connection {
    const transport = new SocketTransport(socket, (message) => this.#host.send(socket, message));
    const connection = { transport, principal };
    serveStdio(() => this.#host.createServer(path, () => connection.principal), {
      transport,
      onerror: (error) => console.warn('MCP message refused:', error.message),
    });
    const { onclose } = transport;
    transport.onclose = () => {
      this.#live.delete(socket);
      onclose?.();
    };
    this.#live.set(socket, connection);
    if (initialize !== undefined) transport.replay(initialize);
    return connection;
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
  const { initialize: _, ...rest } = attachment;
  socket.serializeAttachment(fits ? attachment : rest);
}
