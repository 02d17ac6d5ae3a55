/** One Durable Object per user: every MCP revision that the user's clients speak meets the same tools and state here. */
import { DurableObject } from 'cloudflare:workers';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  type Server,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import { errorMessage, RPC, refusal } from '../../src/lib/json-rpc.ts';
import { NewerState, openState } from '../../src/lib/migrations.ts';
import { answerBarePost } from '../../src/mcp/bare-post.ts';
import { CallMetrics } from '../../src/mcp/call-metrics.ts';
import { isMessage, notAMessage, readJson } from '../../src/mcp/message.ts';
import { answerPatiently, HEARTBEAT_MS } from '../../src/mcp/patience.ts';
import { createServer } from '../../src/mcp/server.ts';
import { SessionStore } from '../../src/mcp/session-store.ts';
import {
  MOST_SOCKETS,
  SOCKET_PATH,
  SocketConnections,
  SUBPROTOCOL,
  surfacePathOf,
} from '../../src/mcp/socket-connections.ts';
import type { SpaceFacts } from '../../src/mcp/space-facts.ts';
import { SseTransport } from '../../src/mcp/sse-transport.ts';
import { StoredCalls } from '../../src/mcp/stored-calls.ts';
import { BRIDGE_PATH } from '../../src/mcp/stream-bridge.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import { surfaceAt } from '../../src/tools/surfaces.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';
import { createToolEnvironment } from './tool-environment.ts';

/** Tag of the bridge's sockets that carry events for every subscriber; the others of the bridge are tagged with their session. */
const EVENTS_TAG = 'events';
/** Tag of the sockets that clients opened at {@link SOCKET_PATH}. */
const CLIENT_TAG = 'client';

