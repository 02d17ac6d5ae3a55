/** Hono middleware in front of every route: Host and Origin first, then the principal. */
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RPC, refusal } from '../lib/json-rpc.ts';
import { type OpenAccess, resolveAccess } from './access.ts';
import { authorizationOf, gitAuthorizationOf } from './authorization.ts';
import { type Identity, identify, type Principal } from './principal.ts';

/** What Hono's context carries through the chain. */
export interface AppEnv {
  readonly Bindings: Env;
  readonly Variables: { access: OpenAccess; principal: Principal };
}

/** Why there is no principal. */
type Reason = Extract<Identity, { kind: 'refused' }>['reason'];

const REFUSED = {
  malformed: 'The Authorization header is not of the form "Bearer <token>".',
  missing: 'No API key was sent. Send one as "Authorization: Bearer <key>".',
  unknown: 'The API key is not known to this server.',
} as const;

/** Refuses requests to an unconfigured server, for an unknown host (DNS rebinding) or from a foreign page. */
export const guardHosts = createMiddleware<AppEnv>(async (c, next) => {
  const access = resolveAccess(c.env);
  if (access.kind === 'unconfigured') {
    return refusal(503, RPC.serverError, `This server is not configured yet. ${access.problems.join(' ')}`, {
      data: { type: 'not_configured', problems: access.problems },
    });
  }
  const allowed = [...access.hosts];
  const host = validateHostHeader(c.req.header('host'), allowed);
  const origin = validateOriginHeader(c.req.header('origin'), allowed);
  const fault = host.ok ? (origin.ok ? undefined : origin.message) : host.message;
  if (fault !== undefined) {
    return refusal(403, RPC.serverError, `${fault}. Allowed host names: ${allowed.join(', ')}.`, {
      data: { type: 'forbidden_host', allowed },
    });
  }
  c.set('access', access);
  return next();
});

/** Sets `principal`, or refuses with 401; runs behind {@link guardHosts}. */
export const authenticate = authenticating(authorizationOf, (reason) =>
  refusal(401, RPC.serverError, REFUSED[reason], {
    data: { type: 'authentication_error', reason },
    headers: { 'www-authenticate': 'Bearer' },
  }),
);

/**
 * As {@link authenticate} for git, which sends what its user types as HTTP Basic: the password is the API key. The challenge lets git
 * ask for it.
 */
export const authenticateGit = authenticating(gitAuthorizationOf, (reason) => {
  const what = reason === 'unknown' ? REFUSED.unknown : 'No API key was sent.';
  return new Response(`${what} Use any user name, and an API key of this server as the password.\n`, {
    status: 401,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'www-authenticate': 'Basic realm="Lemma", charset="UTF-8"',
    },
  });
});

function authenticating(
  authorization: (headers: Headers) => string | undefined,
  refuse: (reason: Reason) => Response,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const identity = await identify(c.var.access, authorization(c.req.raw.headers));
    if (identity.kind === 'refused') return refuse(identity.reason);
    c.set('principal', identity.principal);
    return next();
  };
}
