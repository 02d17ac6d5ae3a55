/** `fail_step`: gives a step up for now. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { actedFields, renderActed, toActedFields } from './change-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, reasonParameter, stepNumberParameter } from './parameters.ts';

export default defineTool({
  name: 'fail_step',
  toolset: 'planning',
  title: 'Give up a step of a plan',
  description:
    'Marks a step that you work on as failed, and why. Steps that depend on it are blocked until start_step tries it again.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    step_number: stepNumberParameter,
    error: reasonParameter.describe('What went wrong.'),
    ...changeParameters,
  }),
  output: z.object(actedFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, step_number: step, error, ...rest }, ctx) {
    const acted = await ctx.plans.open(plan_id).plan.act({ kind: 'fail', step, error }, changeOf(rest, ctx.principal));
    return toActedFields(plan_id, acted);
  },
  render: renderActed,
});
