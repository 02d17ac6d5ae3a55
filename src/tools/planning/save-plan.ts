/** `save_plan`: stores a plan that somebody has written. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { draftSchema } from '../../planning/plan.ts';
import { commitOf } from './commit-of.ts';
import { documentFields, renderDocument, toDocumentFields } from './document-fields.ts';
import { changeOf, changeParameters, PLAN_TOKENS, workspaceName } from './parameters.ts';

/** Steps that the answer shows. */
const MOST_SHOWN = 15;

/** What the contract's plan has beside a draft: what the server says of a plan, and is told back. */
const saidFields = z.looseObject({
  id: z.string().max(100).optional(),
  version: z.int().min(1).optional(),
});

export default defineTool({
  name: 'save_plan',
  toolset: 'planning',
  title: 'Save a plan',
  description:
    'Stores a plan: a new one, or with the id of one that is there all of it as a new version (refused when that is not at the version ' +
    'that the plan names). Plans of generate_plan are stored already.',
  intents: [
    'save a plan',
    'store my plan',
    'persist the plan for the next session',
    'create a plan of my own steps',
    'write down the steps as a plan',
    'import a task list, checklist or spec',
    'keep this roadmap',
    'overwrite the plan with an edited one',
  ],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan: saidFields.describe('As generate_plan and load_plan with detail give it; goal and steps are enough.'),
    name: z.string().trim().min(1).max(200).optional().describe('Name of the plan.'),
    workspace: workspaceName,
    ref: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Branch, tag or commit that it is made for; the indexed one by default.'),
    ...changeParameters,
  }),
  output: z.object({ ...documentFields, changes: z.string().optional() }),
  tokens: () => PLAN_TOKENS,
  more: { steps: () => 'load_plan shows all' },
  async handler({ plan: given, name, workspace: asked, ref, ...rest }, ctx) {
    const draft = draftOf(given);
    const change = changeOf(rest, ctx.principal);
    const shown = { offset: 0, limit: MOST_SHOWN, detail: false };
    if (given.id !== undefined) {
      const { plan } = ctx.plans.open(given.id);
      const { changes } = await plan.replace(draft, {
        ...(given.version !== undefined && { expectedVersion: given.version }),
        ...change,
      });
      return { ...toDocumentFields(await plan.document(), shown), changes };
    }
    const { name: workspace, workspace: code } = ctx.workspaces.open(asked);
    const commit = ref === undefined ? (await code.coverage()).commit : await commitOf(ref, code);
    const document = await ctx.plans.create(
      {
        owner: ctx.principal.userId,
        workspace,
        ...(commit !== undefined && { commit }),
        ...(name !== undefined && { name }),
        answeredBy: 'caller',
        draft,
        ...(rest.idempotency_key !== undefined && { key: `save:${rest.idempotency_key}` }),
      },
      change.by,
    );
    return toDocumentFields(document, shown);
  },
  render: ({ changes, ...document }) =>
    [...(changes === undefined ? [] : [`Saved: ${changes}.`]), renderDocument(document)].join('\n'),
});

/** What the server adds to plans and steps when it shows them. */
const SHOWN = new Set(Object.keys(documentFields));
const STATUS = 'status';

/** The draft in a plan as somebody sent it: what only answers have is left out, what nobody knows is refused. */
function draftOf(given: z.output<typeof saidFields>) {
  const own = Object.entries(given).filter(([field]) => field in draftSchema.shape || !SHOWN.has(field));
  const steps = Array.isArray(given['steps']) ? given['steps'].map(withoutStatus) : given['steps'];
  const parsed = draftSchema.safeParse({ ...Object.fromEntries(own), steps });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ['plan', ...(issue?.path ?? [])].join('.');
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${path}: ${issue?.message ?? 'It is no plan.'}${parsed.error.issues.length > 1 ? ` And ${parsed.error.issues.length - 1} more faults.` : ''}`,
    advice: 'load_plan with detail shows what a plan looks like. Nothing was changed.',
    details: { field: path, constraint: issue?.message ?? 'a plan' },
  });
}

function withoutStatus(step: unknown): unknown {
  if (typeof step !== 'object' || step === null) return step;
  return Object.fromEntries(Object.entries(step).filter(([field]) => field !== STATUS));
}
