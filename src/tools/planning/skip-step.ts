/** `skip_step`: leaves a step out. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { actedFields, renderActed, toActedFields } from './change-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, reasonParameter, stepNumberParameter } from './parameters.ts';

export default defineTool({
  name: 'skip_step',
  toolset: 'planning',
  title: 'Skip a step',
  description:
    'Leaves a step out, with its parts. Steps that wait for it go on as if it were done. It counts as skipped, never as completed. ' +
    'cancel_plan is for steps that will not be done, and blocks those that wait for them.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_number: stepNumberParameter,
    reason: reasonParameter.describe('Why; it is shown with the step.'),
    ...changeParameters,
  }),
  output: z.object(actedFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, step_number: step, reason, ...rest }, ctx) {
    const acted = await ctx.plans.open(plan_id).plan.act({ kind: 'skip', step, reason }, changeOf(rest, ctx.principal));
    return toActedFields(plan_id, acted);
  },
  render: renderActed,
});
