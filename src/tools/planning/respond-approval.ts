/** `respond_approval`: gives an approval, or refuses it. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { approvalFields, renderApproval, toApprovalFields } from './approval-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, reasonParameter } from './parameters.ts';

export default defineTool({
  name: 'respond_approval',
  toolset: 'planning',
  title: 'Answer an approval',
  description:
    'Gives or refuses an approval that request_approval asked for, and notes who answers. The agent or API key that asked cannot give ' +
    'it. Where a user has no other credential, the answer is marked as not independent.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    approval_id: z.int().min(1).optional().describe('Which; the only one that waits by default.'),
    approved: z.boolean().describe('Whether it is given.'),
    comment: reasonParameter.optional().describe('Shown with it.'),
    ...changeParameters,
  }),
  output: z.object(approvalFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, approval_id, approved, comment, ...rest }, ctx) {
    const response = {
      approved,
      ...(approval_id !== undefined && { approval: approval_id }),
      ...(comment !== undefined && { comment }),
    };
    const approval = await ctx.plans.open(plan_id).plan.respondApproval(response, changeOf(rest, ctx.principal));
    return toApprovalFields(plan_id, approval);
  },
  render: renderApproval,
});
