/** `/metrics`: the caller's own metrics, for Prometheus; `?of=all`: those of the whole server, for administrators. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { PROMETHEUS_TYPE, renderMetrics, renderServerMetrics } from '../mcp/prometheus.ts';
import { accountsOf } from './accounts-object.ts';
import { isAdministratorAt } from './administrators.ts';
import { visit } from './user-space.ts';

const HEADERS = { 'content-type': PROMETHEUS_TYPE } as const;

/**
 * Counters live in the user's object: those of the Worker's many isolates would each know a part. Those of all are in the object of
 * accounts, which is told of them.
 */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', (c) => {
  const of = c.req.query('of');
  switch (of) {
    case undefined:
      return visit(c, 'read', async (space) => c.body(renderMetrics(await space.facts()), 200, HEADERS), 'upkeep');
    case 'all':
      return visit(
        c,
        'admin',
        async () => {
          if (!(await isAdministratorAt(c, c.var.principal))) throw notAdministrator();
          return c.body(renderServerMetrics(await accountsOf(c).overview()), 200, HEADERS);
        },
        'upkeep',
      );
    default:
      throw new ToolFailure({
        errorType: 'validation_error',
        message: `There are no metrics of ${JSON.stringify(of)}.`,
        advice: 'Leave "of" out for your own, or send of=all as an administrator.',
      });
  }
});

function notAdministrator(): ToolFailure {
  return new ToolFailure({
    errorType: 'forbidden',
    message: 'The metrics of all users are for administrators.',
    advice: '/metrics has your own.',
  });
}
