/** `/openapi.json`: the HTTP API for programs and for the pages that show it. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { openapiOf } from './openapi/document.ts';

export const openapiRoutes = new Hono<AppEnv>().get('/openapi.json', (c) => c.json(openapiOf(c.var.access)));
