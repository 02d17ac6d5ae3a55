/** `cancel_plan`: cancels a plan, or steps of it. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { actedFields, renderActed, toActedFields } from './change-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, reasonParameter, stepNumber } from './parameters.ts';

export default defineTool({
  name: 'cancel_plan',
  toolset: 'planning',
  title: 'Call off a plan or its steps',
  description:
    'Cancels all open steps of a plan, or some of them. They will not be done, and steps that wait for them are blocked. start_step with ' +
    'reopen brings one back; the plan stays.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_numbers: z.array(stepNumber).min(1).max(5000).optional().describe('Only these; all open ones by default.'),
    reason: reasonParameter.describe('Why; it is shown with the steps.'),
    ...changeParameters,
  }),
  output: z.object(actedFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, step_numbers: steps, reason, ...rest }, ctx) {
    const acted = await ctx.plans
      .open(plan_id)
      .plan.act({ kind: 'cancel', reason, ...(steps !== undefined && { steps }) }, changeOf(rest, ctx.principal));
    return toActedFields(plan_id, acted);
  },
  render: renderActed,
});
