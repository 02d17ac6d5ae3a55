/** `next_steps`: what can be done now. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { PLAN_STATES } from '../../planning/graph/states.ts';
import { STEP_TYPES } from '../../planning/step-types.ts';
import { nameOf, PLAN_TOKENS, planId, timeOf } from './parameters.ts';
import { driftFields, driftSchema, renderDrift, short } from './step-fields.ts';

const stepSchema = z.object({
  step_number: z.int(),
  description: z.string(),
  type: z.enum(STEP_TYPES),
  on_critical_path: z.boolean(),
  unblocks: z.int().describe('Steps that wait for it directly.'),
  files_affected: z.array(z.string()).optional(),
  checks: z.array(z.string()).describe('Kinds.'),
  same_file_as: z.array(z.int()).optional().describe('Other ready steps that touch one of its files.'),
});

export default defineTool({
  name: 'next_steps',
  toolset: 'planning',
  title: 'Next steps of a plan',
  description:
    'Lists the steps of a plan that can be done now, the most urgent first: those on the critical path, then those that most others wait ' +
    'for. start_step claims one.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    limit: z.int().min(1).max(50).default(5).describe('How many.'),
  }),
  output: z.object({
    plan_id: z.string(),
    version: z.int(),
    status: z.enum(PLAN_STATES),
    steps: z.array(stepSchema),
    total_ready: z.int(),
    executing: z.array(z.object({ step_number: z.int(), by: z.string(), lease_until: z.string().optional() })),
    counts: z.record(z.string(), z.int()).describe('Steps by state.'),
    drift: z.array(driftSchema).describe('Of these steps, as get_plan_status found it last.'),
  }),
  tokens: () => PLAN_TOKENS,
  more: { steps: () => 'a larger limit, or get_plan_status with status ready' },
  async handler({ plan_id, limit }, { plans }) {
    const { version, state, steps, ready, executing, counts } = await plans.open(plan_id).plan.next(limit);
    return {
      plan_id,
      version,
      status: state,
      steps: steps.map(({ step, isCritical, unblocks, overlaps }) => ({
        step_number: step.number,
        description: short(step.description),
        type: step.type,
        on_critical_path: isCritical,
        unblocks,
        ...(step.files_affected !== undefined && { files_affected: step.files_affected }),
        checks: (step.checks ?? []).map(({ kind }) => kind),
        ...(overlaps.length > 0 && { same_file_as: [...overlaps] }),
      })),
      total_ready: ready,
      executing: executing.map(({ number, by, lease }) => ({
        step_number: number,
        by: nameOf(by),
        ...(lease !== undefined && { lease_until: timeOf(lease) }),
      })),
      counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      drift: steps.flatMap(({ drifts }) => drifts.map(driftFields)),
    };
  },
  render: ({ plan_id, status, steps, total_ready, executing, counts, drift }) =>
    [
      ...steps.map((step) => {
        const facts = [
          step.type,
          step.on_critical_path ? 'on the critical path' : undefined,
          step.unblocks === 0 ? undefined : `${step.unblocks} wait for it`,
          step.files_affected === undefined ? undefined : step.files_affected.slice(0, 5).join(', '),
          step.checks.length === 0 ? 'no checks' : `checks: ${step.checks.join(', ')}`,
          step.same_file_as === undefined ? undefined : `same file as ${step.same_file_as.slice(0, 5).join(', ')}`,
        ].filter((fact) => fact !== undefined);
        return `${step.step_number}. ${plain(step.description)} (${plain(facts.join('; '))})`;
      }),
      ...executing
        .slice(0, 5)
        .map(({ step_number, by, lease_until }) => `Step ${step_number} is ${plain(by)}'s until ${lease_until}.`),
      ...drift.map((one) => `Drift: ${renderDrift(one)}.`),
      `${plan_id} is ${status}: ${total_ready} ready; ${Object.entries(counts)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ')}.`,
      ...(total_ready === 0 && executing.length === 0
        ? ['Nothing can be done now; get_plan_status says what is waited for.']
        : []),
    ].join('\n'),
});
