/** OAuth by requests that are made by hand: what a client sends is what a test says. */
import { createHash, randomBytes } from 'node:crypto';
import { REDIRECT } from './client.ts';
import { Person } from './person.ts';

type Parameters = Readonly<Record<string, string>>;

/** What the token endpoint answers; of a failure, `error` only. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly token_type: string;
  readonly error?: string;
}

/** Requests to the server whose address `base` gives, which a restart may change. */
export class ByHand {
  readonly #base: () => URL;

  constructor(base: () => URL) {
    this.#base = base;
  }

  /** A registered public client. */
  async register(redirectUri = REDIRECT): Promise<string> {
    const response = await fetch(new URL('/oauth/register', this.#base()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'By hand',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
      }),
    });
    const { client_id } = (await response.json()) as { client_id: string };
    return client_id;
  }

  /** An address of consent and the verifier of its challenge. */
  authorization(clientId: string, parameters: Parameters = {}) {
    const verifier = randomBytes(32).toString('base64url');
    const url = new URL('/authorize', this.#base());
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      state: 'kept',
      scope: 'read',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    }).toString();
    return { url, verifier };
  }

  /** Asks the token endpoint. */
  async tokens(parameters: Parameters): Promise<{ readonly status: number; readonly body: Tokens }> {
    const response = await fetch(new URL('/oauth/token', this.#base()), {
      method: 'POST',
      body: new URLSearchParams(parameters),
    });
    return { status: response.status, body: (await response.json()) as Tokens };
  }

  /** Exchanges a code. */
  exchange(clientId: string, code: string, verifier: string, parameters: Parameters = {}) {
    return this.tokens({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      ...parameters,
    });
  }

  /** Renews tokens. */
  renew(clientId: string, refresh_token: string, parameters: Parameters = {}) {
    return this.tokens({ grant_type: 'refresh_token', client_id: clientId, refresh_token, ...parameters });
  }

  /** Tokens of a client that the person with `key` has let in. */
  async grant(clientId: string, parameters: Parameters = {}, key = 'alice-key') {
    const { url, verifier } = this.authorization(clientId, parameters);
    const back = await new Person().allow(url, key);
    const code = back.searchParams.get('code') ?? '';
    const { resource, redirect_uri } = parameters;
    const { status, body } = await this.exchange(clientId, code, verifier, {
      ...(resource !== undefined && { resource }),
      ...(redirect_uri !== undefined && { redirect_uri }),
    });
    return { ...body, code, verifier, status, back };
  }
}
