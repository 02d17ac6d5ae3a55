/** The front Worker's routes and what stands before them. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AppEnv, authenticate, guardHosts } from './auth/middleware.ts';
import { RPC, refusal } from './lib/json-rpc.ts';
import { logLine } from './lib/log-line.ts';
import { MAX_MESSAGE_BYTES } from './mcp/message.ts';
import { archiveRoutes } from './routes/archive.ts';
import { fileRoutes } from './routes/files.ts';
import { gitRoutes } from './routes/git.ts';
import { healthRoutes } from './routes/health.ts';
import { landingRoutes } from './routes/landing.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { openapiRoutes } from './routes/openapi.ts';
import { pagesRoutes } from './routes/pages.ts';
import { sseRoutes } from './routes/sse.ts';

/** What workerd says when a body is read whose sender has gone. */
const CLIENT_GONE = 'Network connection lost.';

/** The application; `capabilities` are those of the MCP server behind it. */
export function createApp(capabilities: ServerCapabilities) {
  return new Hono<AppEnv>()
    .use(guardHosts)
    .route('/', landingRoutes)
    .route('/', openapiRoutes)
    .route('/', pagesRoutes)
    .route('/', gitRoutes)
    .use(authenticate)
    .route('/', fileRoutes)
    .route('/', archiveRoutes)
    .use(bodyLimit({ maxSize: MAX_MESSAGE_BYTES, onError: bodyTooLarge }))
    .route('/', mcpRoutes(capabilities))
    .route('/', sseRoutes)
    .route('/', healthRoutes)
    .route('/', metricsRoutes)
    .onError(answerUnexpected)
    .notFound(({ req }) =>
      refusal(404, RPC.serverError, `Nothing answers ${req.method} ${req.path}. MCP is served at /mcp; / tells more.`),
    );
}

/** Answers an error that no route expects; its cause goes to the log only. A client that is gone needs neither. */
function answerUnexpected(error: Error, { req }: Context<AppEnv>): Response {
  if (error.message === CLIENT_GONE) return new Response(null, { status: 499 });
  const reference = crypto.randomUUID();
  console.error(`internal error ${reference} (${req.method} ${req.path}): ${logLine(error)}`);
  const message = `The server failed in a way it should not (reference ${reference}). Report the reference if it happens again.`;
  return refusal(500, RPC.internalError, message, { data: { type: 'internal_error', reference } });
}

function bodyTooLarge(): Response {
  const message = `The request body is larger than ${MAX_MESSAGE_BYTES} bytes. Send less code or data in one call.`;
  return refusal(413, RPC.serverError, message, { data: { type: 'body_too_large', max_bytes: MAX_MESSAGE_BYTES } });
}
