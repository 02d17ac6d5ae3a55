/** Every check of the server's health, for the tools that run them. */
import { z } from 'zod';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { ENGINE_CHECKS, type HealthCheck, type HealthReport, type Probed, reportHealth, runCheck } from './report.ts';
import { runSpaceCheck, SPACE_CHECKS, type Space } from './space-checks.ts';

/** Names of all checks. */
export const CHECK_NAMES = [...ENGINE_CHECKS, ...SPACE_CHECKS] as const;

/** Fields of a check beside its name. */
export const checkFields = {
  status: z.enum(['pass', 'warn', 'fail']),
  duration: z.number().describe('Seconds.'),
  details: z.object({
    message: z.string(),
    metrics: z.record(z.string(), z.union([z.number(), z.string()])),
    recommendations: z.array(z.string()),
  }),
};

/** Runs the check of that name for the caller. */
export async function checkNamed(name: (typeof CHECK_NAMES)[number], ctx: ToolContext): Promise<HealthCheck> {
  const engine = ENGINE_CHECKS.find((each) => each === name);
  if (engine !== undefined) return runCheck(engine, probed(ctx));
  const space = SPACE_CHECKS.find((each) => each === name);
  if (space === undefined) throw new Error(`There is no check ${name}.`);
  return runSpaceCheck(space, spaceOf(ctx));
}

/** Runs all checks for the caller; `healthy` when each passes. */
export async function checkAll(ctx: ToolContext): Promise<HealthReport> {
  const space = spaceOf(ctx);
  const [engines, ...around] = await Promise.all([
    reportHealth(probed(ctx)),
    ...SPACE_CHECKS.map((name) => runSpaceCheck(name, space)),
  ]);
  const checks = [...engines.checks, ...around];
  return { ...engines, checks, status: checks.every(({ status }) => status === 'pass') ? 'healthy' : 'degraded' };
}

function probed({ symbolic, pythonSessions, workspaces }: ToolContext): Probed {
  return { symbolic, python: pythonSessions.open().session, workspace: workspaces.open().workspace };
}

function spaceOf({ spaceFacts, models, review, reasoning, planning }: ToolContext): Space {
  return { facts: spaceFacts(), models: models.facts, review, reasoning, planning };
}
