/** `request_approval`: asks somebody to approve steps before they are done. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { approvalFields, renderApproval, toApprovalFields } from './approval-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, reasonParameter, stepNumber } from './parameters.ts';

const HOUR_MS = 3_600_000;

export default defineTool({
  name: 'request_approval',
  toolset: 'planning',
  title: 'Request an approval',
  description:
    'Asks for an approval of a plan, a group of steps or some steps. They do not become ready until respond_approval gives it. The ' +
    'approval is of the steps as they are now: a changed step needs another.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_numbers: z.array(stepNumber).min(1).max(5000).optional().describe('These steps.'),
    group: z.string().trim().min(1).max(100).optional().describe('The steps of this group; else the whole plan.'),
    expires_in_hours: z.number().min(0.01).max(8760).default(24).describe('How long it can be answered.'),
    note: reasonParameter.optional().describe('What is to be approved, and why.'),
    ...changeParameters,
  }),
  output: z.object(approvalFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, step_numbers: steps, group, expires_in_hours, note, ...rest }, ctx) {
    const about =
      steps !== undefined
        ? ({ kind: 'steps', steps } as const)
        : group !== undefined
          ? ({ kind: 'group', group } as const)
          : ({ kind: 'plan' } as const);
    const request = { about, expiresInMs: Math.round(expires_in_hours * HOUR_MS), ...(note !== undefined && { note }) };
    const approval = await ctx.plans.open(plan_id).plan.requestApproval(request, changeOf(rest, ctx.principal));
    return toApprovalFields(plan_id, approval);
  },
  render: renderApproval,
});
