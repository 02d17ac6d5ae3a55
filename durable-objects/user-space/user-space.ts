/** One Durable Object per user: every MCP revision that the user's clients speak meets the same tools and state here. */
import { DurableObject } from 'cloudflare:workers';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import { resolveAccess } from '../../src/auth/access.ts';
import { type Charge, type Denial, denied, missingScope } from '../../src/auth/call-gate.ts';
import { isExpired, issuedId, markOf, type Principal, principalOf } from '../../src/auth/principal.ts';
import { principalIn } from '../../src/auth/principal-header.ts';
import type { Scope } from '../../src/auth/scope.ts';
import { failureOf, ToolFailure } from '../../src/lib/errors.ts';
import { errorMessage, refusal } from '../../src/lib/json-rpc.ts';
import { answerToNobody, isClientGone } from '../../src/lib/lost-instance.ts';
import { NewerState } from '../../src/lib/migrations.ts';
import type { UserId } from '../../src/lib/object-name.ts';
import { isUsable, type ObjectState, openState } from '../../src/lib/object-state.ts';
import { answerInForm } from '../../src/mcp/accept.ts';
import { answerBarePost } from '../../src/mcp/bare-post.ts';
import { ofOwnSpace } from '../../src/mcp/errors.ts';
import { parseJson } from '../../src/mcp/message.ts';
import { answerPatiently, HEARTBEAT_MS } from '../../src/mcp/patience.ts';
import { chargeOfMessage, scopesOfMessage, withRateHeaders } from '../../src/mcp/rates.ts';
import { type Caller, createServer, type ServerHost } from '../../src/mcp/server.ts';
import type { SessionStore } from '../../src/mcp/session-store.ts';
import {
  attachCredential,
  closeRevoked,
  credentialOf,
  SOCKET_PATH,
  SocketConnections,
  SUBPROTOCOL,
  surfacePathOf,
} from '../../src/mcp/socket-connections.ts';
import type { SpaceFacts } from '../../src/mcp/space-facts.ts';
import { BRIDGE_PATH } from '../../src/mcp/stream-bridge.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import {
  answerEpisode,
  EPISODES_PATH,
  type EpisodeHost,
  openEpisodes,
} from '../../src/scaffolds/environment/episode-sockets.ts';
import { LISTED_CATALOG, listedAt } from '../../src/tools/surfaces.ts';
import { beginAnew } from './begin-anew.ts';
import { CLIENT_TAG, openClientSocket } from './client-sockets.ts';
import { DEPARTURES } from './departures.ts';
import { measure } from './measure.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';
import { Owner } from './owner.ts';
import { SseConnections, sessionNotFound } from './sse-connections.ts';
import { makeParts, type StoredParts } from './stored-parts.ts';
import { createToolEnvironment } from './tool-environment.ts';
import { Traffic } from './traffic.ts';
import { Visit } from './visit.ts';

/** Tag of the bridge's sockets that carry events for every subscriber; its others are tagged with their session. */
const EVENTS_TAG = 'events';
/** Further tag of those at {@link EPISODES_PATH}, which speak OpenEnv. */
const EPISODES_TAG = 'episodes';

