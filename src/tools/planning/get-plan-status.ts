/** `get_plan_status`: where a plan stands, and one step of it with its evidence. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters } from '../../mcp/pages.ts';
import { PLAN_STATES } from '../../planning/graph/states.ts';
import type { OpenApproval, PlanStatus } from '../../planning/service.ts';
import { named } from './change-fields.ts';
import { detailParameter, nameOf, planId, stepNumber, timeOf, tokensOf } from './parameters.ts';
import {
  driftFields,
  driftSchema,
  evidenceFields,
  evidenceSchema,
  renderCheck,
  renderDrift,
  renderStep,
  SHORT_ID,
  stateSchema,
  stepStatusFields,
  stepStatusSchema,
} from './step-fields.ts';

/** Steps of an ordinary page. */
const PAGE = 15;

const approvalSchema = z.object({
  approval_id: z.int(),
  steps: z.array(z.int()),
  requested_by: z.string(),
  expires_at: z.string(),
  expired: z.boolean(),
  note: z.string().optional(),
});

const numbers = z.array(z.int());

export default defineTool({
  name: 'get_plan_status',
  toolset: 'planning',
  title: 'Status of a plan',
  description:
    'Shows where a plan stands: verified progress, steps that run, are ready or wait and for what, the critical path, overrides, missing ' +
    'approvals, steps that touch the same file, and code that changed under open steps. With step_number it shows one step with its ' +
    'evidence.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_number: stepNumber.optional().describe('Only this step, with its evidence.'),
    status: stateSchema.optional().describe('Only steps in this state.'),
    ...pageParameters(PAGE, 500),
    detail: detailParameter,
  }),
  output: z.object({
    plan_id: z.string(),
    version: z.int(),
    status: z.enum(PLAN_STATES),
    progress: z.object({
      completed_steps: z.int(),
      total_steps: z.int(),
      percentage: z.number().describe('Completed of all steps that are not skipped.'),
    }),
    current_steps: numbers,
    ready_steps: numbers,
    blocked_steps: numbers.describe('Wait for other steps or an approval; status tells those behind a failure.'),
    steps: z.array(stepStatusSchema),
    matching_steps: z.int(),
    evidence: z.array(evidenceSchema).optional().describe('Of the one step, the newest first.'),
    parallel_groups: z.array(numbers).describe('Open steps that wait for none of each other, in order.'),
    critical_path: z.object({
      steps: numbers,
      unit: z.enum(['ms', 'steps']).describe('steps: nothing is estimated.'),
      length: z.number(),
      left: z.number(),
      recorded_steps: z.int().describe('Whose duration is recorded, not estimated.'),
      assumed_steps: z.int().describe('Without an estimate: counted as the median of the others.'),
    }),
    overrides: z.array(z.object({ step_number: z.int(), by: z.string(), reason: z.string() })),
    same_file: z.array(z.object({ file: z.string(), steps: numbers })).describe('Open steps that may run at once.'),
    total_same_file: z.int(),
    drift: z.array(driftSchema),
    compared_with: z.string().optional().describe('The commit that the workspace is at.'),
    made_for: z.string().optional().describe('The commit of the plan.'),
    drift_note: z.string().optional(),
    approvals: z.array(approvalSchema),
    started_at: z.string().optional(),
    completed_at: z.string().optional(),
    total_duration_ms: z.number().optional(),
  }),
  tokens: tokensOf,
  more: {
    steps: (shown, { offset }) => `offset ${offset + shown} goes on`,
    blocked_steps: () => 'status pending or blocked lists them',
    ready_steps: () => 'next_steps, or status ready',
    drift: () => 'detail shows more',
  },
  async handler({ plan_id, step_number, status, offset, limit }, { plans }) {
    const { plan } = plans.open(plan_id);
    const found = await plan.status({ offset, limit, ...(status !== undefined && { state: status }) });
    const fields = toFields(plan_id, found);
    if (step_number === undefined) return fields;
    const one = await plan.step(step_number);
    return {
      ...fields,
      steps: [stepStatusFields(one)],
      matching_steps: 1,
      evidence: one.evidence.map(evidenceFields),
      drift: one.drifts.map(driftFields),
    };
  },
  render: ({ plan_id, version, status, progress, critical_path, evidence, ...rest }) =>
    [
      `${plan_id}, version ${version}: ${status}. ${progress.completed_steps} of ${progress.total_steps} steps completed (${progress.percentage} %).`,
      ...named('Executing', rest.current_steps),
      ...named('Ready', rest.ready_steps),
      ...named('Waiting', rest.blocked_steps),
      ...rest.steps.map(renderStep),
      ...(evidence ?? []).flatMap(({ outcome, at, by, commit, reason, checks }) => [
        `${outcome} on ${at} by ${by}${commit === undefined ? '' : ` at ${commit.slice(0, SHORT_ID)}`}${reason === undefined ? '' : `: ${plain(reason)}`}`,
        ...checks.map(renderCheck),
      ]),
      renderPath(critical_path),
      ...rest.overrides.map(
        ({ step_number, by, reason }) => `Overridden: step ${step_number} by ${by}: ${plain(reason)}`,
      ),
      ...rest.same_file.map(
        ({ file, steps }) => `Same file: steps ${steps.join(' and ')} may run at once, and change ${plain(file)}.`,
      ),
      ...rest.drift.map((one) => `Drift: ${renderDrift(one)}.`),
      ...(rest.drift_note === undefined ? [] : [`Drift: ${plain(rest.drift_note)}`]),
      ...rest.approvals.map(
        ({ approval_id, steps, expires_at, expired }) =>
          `Approval ${approval_id} of steps ${steps.slice(0, 10).join(', ')} ${expired ? 'expired' : 'waits until'} ${expires_at}.`,
      ),
      ...(rest.made_for === undefined
        ? []
        : [
            `[Made for ${rest.made_for.slice(0, SHORT_ID)}; compared with ${rest.compared_with?.slice(0, SHORT_ID) ?? 'nothing'}]`,
          ]),
    ].join('\n'),
});

