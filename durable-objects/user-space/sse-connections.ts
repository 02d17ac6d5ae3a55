/** The connections of one user over the HTTP+SSE transport, which end with the instance that holds them. */
import type { Server } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../src/lib/errors.ts';
import { isMessage, notAMessage, parseJson } from '../../src/mcp/message.ts';
import { SseTransport } from '../../src/mcp/sse-transport.ts';

/** A connection, and the mark of the credential that opened it. */
interface SseConnection {
  readonly transport: SseTransport;
  readonly credential: string | undefined;
}

/** The connections. */
export class SseConnections {
  readonly #open = new Map<string, SseConnection>();

  /** Opens one to `server`; the answer is its stream. */
  async open(request: Request, credential: string | undefined, server: Server): Promise<Response> {
    const id = crypto.randomUUID();
    const transport = new SseTransport(id, `/messages?sessionId=${id}`, request.signal);
    transport.onclose = () => this.#open.delete(id);
    this.#open.set(id, { transport, credential });
    await server.connect(transport);
    return transport.response;
  }

  /** Ends those whose credential `isEnded`. */
  async end(isEnded: (credential: string | undefined) => boolean): Promise<void> {
    for (const { transport, credential } of [...this.#open.values()]) {
      if (isEnded(credential)) await transport.close();
    }
  }

  /** Takes a message for one; `isPresent` says whether a credential is still valid, `received` counts the body. Throws `ToolFailure`. */
  async receive(
    request: Request,
    id: string | null,
    isPresent: (credential: string | undefined) => boolean,
    received: (text: string) => string,
  ): Promise<Response> {
    const connection = this.#open.get(id ?? '');
    if (connection === undefined) throw sessionNotFound();
    const { transport, credential } = connection;
    if (!isPresent(credential)) {
      await transport.close();
      throw sessionNotFound();
    }
    const message = parseJson(received(await request.text()), 'body');
    if (!isMessage(message)) throw new ToolFailure(notAMessage('body'));
    transport.receive(message, request);
    return new Response('Accepted', { status: 202 });
  }
}

/** The failure of a request for a session that is none. */
export function sessionNotFound(): ToolFailure {
  return new ToolFailure({
    errorType: 'session_not_found',
    message: 'Session not found: it ended, or belongs to another user.',
    advice: 'Initialize a new one.',
  });
}
