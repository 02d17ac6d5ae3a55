/** The endpoints of OAuth 2.1 that programs call: metadata, registration, tokens and their revocation. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppEnv } from '../../auth/middleware.ts';
import { canonicalResource, issuerOf, RESOURCE_METADATA, resourceMetadata } from '../../auth/oauth/resource.ts';
import { authorizationServer, REGISTER_PATH, SERVER_METADATA, TOKEN_PATH } from '../../auth/oauth/server.ts';
import { answerFailure } from '../answer-error.ts';

/** More than any request of OAuth has. */
const MAX_BYTES = 65_536;

const limited = bodyLimit({
  maxSize: MAX_BYTES,
  onError: ({ req }) =>
    answerFailure(
      {
        errorType: 'body_too_large',
        message: `The body has more than ${MAX_BYTES.toLocaleString('en')} bytes.`,
        advice: 'Send the parameters of OAuth only.',
      },
      req.path,
    ),
});

/** Open to everybody. */
export const oauthRoutes = new Hono<AppEnv>()
  .get(RESOURCE_METADATA, (c) => c.json(resourceMetadata(issuerOf(new URL(c.req.url)), '')))
  .get(`${RESOURCE_METADATA}/*`, (c) => {
    const path = c.req.path.slice(RESOURCE_METADATA.length);
    return c.json(resourceMetadata(issuerOf(new URL(c.req.url)), path));
  })
  .get(SERVER_METADATA, (c) => forward(c, c.req.raw))
  .post(REGISTER_PATH, limited, (c) => forward(c, c.req.raw))
  .post(TOKEN_PATH, limited, async (c) => {
    const issuer = issuerOf(new URL(c.req.url));
    const parameters = new URLSearchParams(await c.req.text());
    const resources = parameters.getAll('resource');
    parameters.delete('resource');
    for (const resource of resources) parameters.append('resource', canonicalResource(issuer, resource));
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-length');
    return forward(c, new Request(c.req.raw.url, { method: 'POST', headers, body: parameters.toString() }));
  });

function forward(c: Context<AppEnv>, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const issuer = issuerOf(new URL(request.url));
  const context: unknown = c.executionCtx;
  if (!isWorkerContext(context)) throw new Error('This Worker runs outside workerd.');
  return authorizationServer(issuer).fetch(new Request(`${issuer}${pathname}${search}`, request), c.env, context);
}

/** Hono types less of the context than workerd hands over. */
function isWorkerContext(context: unknown): context is ExecutionContext {
  return typeof context === 'object' && context !== null && 'waitUntil' in context;
}
