/** The user's object as routes reach it: with the principal of their request, always. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Visit } from '../../durable-objects/user-space/visit.ts';
import { type Charge, denied } from '../auth/call-gate.ts';
import type { AppEnv } from '../auth/middleware.ts';
import { withPrincipal } from '../auth/principal-header.ts';
import type { Scope } from '../auth/scope.ts';
import { countedBody } from '../lib/counted-body.ts';
import { guarded } from '../mcp/engines.ts';

/** Sends requests to the user's object. */
export function userSpaceOf({ env, var: { principal } }: Context<AppEnv>) {
  const stub = guarded('user space', env.USER_SPACE.getByName(principal.userId));
  return { fetch: (request: Request) => stub.fetch(withPrincipal(request, principal)) };
}

/** What a route may ask of the user's object. */
export type Visited = Pick<
  Visit,
  'facts' | 'openPlan' | 'openPythonSession' | 'openWorkspace' | 'plansOf' | 'settleWorkspace'
>;

/**
 * Answers a request that needs `scope` and is one call of its user until its answer begins. Throws `ToolFailure` when it is not let in.
 */
export async function visit(
  c: Context<AppEnv>,
  scope: Scope,
  answer: (space: Visited) => Promise<Response>,
  charge: Charge = 'calls',
): Promise<Response> {
  const { principal } = c.var;
  const space = guarded('user space', c.env.USER_SPACE.getByName(principal.userId));
  const entry = await space.enter(principal, scope, charge);
  if ('denial' in entry) throw denied(entry.denial);
  try {
    return await answer(guarded('user space', entry.visit));
  } finally {
    entry.visit[Symbol.dispose]();
  }
}

/**
 * Counts the bytes of requests and answers that stream past the user's object, which hears of them behind the answer. What passes through
 * the object itself is counted there.
 */
export const countBytes = createMiddleware<AppEnv>(async (c, next) => {
  let bytes = 0;
  const onBytes = (more: number) => {
    bytes += more;
  };
  const { raw } = c.req;
  if (raw.body !== null) c.req.raw = new Request(raw, { body: countedBody(raw.body, { onBytes }) });
  await next();
  const onEnd = () => {
    const { userId } = c.var.principal;
    if (bytes > 0) c.executionCtx.waitUntil(c.env.USER_SPACE.getByName(userId).transferred(bytes));
  };
  const { body, headers } = c.res;
  const length = headers.get('content-length');
  if (body !== null && length === null) {
    c.res = new Response(countedBody(body, { onBytes, onEnd }), c.res);
    return;
  }
  onBytes(Number(length));
  onEnd();
});
