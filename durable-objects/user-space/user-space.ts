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
import { failureOf, ToolFailure } from '../../src/lib/errors.ts';
import { errorMessage, refusal } from '../../src/lib/json-rpc.ts';
import { answerBarePost } from '../../src/mcp/bare-post.ts';
import { CallMetrics } from '../../src/mcp/call-metrics.ts';
import { isMessage, notAMessage, parseJson } from '../../src/mcp/message.ts';
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
import { CALLS_SCHEMA, StoredCalls } from '../../src/mcp/stored-calls.ts';
import { BRIDGE_PATH } from '../../src/mcp/stream-bridge.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import { SESSIONS_SCHEMA } from '../../src/python/stored-sessions.ts';
import { surfaceAt } from '../../src/tools/surfaces.ts';
import { WORKSPACES_SCHEMA } from '../../src/workspace/stored-workspaces.ts';
import { createToolEnvironment } from './tool-environment.ts';
import { USER_SPACE_SCHEMA } from './user-space.schema.ts';

/** Tag of the bridge's sockets that carry events for every subscriber; the others of the bridge are tagged with their session. */
const EVENTS_TAG = 'events';
/** Tag of the sockets that clients opened at {@link SOCKET_PATH}. */
const CLIENT_TAG = 'client';

/** A user's space; its name is the principal's id. */
export class UserSpace extends DurableObject<Env> {
  readonly #startedAt = Date.now();
  readonly #metrics: CallMetrics;
  readonly #modern: McpHttpHandler;
  readonly #sessions: SessionStore;
  readonly #sockets: SocketConnections;
  readonly #sse = new Map<string, SseTransport>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(USER_SPACE_SCHEMA + SESSIONS_SCHEMA + WORKSPACES_SCHEMA + CALLS_SCHEMA);
    this.#metrics = new CallMetrics(new StoredCalls(ctx.storage.sql));
    this.#modern = createMcpHandler(
      ({ requestInfo }) => this.createServer(requestInfo === undefined ? '/mcp' : new URL(requestInfo.url).pathname),
      {
        legacy: 'reject',
        keepAliveMs: HEARTBEAT_MS,
        onerror: (error) => console.warn('MCP request refused:', error.message),
      },
    );
    this.#sessions = new SessionStore({
      sql: ctx.storage.sql,
      createServer: (path) => this.createServer(path),
      push: (session, message) => this.#broadcast(sessionTag(session), message),
      closed: (session) => {
        for (const socket of ctx.getWebSockets(sessionTag(session))) socket.close(1000);
      },
    });
    this.#sockets = new SocketConnections((path) => this.createServer(path));
  }

  override async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answer(request);
    } catch (error) {
      return refusal(failureOf(error, `user space, ${request.method} ${new URL(request.url).pathname}`));
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
    try {
      await this.#sockets.receive(socket, data);
    } catch (error) {
      socket.send(JSON.stringify(errorMessage(null, failureOf(error, 'user space, message of a WebSocket'))));
    }
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

  #environment(): ToolEnvironment {
    const principal = this.ctx.id.name;
    if (principal === undefined) throw new Error('A user space is reached by the name of its user.');
    return createToolEnvironment(this.env, principal, this.ctx.storage.sql);
  }

  /** Throws `ToolFailure` for what the client did wrong. */
  async #answer(request: Request): Promise<Response> {
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

  async #answerMcp(request: Request): Promise<Response> {
    if (request.method !== 'POST') return this.#answerSession(request, undefined);
    const body = parseJson(await request.text(), 'body');
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
      throw new ToolFailure({
        errorType: 'method_not_allowed',
        message: `${request.method} needs a session.`,
        advice: 'Send its Mcp-Session-Id header; POST works without.',
        headers: { allow: 'POST' },
      });
    }
    const session = await this.#sessions.find(id);
    if (session === undefined) throw sessionNotFound();
    return session.handleRequest(request, { parsedBody: body });
  }

  async #acceptBridge(session: string | null): Promise<Response> {
    if (session !== null && (await this.#sessions.find(session)) === undefined) throw sessionNotFound();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [session === null ? EVENTS_TAG : sessionTag(session)]);
    return new Response(null, { status: 101, webSocket: client });
  }

  #acceptSocket(request: Request): Response {
    if (this.ctx.getWebSockets(CLIENT_TAG).length >= MOST_SOCKETS) {
      throw new ToolFailure({
        errorType: 'too_many_connections',
        message: `You have ${MOST_SOCKETS} WebSockets open, which is the most a user may have.`,
        advice: 'Close one first.',
        details: { most: MOST_SOCKETS },
      });
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
    if (transport === undefined) throw sessionNotFound();
    const message = parseJson(await request.text(), 'body');
    if (!isMessage(message)) throw new ToolFailure(notAMessage('body'));
    transport.receive(message, request);
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

function sessionNotFound(): ToolFailure {
  return new ToolFailure({
    errorType: 'session_not_found',
    message: 'Session not found: it ended, or belongs to another user.',
    advice: 'Initialize a new one.',
  });
}
