/** `/metrics`: the caller's own metrics, for Prometheus. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { PROMETHEUS_TYPE, renderMetrics } from '../mcp/prometheus.ts';
import { visit } from './user-space.ts';

/** Counters live in the user's object: those of the Worker's many isolates would each know a part. */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', (c) =>
  visit(
    c,
    'read',
    async (space) => c.body(renderMetrics(await space.facts()), 200, { 'content-type': PROMETHEUS_TYPE }),
    'upkeep',
  ),
);
