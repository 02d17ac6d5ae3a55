/** `health_check`: the server's health as a whole, or one check of it. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { CHECK_NAMES, checkAll, checkFields, checkNamed } from './checks.ts';
import type { HealthCheck, HealthReport } from './report.ts';

export default defineTool({
  name: 'health_check',
  toolset: 'health',
  title: 'Check health',
  description: 'Health and versions of this server and its parts.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ check_name: z.enum(CHECK_NAMES).optional().describe('Only one.') }),
  output: z.object({
    status: z.enum(['healthy', 'degraded', 'pass', 'warn', 'fail']),
    timestamp: z.string(),
    version: z.string().optional(),
    python_version: z.string().nullable().optional(),
    crosshair_version: z.string().optional(),
    z3_version: z.string().nullable().optional(),
    platform: z.string().optional(),
    memory_usage_mb: z.number().nullable().optional().describe('Heaps of the engines.'),
    checks: z.array(z.object({ check_name: z.string(), ...checkFields, timestamp: z.string() })).optional(),
    check_name: z.string().optional(),
    duration: z.number().optional().describe('Seconds.'),
    details: checkFields.details.optional(),
  }),
  async handler({ check_name }, ctx): Promise<HealthReport | HealthCheck> {
    return check_name === undefined ? checkAll(ctx) : checkNamed(check_name, ctx);
  },
  render: ({ status, checks, check_name, ...facts }) => {
    const title = check_name === undefined ? status : `${check_name}: ${status}`;
    const lines = Object.entries(facts).map(([name, value]) => `${name}: ${show(value)}`);
    const checkLines = (checks ?? []).map(({ check_name, ...check }) => `check ${check_name}: ${show(check)}`);
    return [title, ...lines, ...checkLines].join('\n');
  },
});

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
