/** People by OpenID Connect, of any provider that has discovery (OpenID Connect Core 1.0, Discovery 1.0). */
import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  discoveryRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi';
import { z } from 'zod';
import type { Identification, OidcProvider } from '../providers.ts';
import { type Brought, optionsFor } from './server.ts';

const claimsSchema = z.object({
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers send the words.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
});

/** The metadata of a provider. */
export async function serverOfOidc({ issuer }: OidcProvider): Promise<AuthorizationServer> {
  const url = new URL(issuer);
  return processDiscoveryResponse(url, await discoveryRequest(url, optionsFor(issuer)));
}

/** Who came back. Addresses of e-mail count when the provider has verified them. */
export async function identifyByOidc(
  provider: OidcProvider,
  { url, redirectUri, state, nonce, verifier }: Brought,
): Promise<Identification> {
  const server = await serverOfOidc(provider);
  const client = { client_id: provider.client_id };
  const options = optionsFor(provider.issuer);
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const secret = methods.includes('client_secret_basic')
    ? ClientSecretBasic(provider.client_secret)
    : ClientSecretPost(provider.client_secret);
  const code = validateAuthResponse(server, client, url, state);
  const answer = await authorizationCodeGrantRequest(server, client, secret, code, redirectUri, verifier, options);
  const tokens = await processAuthorizationCodeResponse(server, client, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  const idToken = getValidatedIdTokenClaims(tokens);
  if (idToken === undefined) throw new Error('The provider sent no ID token.');
  const facts =
    idToken['email'] === undefined && server.userinfo_endpoint !== undefined
      ? await processUserInfoResponse(
          server,
          client,
          idToken.sub,
          await userInfoRequest(server, client, tokens.access_token, options),
        )
      : idToken;
  const { name, preferred_username, email, email_verified } = claimsSchema.parse(facts);
  const isVerified = email_verified === true || email_verified === 'true';
  return {
    subject: idToken.sub,
    name: name ?? preferred_username ?? email ?? idToken.sub,
    names: email !== undefined && isVerified ? [email] : [],
  };
}
