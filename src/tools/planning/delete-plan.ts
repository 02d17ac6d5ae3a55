/** `delete_plan`: deletes a plan with its history. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { PLAN_TOKENS, planId } from './parameters.ts';

export default defineTool({
  name: 'delete_plan',
  toolset: 'planning',
  title: 'Delete a plan',
  description:
    'Deletes a plan with its versions, evidence and events. Its branch in the workspace stays, and so do its forks.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ plan_id: planId }),
  output: z.object({ plan_id: z.string(), deleted: z.boolean() }),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id }, { plans }) {
    await plans.delete(plan_id);
    return { plan_id, deleted: true };
  },
  render: ({ plan_id }) => `${plan_id} is deleted.`,
});
