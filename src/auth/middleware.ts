/** Hono middleware around every route: Host and Origin, then the principal. */
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { ToolFailure } from '../lib/errors.ts';
import { hasPassed } from '../lib/passed.ts';
import { type OpenAccess, resolveAccess } from './access.ts';
import { authorizationOf, passwordAuthorizationOf } from './authorization.ts';
import { RATE_HEADERS } from './limits.ts';
import { challengeAt, FIRST_SCOPES, issuerOf } from './oauth/resource.ts';
import { readAccessToken } from './oauth/server.ts';
import { identify, type Principal } from './principal.ts';
import { countAttempt } from './strangers.ts';
import { readKey } from './user-keys.ts';

/** What Hono's context carries through the chain. */
export interface AppEnv {
  readonly Bindings: Env;
  readonly Variables: { access: OpenAccess; principal: Principal };
}

const REFUSED = {
  malformed: 'The Authorization header is not of the form "Bearer <token>".',
  missing: 'No API key or access token was sent.',
  unknown: 'The API key or access token is not known to this server: it may have expired or been revoked.',
} as const;

/** Refuses requests to an unconfigured server, for an unknown host (DNS rebinding) or from a foreign page. */
export const guardHosts = createMiddleware<AppEnv>(async (c, next) => {
  const access = resolveAccess(c.env);
  if (access.kind === 'unconfigured') {
    throw new ToolFailure({
      errorType: 'not_configured',
      message: 'This server is not configured yet.',
      advice: access.problems.join(' '),
      details: { problems: access.problems },
    });
  }
  const allowed = [...access.hosts];
  const host = validateHostHeader(c.req.header('host'), allowed);
  const page = c.req.header('origin');
  const origin = validateOriginHeader(access.origins.includes(page ?? '') ? undefined : page, allowed);
  const fault = host.ok ? (origin.ok ? undefined : origin.message) : host.message;
  if (fault !== undefined) {
    throw new ToolFailure({
      errorType: 'forbidden_host',
      message: fault,
      advice: `Allowed host names: ${allowed.join(', ')}. The server's variable ALLOWED_ORIGINS names further pages that may call.`,
      details: { allowed },
    });
  }
  c.set('access', access);
  return next();
});

/** Says in each Bearer challenge where the metadata of this server is (RFC 9728, section 5.1), where people can sign in. */
export const pointToSignIn = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const challenge = c.res.headers.get('www-authenticate');
  if (challenge === null || !challenge.startsWith('Bearer') || c.var.access?.kind !== 'production') return;
  const { pathname } = new URL(c.req.url);
  c.header('www-authenticate', challengeAt(issuerOf(new URL(c.req.url)), pathname, challenge));
});

/** What pages may read of an answer beside its body. */
const EXPOSED_HEADERS = [
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'WWW-Authenticate',
  'Retry-After',
  'Allow',
  'Content-Disposition',
  ...RATE_HEADERS,
];
/** Seconds for which a browser keeps the answer to a preflight. */
const PREFLIGHT_SECONDS = 7200;

/** Any header may be sent: clients name arguments in headers of their own since 2026-07-28. No cookie counts here, so none is let in. */
const allowPages = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: PREFLIGHT_SECONDS,
});

/** Tells browsers that the pages which {@link guardHosts} lets in may call, and answers their preflights, which carry no key. */
export const answerPages = createMiddleware<AppEnv>((c, next) => {
  const asks = c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') !== undefined;
  // The headers of a WebSocket's handshake stay as they are: nothing reads them across origins.
  const applies = c.req.header('origin') !== undefined && c.req.header('upgrade') === undefined && asks;
  return applies ? allowPages(c, next) : next();
});

/** Sets `principal`, or refuses with 401; runs behind {@link guardHosts}. */
export const authenticate = authenticating(authorizationOf, {
  advice:
    'Sign in by OAuth, as the header WWW-Authenticate says, or send a key of this server as "Authorization: Bearer <key>".',
  challenge: (reason) =>
    `Bearer ${reason === 'missing' ? '' : 'error="invalid_token", '}scope="${FIRST_SCOPES.join(' ')}"`,
});

/**
 * As {@link authenticate} for git and for Python clients, which send what stands before the host of a URL as HTTP Basic: the password is
 * the API key. The challenge lets git ask for it.
 */
export const authenticateByPassword = authenticating(passwordAuthorizationOf, {
  advice: 'Use any user name, and an API key of this server as the password.',
  challenge: () => 'Basic realm="Lemma", charset="UTF-8"',
});

function authenticating(
  authorization: (headers: Headers) => string | undefined,
  { advice, challenge }: { readonly advice: string; readonly challenge: (reason: keyof typeof REFUSED) => string },
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const issuer = issuerOf(new URL(c.req.url));
    const readIssued = async (token: string) =>
      (await readKey(c.env.OAUTH_KV, token, Date.now())) ?? readAccessToken(issuer, token, c.env);
    const identity = await identify(c.var.access, authorization(c.req.raw.headers), readIssued);
    if (identity.kind === 'refused') {
      const { reason } = identity;
      // A client that sends nothing is about to find out how people sign in.
      if (reason !== 'missing' && c.var.access.kind === 'production') await countAttempt(c);
      throw new ToolFailure({
        errorType: 'authentication_error',
        message: REFUSED[reason],
        advice,
        details: { reason },
        headers: { 'www-authenticate': challenge(reason) },
      });
    }
    const { principal } = identity;
    c.set('principal', principal);
    if (principal.credential.kind === 'user-key') noteUse(c, principal.credential.id);
    return next();
  };
}

/** Milliseconds between two notes of the same key: pages say when a key was last used, to the hour. */
const NOTE_MS = 3_600_000;
const noted = new Map<string, number>();

/** Notes that a key was used, beside the call and not before it. */
function noteUse(c: Context<AppEnv>, id: string): void {
  const now = Date.now();
  if (!hasPassed(NOTE_MS, noted.get(id) ?? 0, now)) return;
  noted.set(id, now);
  c.executionCtx.waitUntil(c.env.ACCOUNTS.getByName('accounts').keyUsed(id, now));
}
