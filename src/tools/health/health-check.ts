/** `health_check`: the server's health as a whole, or one check of it. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { CHECK_NAMES, type Check, type HealthReport, reportHealth, runCheck } from './report.ts';

const checkFields = {
  check_name: z.enum(CHECK_NAMES),
  status: z.enum(['pass', 'warn', 'fail']),
  duration: z.number(),
  details: z.object({
    message: z.string(),
    metrics: z.record(z.string(), z.union([z.number(), z.string()])),
    recommendations: z.array(z.string()),
  }),
  timestamp: z.string(),
};

export default defineTool({
  name: 'health_check',
  toolset: 'health',
  title: 'Check health',
  description: 'Measures the health of this server: versions, memory, and whether each engine answers.',
  intents: [
    'diagnose the server',
    'health',
    'server health, health endpoint, healthz',
    'health of the engines',
    'are you up and running, which version of z3',
    'is the server up, ok, running, alive',
    'status and version of this server, service and its engines',
    'is z3 or python working, is something broken on your side',
    'is everything ok with lemma',
    'is the server up and are all engines working',
    'nothing answers any more, is the whole service down',
    'which version do you run, version of pyodide, z3 or lemma',
    'is there an outage or a problem at your end, status page',
    'ping the server, self test, diagnostics',
    'memory of the server, uptime, are you alive',
    'is the symbolic engine or the python engine available',
    'every call fails, is lemma healthy',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ check_name: z.enum(CHECK_NAMES).optional().describe('Only this one.') }),
  output: z.object({
    status: z.enum(['healthy', 'degraded', 'pass', 'warn', 'fail']),
    timestamp: z.string(),
    version: z.string().optional(),
    python_version: z.string().nullable().optional(),
    crosshair_version: z.string().optional(),
    z3_version: z.string().nullable().optional(),
    platform: z.string().optional(),
    memory_usage_mb: z.number().nullable().optional().describe('Heaps of the engines.'),
    checks: z.array(z.object(checkFields)).optional(),
    check_name: checkFields.check_name.optional(),
    duration: z.number().optional().describe('Seconds.'),
    details: checkFields.details.optional(),
  }),
  async handler({ check_name }, { symbolic, pythonSessions, workspaces }): Promise<HealthReport | Check> {
    const { workspace } = workspaces.open();
    const probed = { symbolic, python: pythonSessions.open().session, workspace };
    return check_name === undefined ? reportHealth(probed) : runCheck(check_name, probed);
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
