/** The front Worker's routes and what stands before them. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AppEnv, answerPages, authenticate, guardHosts, pointToSignIn } from './auth/middleware.ts';
import { secureAnswers } from './auth/secure-answers.ts';
import type { Failure } from './lib/errors.ts';
import { MAX_MESSAGE_BYTES, tooLarge } from './mcp/message.ts';
import { accountRoutes } from './routes/accounts/accounts.ts';
import { answerError, answerFailure } from './routes/answer-error.ts';
import { archiveRoutes } from './routes/archive.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { errorRoutes } from './routes/errors.ts';
import { fileRoutes } from './routes/files.ts';
import { gitRoutes } from './routes/git.ts';
import { healthRoutes } from './routes/health.ts';
import { landingRoutes } from './routes/landing.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { openapiRoutes } from './routes/openapi.ts';
import { organisationRoutes } from './routes/organisations.ts';
import { pagesRoutes } from './routes/pages.ts';
import { scaffoldRoutes } from './routes/scaffolds/scaffolds.ts';
import { spaceRoutes } from './routes/space.ts';
import { sseRoutes } from './routes/sse.ts';

/** The application; `capabilities` are those of the MCP server behind it. */
export function createApp(capabilities: ServerCapabilities) {
  return new Hono<AppEnv>()
    .use(secureAnswers)
    .route('/', discoveryRoutes)
    .use(guardHosts)
    .use(answerPages)
    .use(pointToSignIn)
    .route('/', landingRoutes)
    .route('/', openapiRoutes)
    .route('/', pagesRoutes)
    .route('/', errorRoutes)
    .route('/', accountRoutes)
    .route('/', gitRoutes)
    .route('/', scaffoldRoutes)
    .use(authenticate)
    .route('/', fileRoutes)
    .route('/', archiveRoutes)
    .use(bodyLimit({ maxSize: MAX_MESSAGE_BYTES, onError: (c) => answerFailure(tooLarge('body'), c.req.path) }))
    .route('/', mcpRoutes(capabilities))
    .route('/', organisationRoutes)
    .route('/', sseRoutes)
    .route('/', healthRoutes)
    .route('/', metricsRoutes)
    .route('/', spaceRoutes)
    .notFound(({ req }) => answerFailure(nothingAt(req.method, req.path), req.path))
    .onError((error, { req }) => answerError(error, req));
}

function nothingAt(method: string, path: string): Failure {
  const message = `Nothing answers ${method} ${path}.`;
  return { errorType: 'not_found', message, advice: 'MCP is served at /mcp; / tells more.' };
}
