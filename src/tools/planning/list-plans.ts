/** `list_plans`: the plans of a user. */
import { z } from 'zod';
import { failureOf, wordsOf } from '../../lib/errors.ts';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { PLAN_STATES } from '../../planning/graph/states.ts';
import type { OpenPlan } from '../../planning/plans.ts';
import type { PlanOverview } from '../../planning/service.ts';
import { timeOf } from './parameters.ts';
import { short } from './step-fields.ts';

const PAGE = 15;
const { tokens, next } = pages(PAGE);

const planSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  goal: z.string(),
  created_at: z.string(),
  version: z.int(),
  workspace: z.string(),
  status: z.enum(PLAN_STATES),
  completed_steps: z.int(),
  ready_steps: z.int(),
  total_steps: z.int(),
});

export default defineTool({
  name: 'list_plans',
  toolset: 'planning',
  title: 'List plans',
  description: 'Lists all your plans, the newest first, with how far each has come.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: z.string().min(1).optional().describe('Only plans for this workspace.'),
    ...pageParameters(PAGE, 200),
  }),
  output: z.object({
    plans: z.array(planSchema),
    unreadable: z
      .array(z.object({ id: z.string(), workspace: z.string(), why: z.string() }))
      .optional()
      .describe('Plans of this page that cannot be read.'),
    total_plans: z.int(),
  }),
  tokens,
  more: { plans: next },
  async handler({ workspace, offset, limit }, { plans }) {
    const all = plans.list().filter((each) => workspace === undefined || each.workspace === workspace);
    const overviews = await Promise.all(all.slice(offset, offset + limit).map(overview));
    const there = new Set(plans.list().map(({ id }) => id));
    // One that is being erased meanwhile is no longer listed.
    const unreadable = overviews.flatMap((one) => ('why' in one && there.has(one.id) ? [one] : []));
    return {
      plans: overviews.flatMap((one) => ('why' in one ? [] : [toFields(one)])),
      ...(unreadable.length > 0 && { unreadable }),
      total_plans: all.length,
    };
  },
  render: ({ plans, unreadable = [], total_plans }) =>
    [
      ...plans.map(
        ({ id, name, goal, version, workspace, status, completed_steps, total_steps, ready_steps }) =>
          `${id}${name === undefined ? '' : ` (${plain(name)})`}, version ${version}, ${workspace}: ${status}, ${completed_steps} of ` +
          `${total_steps} done, ${ready_steps} ready. ${plain(goal)}`,
      ),
      ...unreadable.map(({ id, workspace, why }) => `${id}, ${workspace}: cannot be read. ${plain(why)}`),
      `${total_plans} plans.`,
    ].join('\n'),
});

/** How far a plan has come, or why that cannot be read. */
async function overview({ id, workspace, plan }: OpenPlan): Promise<PlanOverview | Unreadable> {
  try {
    return await plan.overview();
  } catch (error) {
    return { id, workspace, why: wordsOf(failureOf(error, 'list_plans')) };
  }
}

interface Unreadable {
  readonly id: string;
  readonly workspace: string;
  readonly why: string;
}

function toFields({ facts, goal, createdAt, version, state, counts }: PlanOverview): z.output<typeof planSchema> {
  return {
    id: facts.id,
    ...(facts.name !== undefined && { name: facts.name }),
    goal: short(goal),
    created_at: timeOf(createdAt),
    version,
    workspace: facts.workspace,
    status: state,
    completed_steps: counts.completed,
    ready_steps: counts.ready,
    total_steps: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}
