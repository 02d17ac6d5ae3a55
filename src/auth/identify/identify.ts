/** Asks a provider who somebody is, by OAuth 2.0 with PKCE: where a browser is sent, and what it brings back. */
import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from 'oauth4webapi';
import { z } from 'zod';
import type { Identification, Provider } from '../providers.ts';
import { identifyByGithub, serverOfGithub } from './github.ts';
import { identifyByOidc, serverOfOidc } from './oidc.ts';
import type { Brought } from './server.ts';

/** What the browser keeps while its person is at the provider. */
export const attemptSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where to go on then, a path of this server. */
  target: z.string(),
});
export type Attempt = Readonly<z.infer<typeof attemptSchema>>;

/** A new attempt to sign in with `provider`. */
export function beginAttempt({ name }: Provider, target: string): Attempt {
  return {
    provider: name,
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
    target,
  };
}

/** The address at the provider where the person says who they are. */
export async function addressAt(provider: Provider, attempt: Attempt, redirectUri: string): Promise<URL> {
  const { endpoint, scope } = await serverOf(provider);
  const url = new URL(endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: redirectUri,
    scope,
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(provider.provider === 'oidc' && { nonce: attempt.nonce }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Who the person is that came back to `url`. Throws what went wrong, for the log. */
export function identifyPerson(
  provider: Provider,
  attempt: Attempt,
  url: URL,
  redirectUri: string,
): Promise<Identification> {
  const brought: Brought = { ...attempt, url, redirectUri };
  switch (provider.provider) {
    case 'oidc':
      return identifyByOidc(provider, brought);
    case 'github':
      return identifyByGithub(provider, brought);
  }
}

async function serverOf(provider: Provider): Promise<{ readonly endpoint: string; readonly scope: string }> {
  switch (provider.provider) {
    case 'oidc': {
      const { authorization_endpoint } = await serverOfOidc(provider);
      if (authorization_endpoint === undefined) throw new Error('The provider names no authorization endpoint.');
      return { endpoint: authorization_endpoint, scope: 'openid email profile' };
    }
    case 'github': {
      const asksOrganizations = provider.allow.some((entry) => entry.toLowerCase().startsWith('org:'));
      const scope = `read:user user:email${asksOrganizations ? ' read:org' : ''}`;
      return { endpoint: serverOfGithub(provider).authorization_endpoint, scope };
    }
  }
}
