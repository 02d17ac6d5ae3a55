/** `/sse` and `/messages`: the HTTP+SSE transport of MCP's first revision, 2024-11-05. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { userSpaceOf } from './user-space.ts';

/** Forwards both to the user's object, which holds the connection. */
export const sseRoutes = new Hono<AppEnv>()
  .get('/sse', (c) => userSpaceOf(c).fetch(c.req.raw))
  .post('/messages', (c) => userSpaceOf(c).fetch(c.req.raw));
