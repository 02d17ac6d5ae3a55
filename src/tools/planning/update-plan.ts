/** `update_plan`: adds, changes, removes and reorders steps, and changes what stands beside them. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { CHECK_EXAMPLES } from '../../planning/checks.ts';
import { headChangeSchema, newStepSchema, stepChangeSchema } from '../../planning/versions/edit.ts';
import { editedFields, renderEdited, toEditedFields } from './change-fields.ts';
import { commitOf } from './commit-of.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId, stepNumber } from './parameters.ts';

export default defineTool({
  name: 'update_plan',
  toolset: 'planning',
  title: 'Change a plan',
  description:
    'Changes a plan as a new version, all of it or nothing: adds, changes, removes or reorders steps, or changes goal, scope and the ' +
    'like. A completed step that you change has to be done again.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    add_steps: z
      .array(newStepSchema)
      .max(5000)
      .default([])
      .describe(`Without a number: the next ones, in this order. Checks, each one of\n${CHECK_EXAMPLES}`),
    change_steps: z
      .array(stepChangeSchema)
      .max(1000)
      .default([])
      .describe('Fields as they are to be; null removes one.'),
    remove_steps: z.array(stepNumber).max(5000).default([]).describe('Numbers.'),
    reconnect: z
      .boolean()
      .default(false)
      .describe('Steps that waited for a removed one wait for what it waited for; else they must not name it.'),
    order: z
      .array(stepNumber)
      .max(5000)
      .default([])
      .describe('Numbers in their new order: steps are numbered anew, the others behind these.'),
    set: headChangeSchema.default({}).describe('Goal, scope, features, architecture, risks, requirements, questions.'),
    ref: z.string().min(1).max(300).optional().describe('Base the plan on this branch, tag or commit from now on.'),
    ...changeParameters,
  }),
  output: z.object(editedFields),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, add_steps, change_steps, remove_steps, reconnect, order, set, ref, ...rest }, ctx) {
    for (const { supply } of [...add_steps, ...change_steps]) expectSupply(supply ?? undefined, ctx);
    const { plan, workspace } = ctx.plans.open(plan_id);
    const commit = ref === undefined ? undefined : await commitOf(ref, ctx.workspaces.open(workspace).workspace);
    const edited = await plan.edit(
      { head: set, add: add_steps, change: change_steps, remove: remove_steps, reconnect, order },
      { ...changeOf(rest, ctx.principal), ...(commit !== undefined && { commit }), ...(ref !== undefined && { ref }) },
    );
    return toEditedFields(plan_id, edited);
  },
  render: renderEdited,
});
