/** `start_certification`: tests of scaffolds for the calling agent, or for a model of the server. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { Answerer } from '../../scaffolds/certification/service.ts';
import { costOf, renderStatus, statusFields, statusSchema } from './certification-fields.ts';
import { seedParameters } from './fields.ts';

const estimateSchema = z.object({
  total_tests: z.int(),
  input_tokens: z.int().describe('Of all questions, as counted here; a model may count otherwise.'),
  most_output_tokens: z.int().describe('That the answers may have.'),
  most_cost_usd: z.number().optional().describe('By the price that is set for the model; absent where none is set.'),
});

const outputSchema = z.object({
  certification: statusSchema.optional().describe('Absent with estimate_only.'),
  estimate: estimateSchema,
  notes: z.array(z.string()).readonly(),
});

export default defineTool({
  name: 'start_certification',
  toolset: 'scaffolds',
  title: 'Start a certification',
  description:
    'Begins tests of scaffolds. By default you are tested: get_certification hands you the tests. With model, a model of the server answers in ' +
    'the background. CERTIFIED from a pass rate of 0.90, PARTIAL from 0.50, else FAILED.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    scaffolds: z
      .array(z.string().min(1).max(100))
      .max(50)
      .default([])
      .describe('Names, aliases or categories; all scaffolds without any.'),
    ...seedParameters,
    seed: seedParameters.seed.default(1).describe('Other tests for each seed; seed 0 has the examples of the texts.'),
    count: z.int().min(1).max(200).optional().describe('Tests of each tier, in place of 3, 5 and 3.'),
    model: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('A model of the server, by its name; get_model_info has them.'),
    parallel: z.int().min(1).max(8).default(4).describe('Questions to the model at once.'),
    estimate_only: z.boolean().default(false).describe('Only tell what it takes.'),
  }),
  output: outputSchema,
  async handler({ scaffolds, seed, level, count, model, parallel, estimate_only }, ctx) {
    const suite = { scaffolds, seed, level, ...(count !== undefined && { count }) };
    const by: Answerer = model === undefined ? { kind: 'caller' } : modelNamed(model, parallel, ctx);
    const { tests, inputTokens, mostOutputTokens } = await ctx.scaffolds.estimate(suite);
    const most = costOf(by, { input: inputTokens, output: mostOutputTokens });
    const estimate = {
      total_tests: tests,
      input_tokens: inputTokens,
      most_output_tokens: mostOutputTokens,
      ...(most !== undefined && { most_cost_usd: most }),
    };
    const notes = by.kind === 'model' ? budgetNotes(tests, ctx) : [];
    if (estimate_only) return { estimate, notes };
    return { certification: statusFields(await ctx.certifications.start({ suite, by })), estimate, notes };
  },
  render: ({ certification, estimate, notes }) =>
    [
      ...(certification === undefined ? ['Nothing was started.'] : [renderStatus(certification)]),
      `It takes ${estimate.total_tests} tests, some ${estimate.input_tokens} tokens of questions and at most ${estimate.most_output_tokens} of answers` +
        `${estimate.most_cost_usd === undefined ? '' : `: at most ${estimate.most_cost_usd} US dollars`}.`,
      ...notes,
    ].join('\n'),
});

function modelNamed(name: string, parallel: number, { models }: ToolContext): Answerer {
  const { models: known, fault } = models.facts;
  const model = known.find((each) => each.name === name);
  if (model !== undefined)
    return { kind: 'model', name, parallel, ...(model.price !== undefined && { price: model.price }) };
  throw new ToolFailure({
    errorType: 'ValueError',
    message: fault ?? `This server has no model ${JSON.stringify(name)}.`,
    advice:
      known.length === 0
        ? 'Leave model out to be tested yourself; whoever runs the server names models in the setting MODELS.'
        : `It has ${known.map((each) => each.name).join(', ')}. Leave model out to be tested yourself.`,
  });
}

function budgetNotes(tests: number, { models }: ToolContext): readonly string[] {
  const { spent, allowance, renewsAt } = models.facts;
  const left = Math.max(0, allowance.calls - spent.calls);
  if (left >= tests) return [];
  return [
    `Your budget has ${left} calls of models left today: the certification waits when they are spent, and goes on at ${renewsAt}.`,
  ];
}
