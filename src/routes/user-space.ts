/** The user's object as routes reach it: with the principal of their request, always. */
import type { Context } from 'hono';
import type { Visit } from '../../durable-objects/user-space/visit.ts';
import type { Denial } from '../auth/call-gate.ts';
import type { AppEnv } from '../auth/middleware.ts';
import { withPrincipal } from '../auth/principal-header.ts';
import type { Scope } from '../auth/scope.ts';
import { RPC, refusal } from '../lib/json-rpc.ts';
import { guarded } from '../mcp/engines.ts';

/** Sends requests to the user's object. */
export function userSpaceOf({ env, var: { principal } }: Context<AppEnv>) {
  const stub = env.USER_SPACE.getByName(principal.userId);
  return { fetch: (request: Request) => stub.fetch(withPrincipal(request, principal)) };
}

/** What a route may ask of the user's object. */
export type Visited = Pick<Visit, 'facts' | 'openPythonSession' | 'openWorkspace'>;

/**
 * Answers a request that needs `scope` and is one call of its user until its answer begins, or refuses it.
 * `refuse` words a refusal of routes that do not answer with JSON.
 */
export async function visit(
  c: Context<AppEnv>,
  scope: Scope,
  answer: (space: Visited) => Promise<Response>,
  refuse: (denial: Denial) => Response = refuseAsJson,
): Promise<Response> {
  const { principal } = c.var;
  const space = guarded('user space', c.env.USER_SPACE.getByName(principal.userId));
  const entry = await space.enter(principal, scope);
  if ('denial' in entry) return refuse(entry.denial);
  try {
    return await answer(guarded('user space', entry.visit));
  } finally {
    entry.visit[Symbol.dispose]();
  }
}

/** Status and headers of the answer to a request that was not let in; RFC 6585 and RFC 6750. */
export function denialHead({ scope, retryAfterSeconds }: Denial): { status: number; headers: Record<string, string> } {
  if (scope === undefined) return { status: 429, headers: { 'retry-after': String(retryAfterSeconds ?? 1) } };
  return { status: 403, headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } };
}

function refuseAsJson(denial: Denial): Response {
  const { reason, message, advice, scope, retryAfterSeconds } = denial;
  const { status, headers } = denialHead(denial);
  return refusal(status, RPC.serverError, `${message} ${advice}`, {
    data: { type: reason, ...(scope && { scope }), ...(retryAfterSeconds && { retry_after: retryAfterSeconds }) },
    headers,
  });
}
