/** `compare_plan_versions`: what differs between two versions of a plan. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { FieldChange } from '../../planning/service.ts';
import { summaryOf } from '../../planning/versions/changes.ts';
import { detailParameter, planId, tokensOf } from './parameters.ts';
import { short } from './step-fields.ts';

const fieldSchema = z.object({ field: z.string(), before: z.string().optional(), after: z.string().optional() });
const stepSchema = z.object({ step_number: z.int(), description: z.string() });

export default defineTool({
  name: 'compare_plan_versions',
  toolset: 'planning',
  title: 'Compare versions of a plan',
  description:
    'Shows what differs between two versions of a plan: steps added, removed and changed, field by field. It compares steps by their ' +
    'identity, so a new number alone is no difference.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    from_version: z.int().min(1).describe('The earlier one.'),
    to_version: z.int().min(1).optional().describe('The later one; the newest by default.'),
    detail: detailParameter,
  }),
  output: z.object({
    plan_id: z.string(),
    from_version: z.int(),
    to_version: z.int(),
    summary: z.string(),
    changed_fields: z.array(fieldSchema).describe('Of the plan itself, as JSON.'),
    added_steps: z.array(stepSchema),
    removed_steps: z.array(stepSchema),
    changed_steps: z.array(z.object({ step_number: z.int(), id: z.string(), fields: z.array(fieldSchema) })),
  }),
  tokens: tokensOf,
  async handler({ plan_id, from_version, to_version, detail }, { plans }) {
    const found = await plans.open(plan_id).plan.compare(from_version, to_version);
    const fields = (given: readonly FieldChange[]) => given.map((one) => (detail ? { ...one } : inShort(one)));
    const steps = (given: typeof found.added) =>
      given.map(({ number, description }) => ({ step_number: number, description: short(description) }));
    return {
      plan_id,
      from_version: found.from,
      to_version: found.to,
      summary: summaryOf(found),
      changed_fields: fields(found.head),
      added_steps: steps(found.added),
      removed_steps: steps(found.removed),
      changed_steps: found.changed.map(({ number, id, fields: changed }) => ({
        step_number: number,
        id,
        fields: fields(changed),
      })),
    };
  },
  render: ({ plan_id, from_version, to_version, summary, changed_fields, added_steps, removed_steps, changed_steps }) =>
    [
      `${plan_id}, version ${from_version} to ${to_version}: ${summary}.`,
      ...changed_fields.map((one) => `~ ${renderField(one)}`),
      ...added_steps.map(({ step_number, description }) => `+ ${step_number}. ${plain(description)}`),
      ...removed_steps.map(({ step_number, description }) => `- ${step_number}. ${plain(description)}`),
      ...changed_steps.flatMap(({ step_number, fields }) =>
        fields.map((one) => `~ ${step_number}. ${renderField(one)}`),
      ),
    ].join('\n'),
});

function inShort({ field, before, after }: FieldChange): z.output<typeof fieldSchema> {
  return {
    field,
    ...(before !== undefined && { before: short(before) }),
    ...(after !== undefined && { after: short(after) }),
  };
}

function renderField({ field, before = 'nothing', after = 'nothing' }: z.output<typeof fieldSchema>): string {
  return `${field}: ${plain(before)} → ${plain(after)}`;
}
