/** The front Worker's routes and what stands before them. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AppEnv, authenticate, guardHosts } from './auth/middleware.ts';
import { RPC, refusal } from './lib/json-rpc.ts';
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
    .notFound(({ req }) =>
      refusal(404, RPC.serverError, `Nothing answers ${req.method} ${req.path}. MCP is served at /mcp; / tells more.`),
    );
}

function bodyTooLarge(): Response {
  const message = `The request body is larger than ${MAX_MESSAGE_BYTES} bytes. Send less code or data in one call.`;
  return refusal(413, RPC.serverError, message, { data: { type: 'body_too_large', max_bytes: MAX_MESSAGE_BYTES } });
}
