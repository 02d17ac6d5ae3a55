/** A client of OAuth as the official SDK is one, whose person allows what it asks for. */
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Person } from './person.ts';

/** Where clients of the tests are sent back to; nothing listens there. */
export const REDIRECT = 'http://127.0.0.1:33418/callback';

type Stored<Name extends 'clientInformation' | 'tokens'> = Exclude<
  Awaited<ReturnType<OAuthClientProvider[Name]>>,
  undefined
>;

/** What a client keeps, and the person that it asks. */
export class StoredAccess implements OAuthClientProvider {
  readonly #person: Person;
  readonly #key: string;
  #information: Stored<'clientInformation'> | undefined;
  #tokens: Stored<'tokens'> | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = '';
  #callback: URL | undefined;
  /** Scopes that the client asked for, one text for each time. */
  readonly asked: string[] = [];
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'Test client',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  };

  constructor(person: Person, key: string) {
    this.#person = person;
    this.#key = key;
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
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
    if (scope === 'all' || scope === 'client') this.#information = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
  }
  async redirectToAuthorization(url: URL) {
    this.asked.push(url.searchParams.get('scope') ?? '');
    this.#callback = await this.#person.allow(url, this.#key);
  }

  /** What the person's browser brought back. */
  get callback(): URLSearchParams {
    if (this.#callback === undefined) throw new Error('The client asked nobody.');
    return this.#callback.searchParams;
  }
}

/** Fetches tokens with what the person's browser brought back. */
export function finishSignIn(url: URL, access: StoredAccess): Promise<void> {
  return new StreamableHTTPClientTransport(url, { authProvider: access }).finishAuth(access.callback);
}

/** Connects as a client that knows nothing but the address, or that has been here before. */
export async function connectBySignIn(url: URL, access: StoredAccess): Promise<Client> {
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: access }));
    return client;
  };
  const asked = access.asked.length;
  try {
    return await connect();
  } catch (error) {
    if (access.asked.length === asked) throw error;
  }
  await finishSignIn(url, access);
  return connect();
}
