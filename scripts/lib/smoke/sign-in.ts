/** Signing in as a client of OAuth on this machine: the official SDK's flow, with a browser that a person has. */
import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { auth, type OAuthClientProvider, type OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { CommandProblem } from '../lemma/problem.ts';

type Stored<Name extends 'clientInformation' | 'tokens'> = Exclude<
  Awaited<ReturnType<OAuthClientProvider[Name]>>,
  undefined
>;

/** What was let in. */
export interface SignedIn {
  readonly token: string;
  /** Ends it. */
  revoke(): Promise<void>;
}

/** Everything that the checks do. */
const SCOPES = 'read run write admin';

/** Milliseconds that a person has. */
const PATIENCE_MS = 300_000;

/** What the flow keeps, in memory only. */
class Access implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  readonly #tell: (line: string) => void;
  #information: Stored<'clientInformation'> | undefined;
  #tokens: Stored<'tokens'> | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = '';
  #state = '';

  constructor(redirectUrl: string, tell: (line: string) => void) {
    this.redirectUrl = redirectUrl;
    this.#tell = tell;
    this.clientMetadata = {
      client_name: 'Lemma smoke test',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
    };
  }

  state() {
    this.#state = randomUUID();
    return this.#state;
  }
  clientInformation() {
    return this.#information;
  }
  saveClientInformation(information: Stored<'clientInformation'>) {
    this.#information = information;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Stored<'tokens'>) {
    this.#tokens = tokens;
  }
  discoveryState() {
    return this.#discovery;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovery = state;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  redirectToAuthorization(url: URL) {
    this.#tell(`Open this address in your browser, and allow everything:\n  ${url.href}`);
  }

  /** Whether the browser brought back what was sent with it. */
  knows(state: string | null): boolean {
    return state === this.#state;
  }
}

/** Signs in at `server`; `tell` is told the address to open. Throws {@link CommandProblem} when nobody allows it. */
export async function signIn(server: string, tell: (line: string) => void): Promise<SignedIn> {
  const listener = createServer();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The callback has no port.');
  const access = new Access(`http://127.0.0.1:${address.port}/callback`, tell);
  const target = { serverUrl: `${server}/mcp`, scope: SCOPES };
  try {
    const back = callbackAt(listener);
    await auth(access, target);
    const { searchParams } = await back;
    const code = searchParams.get('code');
    if (code === null || !access.knows(searchParams.get('state'))) throw denied(searchParams);
    const iss = searchParams.get('iss');
    await auth(access, { ...target, authorizationCode: code, ...(iss !== null && { iss }) });
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
  const tokens = access.tokens();
  if (tokens === undefined) throw new CommandProblem('No token was issued.', SEE_LOG);
  return { token: tokens.access_token, revoke: () => revoke(server, access) };
}

/** The address that the browser is led back to. */
async function callbackAt(listener: Server): Promise<URL> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    for await (const [request, response] of on(listener, 'request', { signal })) {
      const url = new URL(String(request.url), 'http://127.0.0.1');
      const isAnswer = url.pathname === '/callback';
      response.writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/plain' });
      response.end(isAnswer ? 'You can close this window.' : 'Not found.');
      if (isAnswer) return url;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new CommandProblem('Nobody signed in for five minutes.', 'Run it again, and open the address that it prints.');
}

function denied(answer: URLSearchParams): CommandProblem {
  const reason = answer.get('error_description') ?? answer.get('error') ?? 'the answer is not to this question';
  return new CommandProblem(`Signing in failed: ${reason}.`, 'Run it again, sign in, and allow everything.');
}

const SEE_LOG = 'npx wrangler tail lemma shows the log while you run this again.';

/** Ends the grant. Throws {@link CommandProblem} when the server refuses. */
async function revoke(server: string, access: Access): Promise<void> {
  const { refresh_token, access_token } = access.tokens() ?? {};
  const body = new URLSearchParams({
    token: refresh_token ?? access_token ?? '',
    client_id: access.clientInformation()?.client_id ?? '',
  });
  const response = await fetch(`${server}/oauth/token`, { method: 'POST', body });
  if (!response.ok)
    throw new CommandProblem(`Revoking is answered with ${response.status}.`, `End it at ${server}/account.`);
}
