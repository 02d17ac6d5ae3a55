/** `list_plans`: the plans of a user. */
import { z } from 'zod';
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
  intents: [
    'list plans',
    'which plans are there',
    'show all saved plans',
    'find the plan of a feature',
    'open plans and their progress',
    'list roadmaps or task lists',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: z.string().min(1).optional().describe('Only plans for this workspace.'),
    ...pageParameters(PAGE, 200),
  }),
  output: z.object({ plans: z.array(planSchema), total_plans: z.int() }),
  tokens,
  more: { plans: next },
  async handler({ workspace, offset, limit }, { plans }) {
    const all = plans.list().filter((each) => workspace === undefined || each.workspace === workspace);
    const overviews = await Promise.all(all.slice(offset, offset + limit).map(overview));
    return { plans: overviews.flatMap((one) => (one === undefined ? [] : [toFields(one)])), total_plans: all.length };
  },
  render: ({ plans, total_plans }) =>
    [
      ...plans.map(
        ({ id, name, goal, version, workspace, status, completed_steps, total_steps, ready_steps }) =>
          `${id}${name === undefined ? '' : ` (${plain(name)})`}, version ${version}, ${workspace}: ${status}, ${completed_steps} of ` +
          `${total_steps} done, ${ready_steps} ready. ${plain(goal)}`,
      ),
      `${total_plans} plans.`,
    ].join('\n'),
});

/** Undefined for one that is being erased meanwhile. */
async function overview({ plan }: OpenPlan): Promise<PlanOverview | undefined> {
  return plan.overview().catch(() => undefined);
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
