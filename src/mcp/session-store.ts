/** 2025-era sessions of one user: live ones in memory, all of them in SQLite, restored after the object left memory. */
import {
  type EventStore,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Sql } from '../lib/sql.ts';
import { EventRing } from './event-ring.ts';

/** Milliseconds after which a session that was not opened again is forgotten: 30 days. */
const SESSION_LIFETIME_MS = 30 * 24 * 3600 * 1000;
const RETRY_MS = 1000;

/** What the store needs from the object it lives in. */
export interface SessionHost {
  readonly sql: SqlStorage;
  /** A server for a session opened at `path`. */
  createServer(path: string): Server;
  /** Sends a message that answers no request to the session's open streams. */
  push(sessionId: string, message: JSONRPCMessage): void;
  /** Whether the credential with that digest is still one of this user. */
  isPresent(credential: string | undefined): boolean;
  /** The session was opened again, which is saved later. */
  opened(sessionId: string, at: number): void;
  /** The session is over: its streams are to be closed. */
  closed(sessionId: string): void;
}

type Row = { id: string; initialize: string; path: string; credential: string | null };

/** Saves when a session was opened again. */
export function saveSessionOpening(sql: Sql, id: string, at: number): void {
  sql.exec('UPDATE mcp_session SET opened_at = ? WHERE id = ?', at, id);
}

/** The sessions of one user. */
export class SessionStore {
  readonly #host: SessionHost;
  readonly #live = new Map<string, Promise<WebStandardStreamableHTTPServerTransport>>();

  constructor(host: SessionHost) {
    this.#host = host;
  }

  /** Answers an `initialize` request of the credential with that digest and, when it succeeded, keeps the session. */
  async open(request: Request, body: unknown, credential: string | undefined): Promise<Response> {
    const id = crypto.randomUUID();
    const { pathname } = new URL(request.url);
    const connecting = this.#connect(id, pathname);
    this.#live.set(id, connecting);
    const transport = await connecting;
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (!response.ok) {
      await transport.close();
      return response;
    }
    const now = Date.now();
    const { sql } = this.#host;
    sql.exec('DELETE FROM mcp_session WHERE opened_at < ?', now - SESSION_LIFETIME_MS);
    const initialize = JSON.stringify(body);
    sql.exec('INSERT INTO mcp_session VALUES (?, ?, ?, ?, ?)', id, initialize, pathname, now, credential ?? null);
    return response;
  }

  /** How many sessions are kept. */
  count(): number {
    return this.#host.sql.exec<{ kept: number }>('SELECT count(*) AS kept FROM mcp_session').one().kept;
  }

  /**
   * The session's transport, restored when need be; `undefined` when this user has no such session. From then on the session
   * lives as long as `credential`: another key of the user takes it over.
   */
  async find(
    id: string,
    credential: string | undefined,
  ): Promise<WebStandardStreamableHTTPServerTransport | undefined> {
    const [row] = this.#host.sql
      .exec<Row>('SELECT initialize, path, credential FROM mcp_session WHERE id = ?', id)
      .toArray();
    if (row === undefined) return undefined;
    if (!this.#host.isPresent(row.credential ?? undefined)) {
      this.#host.sql.exec('DELETE FROM mcp_session WHERE id = ?', id);
      await (await this.#live.get(id))?.close();
      return undefined;
    }
    if (row.credential !== (credential ?? null)) {
      this.#host.sql.exec('UPDATE mcp_session SET credential = ? WHERE id = ?', credential ?? null, id);
    }
    const live = this.#live.get(id);
    if (live !== undefined) return live;
    const restoring = this.#restore(id, row.initialize, row.path);
    this.#live.set(id, restoring);
    restoring.catch(() => this.#live.delete(id));
    return restoring;
  }

  /** Forgets the sessions whose credentials were revoked, before any is restored. */
  forgetRevoked(): void {
    const { sql } = this.#host;
    const rows = sql.exec<Pick<Row, 'credential'>>('SELECT DISTINCT credential FROM mcp_session').toArray();
    for (const { credential } of rows) {
      if (!this.#host.isPresent(credential ?? undefined)) {
        sql.exec('DELETE FROM mcp_session WHERE credential IS ?', credential);
      }
    }
  }

  async #connect(id: string, path: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const eventStore: EventStore = new EventRing();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore,
      retryInterval: RETRY_MS,
      onsessionclosed: () => void this.#host.sql.exec('DELETE FROM mcp_session WHERE id = ?', id),
    });
    transport.onclose = () => {
      this.#live.delete(id);
      this.#host.closed(id);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const unsolicited = 'method' in message && options?.relatedRequestId === undefined;
      if (unsolicited) this.#host.push(id, message);
      else await send(message, options);
    };
    await this.#host.createServer(path).connect(transport);
    return transport;
  }

  /** The client knows nothing of this: its own handshake is played to a new server. */
  async #restore(id: string, initialize: string, path: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = await this.#connect(id, path);
    const post = (body: string, headers: Record<string, string> = {}) =>
      new Request(`http://restore${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body,
      });
    const answer = await transport.handleRequest(post(initialize));
    await answer.body?.cancel();
    const initialized = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await transport.handleRequest(post(initialized, { 'mcp-session-id': id }));
    this.#host.opened(id, Date.now());
    return transport;
  }
}
