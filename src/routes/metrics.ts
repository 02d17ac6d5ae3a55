/** `/metrics`: the caller's own metrics, for Prometheus. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { userSpaceOf } from '../mcp/engines.ts';
import { PROMETHEUS_TYPE, renderMetrics } from '../mcp/prometheus.ts';

/** Counters live in the user's object: those of the Worker's many isolates would each know a part. */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', async (c) => {
  const facts = await userSpaceOf(c.env, c.var.principal).facts();
  return c.body(renderMetrics(facts), 200, { 'content-type': PROMETHEUS_TYPE });
});