function toFields(id: string, status: PlanStatus) {
  const { overview, timing, overlaps, drift, startedAt, endedAt } = status;
  const { counts, facts } = overview;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const wanted = total - counts.skipped;
  return {
    plan_id: id,
    version: overview.version,
    status: overview.state,
    progress: {
      completed_steps: counts.completed,
      total_steps: total,
      percentage: wanted === 0 ? 0 : Math.floor((1000 * counts.completed) / wanted) / 10,
    },
    current_steps: [...status.executing],
    ready_steps: [...status.ready],
    blocked_steps: [...status.waiting],
    steps: status.steps.map(stepStatusFields),
    matching_steps: status.totalSteps,
    parallel_groups: status.parallel.map((group) => [...group]),
    critical_path: {
      steps: [...timing.critical],
      unit: timing.unit,
      length: timing.length,
      left: timing.left,
      recorded_steps: timing.recorded,
      assumed_steps: timing.assumed,
    },
    overrides: status.overrides.map(({ step, by, reason }) => ({ step_number: step, by: nameOf(by), reason })),
    same_file: overlaps.overlaps.map(({ file, steps }) => ({ file, steps: [...steps] })),
    total_same_file: overlaps.total,
    drift: drift.drifts.map(driftFields),
    ...(drift.commit !== undefined && { compared_with: drift.commit }),
    ...(facts.commit !== undefined && { made_for: facts.commit }),
    ...(drift.error !== undefined && { drift_note: drift.error }),
    approvals: status.approvals.map(approvalFields),
    ...(startedAt !== undefined && { started_at: timeOf(startedAt) }),
    ...(endedAt !== undefined && { completed_at: timeOf(endedAt) }),
    ...(startedAt !== undefined && endedAt !== undefined && { total_duration_ms: endedAt - startedAt }),
  };
}

function approvalFields({ id, steps, by, expiresAt, isExpired, note }: OpenApproval): z.output<typeof approvalSchema> {
  return {
    approval_id: id,
    steps: [...steps],
    requested_by: nameOf(by),
    expires_at: timeOf(expiresAt),
    expired: isExpired,
    ...(note !== undefined && { note }),
  };
}

function renderPath({
  steps,
  unit,
  length,
  left,
}: {
  steps: number[];
  unit: string;
  length: number;
  left: number;
}): string {
  const shown =
    steps.length > 20 ? `${steps.slice(0, 20).join(' → ')} → … ${steps.length - 20} more` : steps.join(' → ');
  return `Critical path: ${shown || 'none'} (${length} ${unit}, ${left} left).`;
}
