/** `start_step`: claims a step. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { actedFields, renderActed, toActedFields } from './change-fields.ts';
import { changeOf, changeParameters, openWithCode, PLAN_TOKENS, planId, stepNumberParameter } from './parameters.ts';
import { driftFields, driftSchema, renderDrift } from './step-fields.ts';

const LEASE_SECONDS = 3600;

export default defineTool({
  name: 'start_step',
  toolset: 'planning',
  title: 'Start a step',
  description:
    'Claims a ready step. Nobody else can go on with it until its lease is over, or it has ended. A failed step is tried again; your own ' +
    'gets a new lease. Shows what to do, and what changed in the code since the plan was made.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_number: stepNumberParameter,
    lease_seconds: z.int().min(1).max(604_800).default(LEASE_SECONDS).describe('How long it is yours.'),
    reopen: z.boolean().default(false).describe('Also a step that is completed, skipped or cancelled.'),
    ...changeParameters,
  }),
  output: z.object({
    ...actedFields,
    details: z.string().optional(),
    acceptance_criteria: z.array(z.string()),
    checks: z.array(z.looseObject({ kind: z.string() })).describe('That complete_step runs.'),
    files_affected: z.array(z.string()),
    command: z.string().optional(),
    drift: z.array(driftSchema),
  }),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, step_number, lease_seconds, reopen, ...rest }, ctx) {
    const plan = openWithCode(plan_id, ctx);
    const action = { kind: 'start', step: step_number, leaseMs: lease_seconds * 1000, reopen } as const;
    const acted = await plan.act(action, changeOf(rest, ctx.principal));
    const { step, drifts } = await plan.step(step_number);
    return {
      ...toActedFields(plan_id, acted),
      ...(step.details !== undefined && { details: step.details }),
      acceptance_criteria: step.acceptance_criteria ?? [],
      checks: step.checks ?? [],
      files_affected: step.files_affected ?? [],
      ...(step.command !== undefined && { command: step.command }),
      drift: drifts.map(driftFields),
    };
  },
  render: ({ details, acceptance_criteria, checks, files_affected, command, drift, ...acted }) =>
    [
      renderActed(acted),
      ...(details === undefined ? [] : [plain(details)]),
      ...(files_affected.length === 0 ? [] : [`Files: ${plain(files_affected.join(', '))}`]),
      ...(command === undefined ? [] : [`To be run by you: ${plain(command)}`]),
      ...acceptance_criteria.map((each) => `- ${plain(each)}`),
      ...(checks.length === 0
        ? ['It has no checks: complete_step looks at what its files say, else it needs an override.']
        : checks.map((check) => `Check: ${plain(JSON.stringify(check))}`)),
      ...drift.map((one) => `Drift: ${renderDrift(one)}.`),
    ].join('\n'),
});