/** A user's space; its name is the user's id. */
export class UserSpace extends DurableObject<Env> {
  readonly #startedAt = Date.now();
  /** Throws `NewerState` when a newer version wrote what is stored. */
  readonly #stored: () => StoredParts;
  readonly #modern: McpHttpHandler;
  readonly #sockets: SocketConnections;
  readonly #episodes: EpisodeHost = {
    enter: (credential) => this.#enterEpisode(credential),
    revoked: closeRevoked,
    send: (socket, message) => this.#traffic.send(socket, message),
  };
  /** Questions whose answers are worked on: that ends with this instance. */
  readonly #working = new Set<string>();
  readonly #sse = new SseConnections();
  readonly #traffic = new Traffic(() => this.#host.gate.day);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const stored: ObjectState<StoredParts> = openState(ctx.storage, USER_SPACE_MIGRATIONS, Date.now, (storage) =>
      makeParts(storage, {
        env,
        name: ctx.id.name ?? '',
        environment: (principal) => this.environment(principal),
        createServer: (path) => this.createServer(path),
        isPresent: (credential) => this.#known(credential) !== undefined,
        push: (session, message) => this.#broadcast(sessionTag(session), message),
        closed: (session) => {
          for (const socket of ctx.getWebSockets(sessionTag(session))) socket.close(1000);
        },
        waitUntil: (promise) => ctx.waitUntil(promise),
        erase: () => stored.erase(),
      }),
    );
    this.#stored = stored;
    this.#modern = createMcpHandler(
      ({ requestInfo }) => this.createServer(requestInfo === undefined ? '/mcp' : new URL(requestInfo.url).pathname),
      {
        legacy: 'reject',
        keepAliveMs: HEARTBEAT_MS,
        onerror: (error) => console.warn('MCP request refused:', error.message),
      },
    );
    this.#sockets = new SocketConnections({
      createServer: (path, caller) => this.createServer(path, caller),
      present: (credential) => this.#present(credential),
      send: (socket, message) => this.#traffic.send(socket, message),
    });
    // Settings change while the object is out of memory: what was left open with a key that is revoked now does not wait for a message.
    for (const socket of ctx.getWebSockets()) this.#expectPresent(socket);
    if (isUsable(this.#stored)) {
      this.#sessions.forgetRevoked();
      ctx.waitUntil(this.#stored().background.start());
    }
  }

  get #host(): ServerHost {
    return this.#stored().host;
  }

  get #sessions(): SessionStore {
    return this.#stored().sessions;
  }

  override async fetch(request: Request): Promise<Response> {
    try {
      return this.#traffic.answered(await this.#answer(request));
    } catch (error) {
      if (isClientGone(error)) return answerToNobody();
      return refusal(
        failureOf(ofOwnSpace(error) ?? error, `user space, ${request.method} ${new URL(request.url).pathname}`),
      );
    }
  }

  /** Throws `ToolFailure` for what the client did wrong. */
  async #answer(request: Request): Promise<Response> {
    const principal = principalIn(request);
    this.#expectOwn(principal);
    this.#expectOpen(principal);
    // Nothing stays open in an organisation: who is a member is looked up for each request.
    if (principal.organisation !== undefined) return this.#answerMcp(request, principal);
    const mark = markOf(principal);
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case BRIDGE_PATH:
        return this.#acceptBridge(searchParams.get('session'), mark);
      case SOCKET_PATH:
        return this.#acceptSocket(request, principal);
      case EPISODES_PATH:
        return this.#acceptEpisodes(principal);
      case '/sse':
        return this.#sse.open(request, mark, this.createServer('/mcp'));
      case '/messages':
        return this.#sse.receive(
          request,
          searchParams.get('sessionId'),
          (credential) => this.#present(credential) !== undefined,
          (text) => this.#traffic.received(text),
        );
      default:
        return this.#answerMcp(request, principal);
    }
  }

  /** Lets a request in that needs `scope`, or says why it is not. Throws when it is another user's. */
  async enter(
    principal: Principal,
    scope: Scope,
    charge: Charge,
  ): Promise<{ readonly visit: Visit } | { readonly denial: Denial }> {
    this.#expectOwn(principal);
    this.#expectOpen(principal);
    const entry = this.#host.gate.enter(principal, [scope], Date.now(), charge);
    if ('denial' in entry) return entry;
    const { pythonSessions, workspaces, plans, spaceFacts } = this.environment(principal);
    return { visit: new Visit({ scope, pythonSessions, workspaces, plans, facts: spaceFacts, leave: entry.leave }) };
  }

  /** Counts bytes that a route took and sent for this user. */
  async transferred(bytes: number): Promise<void> {
    if (!this.#stored().deletion.isMarked) this.#traffic.count(bytes);
  }

  /** Ends what stays open by a secret that was revoked: `id` is that of the grant or key. */
  async endConnections(id: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) {
      if (issuedId(credentialOf(socket)) === id) closeRevoked(socket);
    }
    await this.#sse.end((credential) => issuedId(credential) === id);
  }

  /** Ends what somebody still does here whose membership of this organisation, begun at `joinedAt`, has ended; erases their Python sessions. */
  async memberLeft(member: UserId, joinedAt: number): Promise<void> {
    const { background, departures, ownId } = this.#stored();
    ownId.keep();
    departures.note(member, joinedAt);
    await background.hurry(DEPARTURES);
    await departures.eraseSessions(member);
  }

  /** The whole space, for its owner: whoever asks has made sure of that. Throws `ToolFailure` while it is deleted. */
  async owned(): Promise<Owner> {
    return new Owner(this.ctx, this.#stored(), async () => {
      for (const socket of this.ctx.getWebSockets()) closeRevoked(socket);
      await this.#sse.end(() => true);
    });
  }

  /** Begins anew where the database is damaged; the lists of objects that can be read are kept. Throws `ToolFailure` for one that is whole. */
  async beginAnew(principal: Principal): Promise<{ readonly kept: number; readonly whole: boolean }> {
    this.#expectOwn(principal);
    const denial = missingScope(principal, ['admin']);
    if (denial !== undefined) throw denied(denial);
    return beginAnew(this.ctx.storage, this.#stored);
  }

  /** Measures this space. */
  #facts(environment: Pick<ToolEnvironment, 'pythonSessions' | 'reports'>): SpaceFacts {
    return measure(this.#stored(), environment, {
      startedAt: this.#startedAt,
      now: Date.now(),
      databaseBytes: this.ctx.storage.sql.databaseSize,
      webSockets: this.ctx.getWebSockets(CLIENT_TAG).length,
    });
  }

  override async alarm(): Promise<void> {
    await this.#stored().background.alarm();
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    try {
      this.#traffic.received(data);
      if (this.ctx.getTags(socket).includes(EPISODES_TAG)) return await answerEpisode(this.#episodes, socket, data);
      await this.#sockets.receive(socket, data);
    } catch (error) {
      socket.send(
        JSON.stringify(errorMessage(null, failureOf(ofOwnSpace(error) ?? error, 'user space, message of a WebSocket'))),
      );
      // Sockets outlive a deployment; a reason has at most 123 bytes, so the sentence is sent as a message.
      if (error instanceof NewerState) socket.close(1011, 'newer_state');
    }
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    socket.close();
    await this.#sockets.close(socket);
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    return this.#sockets.close(socket);
  }

  /** The server for one exchange, session or connection at `path`. Over HTTP, each message has the principal of its own request. */
  protected createServer(path: string, caller: Caller = ({ http }) => principalIn(http?.req)): Server {
    return createServer(listedAt(path), this.#host, caller);
  }

  /** Tells every open subscription of this user. */
  protected publish(event: ServerEvent): void {
    this.#broadcast(EVENTS_TAG, event);
  }

  /** What the calls of `principal` work on. */
  protected environment(principal: Principal): ToolEnvironment {
    // Nothing is written beside what a newer version wrote.
    const { certificationWork, departures, lists } = this.#stored();
    const expectPresent = () => departures.expectPresent(principal);
    expectPresent();
    const worked = (seconds: number) => this.#host.gate.day.add('engineSeconds', seconds, Date.now());
    const shared = createToolEnvironment(this.env, principal, {
      lists,
      working: this.#working,
      wake: () => certificationWork.wake(),
      worked,
      expectPresent,
    });
    return { ...shared, spaceFacts: () => this.#facts(shared) };
  }

  /** The principal of the credential with that mark, as the access rules are; `undefined` when it was revoked. */
  #known(credential: string | undefined): Principal | undefined {
    // Nobody is let in any more once the user is to be deleted.
    if (isUsable(this.#stored) && this.#stored().deletion.isMarked) return undefined;
    const principal = principalOf(resolveAccess(this.env), credential);
    return principal?.userId === this.ctx.id.name ? principal : undefined;
  }

  /** As {@link UserSpace.#known}, for what stays open without another request; `undefined` for a token that has expired, too. */
  #present(credential: string | undefined): Principal | undefined {
    const principal = this.#known(credential);
    return principal !== undefined && isExpired(principal, Date.now()) ? undefined : principal;
  }

  /** Whether the credential that opened a socket is valid; closes the socket when not. */
  #expectPresent(socket: WebSocket): boolean {
    const isPresent = this.#present(credentialOf(socket)) !== undefined;
    if (!isPresent) closeRevoked(socket);
    return isPresent;
  }

  #expectOwn({ userId }: Principal): void {
    if (userId !== this.ctx.id.name) throw new Error('This space belongs to another user.');
  }

  /** Throws `ToolFailure` while the space is deleted, and for somebody who has left the organisation. */
  #expectOpen(principal: Principal): void {
    const { deletion, departures } = this.#stored();
    deletion.expectNone();
    departures.expectPresent(principal);
  }

  async #answerMcp(request: Request, principal: Principal): Promise<Response> {
    const mark = markOf(principal);
    if (request.method !== 'POST') return this.#answerSession(request, mark, undefined);
    const body = parseJson(this.#traffic.received(await request.text()), 'body');
    // Clients of OAuth ask their user for more scopes when a request is refused, not when a call has failed.
    const denial =
      principal.credential.kind === 'token' && missingScope(principal, scopesOfMessage(body, LISTED_CATALOG));
    if (denial) throw this.#stored().refused(denial);
    const answer = await this.#answerMessage(request, body, principal);
    const standing = this.#host.gate.standing(principal, Date.now(), chargeOfMessage(body, LISTED_CATALOG));
    return withRateHeaders(answer, standing);
  }

  async #answerMessage(request: Request, body: unknown, principal: Principal): Promise<Response> {
    const credential = markOf(principal);
    if (!(await isLegacyRequest(request, body))) {
      return answerPatiently(request, (watched) => this.#modern.fetch(watched, { parsedBody: body }));
    }
    if (request.headers.has('mcp-session-id')) return this.#answerSession(request, credential, body);
    // Where there is no room to keep a session, and in an organisation, the client works without one.
    if (principal.organisation === undefined && isInitializeRequest(body) && this.#stored().late.expectRoom()) {
      return answerInForm(request, (asked) => this.#sessions.open(asked, body, credential));
    }
    const { pathname } = new URL(request.url);
    return answerPatiently(request, (watched) => answerBarePost(watched, body, this.createServer(pathname)));
  }

  async #answerSession(request: Request, credential: string | undefined, body: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      throw new ToolFailure({
        errorType: 'method_not_allowed',
        message: `${request.method} needs a session.`,
        advice: 'Send its Mcp-Session-Id header; POST works without.',
        headers: { allow: 'POST' },
      });
    }
    const session = await this.#sessions.find(id, credential);
    if (session === undefined) throw sessionNotFound();
    return answerInForm(request, (asked) => session.handleRequest(asked, { parsedBody: body }), answerPatiently);
  }

  async #acceptBridge(session: string | null, credential: string | undefined): Promise<Response> {
    if (session !== null && (await this.#sessions.find(session, credential)) === undefined) throw sessionNotFound();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [session === null ? EVENTS_TAG : sessionTag(session)]);
    attachCredential(server, credential);
    return new Response(null, { status: 101, webSocket: client });
  }

  #acceptSocket(request: Request, principal: Principal): Response {
    const { client, server } = openClientSocket(this.ctx, principal);
    this.#sockets.open(server, surfacePathOf(new URL(request.url)), markOf(principal));
    const headers = request.headers.has('sec-websocket-protocol') ? { 'sec-websocket-protocol': SUBPROTOCOL } : {};
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  #acceptEpisodes(principal: Principal): Response {
    const { client, server } = openClientSocket(this.ctx, principal, [EPISODES_TAG]);
    openEpisodes(server, markOf(principal));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Lets a call of OpenEnv in; undefined when its credential was revoked. Throws `ToolFailure`. */
  #enterEpisode(credential: string | undefined) {
    const principal = this.#present(credential);
    if (principal === undefined) return undefined;
    const entry = this.#host.gate.enter(principal, ['read'], Date.now());
    if ('denial' in entry) throw denied(entry.denial);
    return { scaffolds: this.environment(principal).scaffolds, leave: entry.leave };
  }

  #broadcast(tag: string, message: object): void {
    for (const socket of this.ctx.getWebSockets(tag)) {
      if (socket.readyState === WebSocket.OPEN && this.#expectPresent(socket)) this.#traffic.send(socket, message);
    }
  }
}

function sessionTag(session: string): string {
  return `session:${session}`;
}
