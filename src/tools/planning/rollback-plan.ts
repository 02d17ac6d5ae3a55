/** `rollback_plan`: makes an earlier version of a plan the newest one. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { editedFields, renderEdited, toEditedFields } from './change-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId } from './parameters.ts';

export default defineTool({
  name: 'rollback_plan',
  toolset: 'planning',
  title: 'Go back to a version of a plan',
  description:
    'Makes an earlier version of a plan the newest one; those in between stay. Completed steps count where they are the same in that ' +
    'version. The code stays as it is: execute_plan_step can undo what it applied.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    version: z.int().min(1).describe('The one to go back to; get_plan_history lists them.'),
    ...changeParameters,
  }),
  output: z.object(editedFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, version, ...rest }, ctx) {
    const edited = await ctx.plans.open(plan_id).plan.rollback(version, changeOf(rest, ctx.principal));
    return toEditedFields(plan_id, edited);
  },
  render: renderEdited,
});
