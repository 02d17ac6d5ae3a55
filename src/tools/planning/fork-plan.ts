/** `fork_plan`: a copy of a plan that goes its own way. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { documentFields, renderDocument, toDocumentFields } from './document-fields.ts';
import { actorOf, agentParameter, changeParameters, PLAN_TOKENS, planId } from './parameters.ts';

/** Steps that the answer shows. */
const MOST_SHOWN = 15;

export default defineTool({
  name: 'fork_plan',
  toolset: 'planning',
  title: 'Fork a plan',
  description:
    'Copies a plan, or an earlier version, with its completed steps, to try another way. merge_plan brings its changes back.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    version: z.int().min(1).optional().describe('The version to copy; the newest by default.'),
    name: z.string().trim().min(1).max(200).optional().describe('Name of the copy.'),
    agent: agentParameter,
    idempotency_key: changeParameters.idempotency_key,
  }),
  output: z.object(documentFields),
  tokens: () => PLAN_TOKENS,
  more: { steps: () => 'load_plan shows all' },
  async handler({ plan_id, version, name, agent, idempotency_key }, { plans, principal }) {
    const { plan } = plans.open(plan_id);
    const { facts, plan: copied, version: of } = await plan.document(version);
    const { progress } = await plan.forked();
    const { id: _id, branch: _branch, mergedAt: _merged, name: _name, ...kept } = facts;
    const document = await plans.create(
      {
        ...kept,
        ...(name !== undefined && { name }),
        forkOf: { id: plan_id, version: of },
        draft: { ...copied.head, steps: [...copied.steps] },
        adopted: { progress },
        ...(idempotency_key !== undefined && { key: `fork:${plan_id}:${idempotency_key}` }),
      },
      actorOf(agent, principal),
    );
    return toDocumentFields(document, { offset: 0, limit: MOST_SHOWN, detail: false });
  },
  render: renderDocument,
});
