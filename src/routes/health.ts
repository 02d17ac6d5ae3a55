/** `/health`: what the tool `health_check` measures, for monitors; `/health/detailed`: and what the caller's space holds. */
import { Hono } from 'hono';
import { denied, missingScope } from '../auth/call-gate.ts';
import type { AppEnv } from '../auth/middleware.ts';
import { enginesOf } from '../mcp/engines.ts';
import { DEFAULT_SESSION } from '../python/sessions.ts';
import { reportHealth } from '../tools/health/report.ts';
import { DEFAULT_WORKSPACE } from '../workspace/workspaces.ts';
import { askSessions, detailsOf } from './health-details.ts';
import { visit } from './user-space.ts';

/** Milliseconds that an engine has to answer `/health`: it says within 2 s which one hangs. */
const PATIENCE_MS = 1_800;

/** 200 while every check passes, else 503. `/health` is no call of its user, so that nothing that hangs takes it away. */
export const healthRoutes = new Hono<AppEnv>()
  .get('/health', async (c) => {
    const { principal } = c.var;
    const denial = missingScope(principal, ['read']);
    if (denial !== undefined) throw denied(denial);
    const { symbolic, pythonSession, workspace } = enginesOf(c.env, principal.userId);
    const python = pythonSession(DEFAULT_SESSION);
    const report = await reportHealth({ symbolic, python, workspace: workspace(DEFAULT_WORKSPACE) }, PATIENCE_MS);
    return c.json(report, report.status === 'healthy' ? 200 : 503);
  })
  .get('/health/detailed', (c) =>
    visit(
      c,
      'read',
      async (space) => {
        const { principal } = c.var;
        const facts = await space.facts();
        const { symbolic, pythonSession, workspace } = enginesOf(c.env, principal.userId);
        // First, since the report starts the active session's interpreter.
        const states = await askSessions(facts, pythonSession);
        const python = pythonSession(facts.activePythonSession);
        const report = await reportHealth({ symbolic, python, workspace: workspace(DEFAULT_WORKSPACE) });
        const details = detailsOf(principal, facts, states, c.env);
        return c.json({ ...report, ...details }, report.status === 'healthy' ? 200 : 503);
      },
      'upkeep',
    ),
  );