/** A user's space; its name is the principal's id. */
export class UserSpace extends DurableObject<Env> {
  readonly #startedAt = Date.now();
  /** Throws `NewerState` when a newer version wrote what is stored. */
  readonly #stored: () => { readonly metrics: CallMetrics; readonly sessions: SessionStore };
  readonly #modern: McpHttpHandler;
  readonly #sockets: SocketConnections;
  readonly #sse = new Map<string, SseTransport>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#stored = openState(ctx.storage, USER_SPACE_MIGRATIONS, Date.now(), () => ({
      metrics: new CallMetrics(new StoredCalls(ctx.storage.sql)),
      sessions: new SessionStore({
        sql: ctx.storage.sql,
        createServer: (path) => this.createServer(path),
        push: (session, message) => this.#broadcast(sessionTag(session), message),
        closed: (session) => {
          for (const socket of ctx.getWebSockets(sessionTag(session))) socket.close(1000);
        },
      }),
    }));
    this.#modern = createMcpHandler(
      ({ requestInfo }) => this.createServer(requestInfo === undefined ? '/mcp' : new URL(requestInfo.url).pathname),
      {
        legacy: 'reject',
        keepAliveMs: HEARTBEAT_MS,
        onerror: (error) => console.warn('MCP request refused:', error.message),
      },
    );
    this.#sockets = new SocketConnections((path) => this.createServer(path));
  }

  get #metrics(): CallMetrics {
    return this.#stored().metrics;
  }

  get #sessions(): SessionStore {
    return this.#stored().sessions;
  }

  override async fetch(request: Request): Promise<Response> {
    const refused = this.#refused();
    if (refused !== undefined) return refusal(503, RPC.serverError, refused, { data: { type: 'newer_state' } });
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case BRIDGE_PATH:
        return this.#acceptBridge(searchParams.get('session'));
      case SOCKET_PATH:
        return this.#acceptSocket(request);
      case '/sse':
        return this.#openSse(request);
      case '/messages':
        return this.#receiveSse(request, searchParams.get('sessionId'));
      default:
        return this.#answerMcp(request);
    }
  }

  /** Measures this space; what was counted is saved on the occasion. */
  facts(): SpaceFacts {
    this.#metrics.save();
    const { pythonSessions, reports } = this.#environment();
    return {
      startedAt: this.#startedAt,
      now: Date.now(),
      databaseBytes: this.ctx.storage.sql.databaseSize,
      mcpSessions: this.#sessions.count(),
      webSockets: this.ctx.getWebSockets(CLIENT_TAG).length,
      reports: reports.list().length,
      pythonSessions: pythonSessions.list(),
      activePythonSession: pythonSessions.active,
      runningCalls: this.#metrics.running,
      calls: this.#metrics.snapshot(),
    };
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const refused = this.#refused();
    // Sockets outlive a deployment; a reason has at most 123 bytes, so the sentence is sent as a message.
    if (refused !== undefined) {
      socket.send(JSON.stringify(errorMessage(null, RPC.serverError, refused, { type: 'newer_state' })));
      return socket.close(1011, 'newer_state');
    }
    return this.#sockets.receive(socket, data);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    socket.close();
    await this.#sockets.close(socket);
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.#sockets.close(socket);
  }

  /** The server for one exchange or session at `path`. */
  protected createServer(path: string): McpServer | Server {
    return createServer(surfaceAt(path), this.#environment(), this.#metrics);
  }

  /** The name of the session that is meant: `name`, else the active one. Throws `ToolFailure` when there is none of that name. */
  async openPythonSession(name: string | undefined): Promise<string> {
    return this.#environment().pythonSessions.open(name).id;
  }

  /** The name of the workspace that is meant. Throws `ToolFailure` when there is none of that name, unless `create` makes it. */
  async openWorkspace(name: string, create: boolean): Promise<string> {
    const { workspaces } = this.#environment();
    return (create ? workspaces.openOrCreate(name) : workspaces.open(name)).name;
  }

  /** Tells every open subscription of this user. */
  protected publish(event: ServerEvent): void {
    this.#broadcast(EVENTS_TAG, event);
  }

  /** Why nothing can be done here, if so. */
  #refused(): string | undefined {
    try {
      this.#stored();
      return undefined;
    } catch (error) {
      if (!(error instanceof NewerState)) throw error;
      return `${error.failure.message} ${error.failure.advice}`;
    }
  }

  #environment(): ToolEnvironment {
    // Nothing is written beside what a newer version wrote.
    this.#stored();
    const principal = this.ctx.id.name;
    if (principal === undefined) throw new Error('A user space is reached by the name of its user.');
    return createToolEnvironment(this.env, principal, this.ctx.storage.sql);
  }

  async #answerMcp(request: Request): Promise<Response> {
    if (request.method !== 'POST') return this.#answerSession(request, undefined);
    const read = await readJson(request);
    if (read instanceof Response) return read;
    const body = read.json;
    if (!(await isLegacyRequest(request, body))) {
      return answerPatiently(request, (watched) => this.#modern.fetch(watched, { parsedBody: body }));
    }
    if (request.headers.has('mcp-session-id')) return this.#answerSession(request, body);
    if (isInitializeRequest(body)) return this.#sessions.open(request, body);
    const server = this.createServer(new URL(request.url).pathname);
    return answerPatiently(request, (watched) => answerBarePost(watched, body, server));
  }

  async #answerSession(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      const message = `${request.method} needs the Mcp-Session-Id header of a session; POST works without.`;
      return refusal(405, RPC.serverError, message, { headers: { allow: 'POST' } });
    }
    const session = await this.#sessions.find(id);
    if (session === undefined) return sessionNotFound();
    return session.handleRequest(request, { parsedBody: body });
  }

  async #acceptBridge(session: string | null): Promise<Response> {
    if (session !== null && (await this.#sessions.find(session)) === undefined) return sessionNotFound();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [session === null ? EVENTS_TAG : sessionTag(session)]);
    return new Response(null, { status: 101, webSocket: client });
  }

  #acceptSocket(request: Request): Response {
    if (this.ctx.getWebSockets(CLIENT_TAG).length >= MOST_SOCKETS) {
      const message = `You have ${MOST_SOCKETS} WebSockets open, which is the most a user may have. Close one first.`;
      return refusal(429, RPC.serverError, message, { data: { type: 'too_many_connections', most: MOST_SOCKETS } });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [CLIENT_TAG]);
    this.#sockets.open(server, surfacePathOf(new URL(request.url)));
    const headers = request.headers.has('sec-websocket-protocol') ? { 'sec-websocket-protocol': SUBPROTOCOL } : {};
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  async #openSse(request: Request): Promise<Response> {
    const id = crypto.randomUUID();
    const transport = new SseTransport(id, `/messages?sessionId=${id}`, request.signal);
    transport.onclose = () => this.#sse.delete(id);
    this.#sse.set(id, transport);
    await this.createServer('/mcp').connect(transport);
    return transport.response;
  }

  async #receiveSse(request: Request, id: string | null): Promise<Response> {
    const transport = this.#sse.get(id ?? '');
    if (transport === undefined) return sessionNotFound();
    const read = await readJson(request);
    if (read instanceof Response) return read;
    if (!isMessage(read.json)) return notAMessage();
    transport.receive(read.json, request);
    return new Response('Accepted', { status: 202 });
  }

  #broadcast(tag: string, message: object): void {
    const text = JSON.stringify(message);
    for (const socket of this.ctx.getWebSockets(tag)) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    }
  }
}

function sessionTag(session: string): string {
  return `session:${session}`;
}

function sessionNotFound(): Response {
  return refusal(
    404,
    RPC.sessionNotFound,
    'Session not found: it ended, or belongs to another user. Initialize a new one.',
  );
}
