/** The authorization server: OAuth 2.1 as the MCP specification of 2026-07-28 profiles it, one for each origin of this server. */
import { OAuthAuthorizationServer } from '@cloudflare/workers-oauth-provider';
import { type AccessToken, grantSchema } from '../issued.ts';
import { isScope, SCOPES } from '../scope.ts';
import { guardClientDocuments, mayBeHadLater } from './client-documents.ts';
import { issuerOf } from './resource.ts';

/** Where the authorization server stores clients, grants and tokens: a KV namespace, which only the library uses. */
export interface OAuthEnv {
  readonly OAUTH_KV: object;
}

/** Paths of the authorization server. */
export const AUTHORIZE_PATH = '/authorize';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';
export const SERVER_METADATA = '/.well-known/oauth-authorization-server';

const DAY_SECONDS = 86_400;
/** A grant ends when its client was not there for this long; each refresh begins it anew. */
const IDLE_SECONDS = 90 * DAY_SECONDS;

/** The form of access tokens: user, grant and secret. */
const ACCESS_TOKEN = /^[^:]+:([^:]+):[^:]+$/;

/** Seconds after which a client may ask again that could not be looked up. */
const RETRY_SECONDS = 30;

guardClientDocuments();

const servers = new Map<string, OAuthAuthorizationServer<OAuthEnv>>();

/** The authorization server whose issuer is `issuer`, which is also the one resource that it issues tokens for. */
export function authorizationServer(issuer: string): OAuthAuthorizationServer<OAuthEnv> {
  const known = servers.get(issuer);
  if (known !== undefined) return known;
  const server = new OAuthAuthorizationServer<OAuthEnv>({
    issuer,
    resources: [issuer],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    clientIdMetadataDocumentEnabled: true,
    scopesSupported: [...SCOPES, 'offline_access'],
    refreshTokenTTL: IDLE_SECONDS,
    refreshTokenIdleTTL: IDLE_SECONDS,
    // Clients go on using an id for as long as they have it.
    clientRegistrationTTL: 4 * IDLE_SECONDS,
    onError: ({ code, status, headers, internal }) => {
      console.info(JSON.stringify({ oauth: code, status, category: internal.category, reason: internal.reason }));
      // A client that is told that nobody knows it forgets its tokens.
      if (mayBeHadLater(internal.detail)) return unavailable(headers);
      return undefined;
    },
  });
  servers.set(issuer, server);
  return server;
}

function unavailable(headers: Readonly<Record<string, string>>): Response {
  const error_description =
    'The metadata document of the client cannot be had now. Ask again later with the same tokens.';
  return Response.json(
    { error: 'temporarily_unavailable', error_description },
    { status: 503, headers: { ...headers, 'retry-after': `${RETRY_SECONDS}` } },
  );
}

/** Answers a request to an endpoint that programs call. */
export function answerOAuth(request: Request, env: OAuthEnv, context: unknown): Promise<Response> {
  if (!isWorkerContext(context)) throw new Error('This Worker runs outside workerd.');
  const { pathname, search } = new URL(request.url);
  const issuer = issuerOf(new URL(request.url));
  return authorizationServer(issuer).fetch(new Request(`${issuer}${pathname}${search}`, request), env, context);
}

/** Hono types less of the context than workerd hands over; that of an object does as well, since the library uses none of it here. */
function isWorkerContext(context: unknown): context is ExecutionContext {
  return typeof context === 'object' && context !== null && 'waitUntil' in context;
}

/** What the access token `token` allows; `undefined` for any text that is no valid token of this server. */
export async function readAccessToken(issuer: string, token: string, env: OAuthEnv): Promise<AccessToken | undefined> {
  const [, grant = ''] = ACCESS_TOKEN.exec(token) ?? [];
  if (grant === '') return undefined;
  const valid = await authorizationServer(issuer).validateToken(issuer, token, env);
  const props = grantSchema.safeParse(valid?.props).data;
  if (valid === null || props === undefined) return undefined;
  const { scope = [], expiresAt = 0 } = valid;
  return { kind: 'token', id: grant, ...props, scopes: scope.filter(isScope), expiresAt };
}
