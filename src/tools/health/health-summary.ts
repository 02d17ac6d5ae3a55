/** `health_summary`: the server's health in one word, with what was measured. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import type { SpaceFacts } from '../../mcp/space-facts.ts';
import { checkAll, checkFields } from './checks.ts';
import type { HealthCheck } from './report.ts';

const outputSchema = z.object({
  overall_status: z.enum(['healthy', 'degraded', 'critical']).describe('The worst check: pass, warn or fail.'),
  timestamp: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      status: checkFields.status,
      duration: checkFields.duration,
      details: checkFields.details.optional(),
    }),
  ),
  performance_metrics: z.object({
    uptime: z.number().describe('Seconds since your space was loaded into memory.'),
    memory_usage: z.number().optional().describe("Megabytes of the engines' heaps; absent where one does not answer."),
    api_response_time: z.number().optional().describe('Mean seconds of your calls of tools; absent before the first.'),
  }),
  recommendations: z.array(z.string()),
});

const OVERALL = { pass: 'healthy', warn: 'degraded', fail: 'critical' } as const;

export default defineTool({
  name: 'health_summary',
  toolset: 'health',
  title: 'Sum up health',
  description:
    'Runs all checks of health and sums them up: healthy, degraded or critical, with uptime, memory and mean response time.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    include_details: z.boolean().default(true).describe('Include what each check measured.'),
  }),
  output: outputSchema,
  async handler({ include_details }, ctx) {
    const { checks, memory_usage_mb, timestamp } = await checkAll(ctx);
    return {
      overall_status: OVERALL[worst(checks)],
      timestamp,
      checks: checks.map(({ check_name, status, duration, details }) => ({
        name: check_name,
        status,
        duration,
        ...(include_details && { details }),
      })),
      performance_metrics: {
        ...timesOf(ctx.spaceFacts()),
        ...(memory_usage_mb !== null && { memory_usage: memory_usage_mb }),
      },
      recommendations: [...new Set(checks.flatMap(({ details }) => details.recommendations))],
    };
  },
  render: ({ overall_status, checks, performance_metrics, recommendations }) =>
    [
      overall_status,
      ...checks.map(({ name, status, details }) => `${name}: ${status}${details ? `. ${details.message}` : ''}`),
      ...Object.entries(performance_metrics).map(([name, value]) => `${name}: ${value}`),
      ...recommendations,
    ].join('\n'),
});

function worst(checks: readonly HealthCheck[]): HealthCheck['status'] {
  const of = (status: HealthCheck['status']) => checks.some((check) => check.status === status);
  return of('fail') ? 'fail' : of('warn') ? 'warn' : 'pass';
}

function timesOf({ startedAt, now, calls }: SpaceFacts): {
  readonly uptime: number;
  readonly api_response_time?: number;
} {
  const all = [...calls.values()];
  const ended = all.reduce((sum, { buckets }) => sum + buckets.reduce((left, right) => left + right, 0), 0);
  const seconds = all.reduce((sum, call) => sum + call.seconds, 0);
  const uptime = (now - startedAt) / 1000;
  return { uptime, ...(ended > 0 && { api_response_time: Math.round((seconds / ended) * 1000) / 1000 }) };
}
