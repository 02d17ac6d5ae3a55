/** `load_plan`: a plan as it is, or as it was. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters } from '../../mcp/pages.ts';
import { documentFields, renderDocument, toDocumentFields } from './document-fields.ts';
import { detailParameter, planId, stepNumber, tokensOf } from './parameters.ts';

/** Steps of an ordinary page. */
const PAGE = 25;

export default defineTool({
  name: 'load_plan',
  toolset: 'planning',
  title: 'Load a plan',
  description:
    'Reads a plan: its goal, scope, steps with what they wait for and where they stand, risks and open questions; an earlier version, ' +
    'or some steps with all that is written about them.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    version: z.int().min(1).optional().describe('An earlier version; the newest by default.'),
    steps: z.array(stepNumber).min(1).max(100).optional().describe('Only these steps.'),
    ...pageParameters(PAGE, 500),
    detail: detailParameter,
  }),
  output: z.object(documentFields),
  tokens: tokensOf,
  more: { steps: (shown, { offset }) => `offset ${offset + shown} goes on; export_plan writes all of it` },
  async handler({ plan_id, version, steps: numbers, offset, limit, detail }, { plans }) {
    const document = await plans.open(plan_id).plan.document(version);
    return toDocumentFields(document, { offset, limit, numbers, detail });
  },
  render: renderDocument,
});
