/** `merge_plan`: brings the changes of a fork back. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { editedFields, named, renderEdited, toEditedFields } from './change-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, planId } from './parameters.ts';

const conflictSchema = z.object({
  step_number: z.int().optional(),
  description: z.string().optional(),
  field: z.string(),
});

export default defineTool({
  name: 'merge_plan',
  toolset: 'planning',
  title: 'Merge a fork of a plan',
  description:
    'Brings the changes and completed steps of a fork back into its plan, field by field and as one version. Where both changed the ' +
    'same, it lists the conflicts and changes nothing, unless prefer decides.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId.describe('The plan that is to have the changes.'),
    fork_id: planId.describe('Its fork.'),
    prefer: z
      .enum(['ours', 'theirs'])
      .optional()
      .describe('Whose is taken where both changed the same: ours is plan_id.'),
    ...changeParameters,
  }),
  output: z.object({
    merged: z.boolean(),
    conflicts: z.array(conflictSchema),
    completed_taken: z.array(z.int()).describe('Steps that were completed in the fork.'),
    ...z.object(editedFields).partial().shape,
  }),
  tokens: () => PLAN_TOKENS,
  async handler({ plan_id, fork_id, prefer, ...rest }, ctx) {
    const { plan } = ctx.plans.open(plan_id);
    const fork = ctx.plans.open(fork_id).plan;
    const { facts } = await fork.overview();
    if (facts.forkOf?.id !== plan_id) throw notOf(fork_id, plan_id, facts.forkOf?.id);
    const theirs = await fork.forked();
    const answer = await plan.merge(
      { ...theirs, ...(prefer !== undefined && { prefer }) },
      changeOf(rest, ctx.principal),
    );
    if (answer.kind === 'conflicts') {
      const conflicts = answer.conflicts.map(({ step, ...conflict }) => ({
        ...(step !== undefined && { step_number: step }),
        ...conflict,
      }));
      return { merged: false, conflicts, completed_taken: [] };
    }
    await fork.wasMerged(theirs.version);
    return {
      merged: true,
      conflicts: [],
      completed_taken: [...answer.completedTaken],
      ...toEditedFields(plan_id, answer.edited),
    };
  },
  render: ({ merged, conflicts, completed_taken, ...edited }) =>
    merged
      ? [renderEdited(z.object(editedFields).parse(edited)), ...named('Taken as completed', completed_taken)].join('\n')
      : [
          `Nothing was changed: both changed the same, ${conflicts.length} times. Change one of them, or say whose to prefer.`,
          ...conflicts.map(({ step_number, description = '', field }) =>
            step_number === undefined
              ? `- ${field} of the plan`
              : `- step ${step_number} (${plain(description)}): ${field}`,
          ),
        ].join('\n'),
});

function notOf(fork: string, plan: string, origin: string | undefined): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: origin === undefined ? `${fork} is no fork.` : `${fork} is a fork of ${origin}, not of ${plan}.`,
    advice: 'Only a fork can be merged into the plan that it is of; fork_plan makes one.',
    details: { field: 'fork_id', value: fork, constraint: 'a fork of plan_id' },
  });
}
