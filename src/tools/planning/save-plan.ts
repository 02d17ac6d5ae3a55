/** `save_plan`: stores a plan that somebody has written. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { commitOf } from './commit-of.ts';
import { documentFields, renderDocument, toDocumentFields } from './document-fields.ts';
import { draftOf, draftParameters } from './given-draft.ts';
import { changeOf, changeParameters, PLAN_TOKENS, workspaceName } from './parameters.ts';
import { wholeOf } from './part.ts';

/** Steps that the answer shows. */
const MOST_SHOWN = 15;
const KEPT = 'The plan was a part: what it did not show was kept. update_plan removes steps.';

export default defineTool({
  name: 'save_plan',
  toolset: 'planning',
  title: 'Save a plan',
  description:
    'Stores a plan, from an object or a document. With the id of a stored plan it replaces all of it by a new version; it refuses when ' +
    'the plan is at another version than the one you name. What a part of a plan does not show is kept. Plans of generate_plan are ' +
    'stored already.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    ...draftParameters,
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
  output: z.object({
    ...documentFields,
    changes: z.string().optional(),
    notes: z.array(z.string()).describe('What a document says that could not be kept or taken as it is.'),
  }),
  tokens: () => PLAN_TOKENS,
  more: { steps: () => 'load_plan shows all' },
  async handler({ plan, document, format, name, workspace: asked, ref, ...rest }, ctx) {
    const { draft, id, version, part, notes: told } = draftOf({ plan, document, format });
    for (const step of draft.steps) expectSupply(step.supply, ctx);
    const notes = [...told];
    const change = changeOf(rest, ctx.principal);
    const shown = { offset: 0, limit: MOST_SHOWN, detail: false };
    if (id !== undefined) {
      const stored = ctx.plans.open(id).plan;
      const now = part === undefined ? undefined : await stored.document();
      const whole = part === undefined || now === undefined ? draft : wholeOf(draft, part, now.plan);
      const expectedVersion = version ?? now?.version;
      const { changes } = await stored.replace(whole, {
        ...(expectedVersion !== undefined && { expectedVersion }),
        ...change,
      });
      if (part !== undefined) notes.push(KEPT);
      return { ...toDocumentFields(await stored.document(), shown), changes, notes };
    }
    const { name: workspace, workspace: code } = ctx.workspaces.open(asked);
    const commit = ref === undefined ? (await code.coverage()).commit : await commitOf(ref, code);
    const made = await ctx.plans.create(
      {
        owner: ctx.principal.userId,
        workspace,
        ...(commit !== undefined && { commit }),
        ...(ref !== undefined && { madeOn: ref }),
        ...(name !== undefined && { name }),
        answeredBy: 'caller',
        draft,
        ...(rest.idempotency_key !== undefined && { key: `save:${rest.idempotency_key}` }),
      },
      change.by,
    );
    return { ...toDocumentFields(made, shown), notes };
  },
  render: ({ changes, notes, ...document }) =>
    [
      ...(changes === undefined ? [] : [`Saved: ${changes}.`]),
      renderDocument(document),
      ...notes.map((note) => `Note: ${plain(note)}`),
    ].join('\n'),
});
