/** `get_scaffold`: one algorithm with the form of its input and answer, and an example. */
import { z } from 'zod';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { overviewSchema, renderCase, scaffoldName, testCaseFields, testCaseSchema, values } from './fields.ts';

export default defineTool({
  name: 'get_scaffold',
  toolset: 'scaffolds',
  title: 'Describe a scaffold',
  description: 'One scaffold: what is checked, the schema of its input, the fields of its answer, and a test case.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    scaffold: scaffoldName,
    include_text: z.boolean().default(false).describe('Also tell how to work by it.'),
  }),
  tokens: ({ include_text }) => (include_text ? 2 * ANSWER_TOKENS : ANSWER_TOKENS),
  output: z.object({
    ...overviewSchema.shape,
    checks: z.string().describe('What makes an answer right.'),
    answer: z.array(z.object({ name: z.string(), type: z.string(), says: z.string(), required: z.boolean() })),
    trace: z
      .object({
        says: z.string().describe('When a step is written.'),
        fields: z.array(z.object({ name: z.string(), type: z.string(), says: z.string(), required: z.boolean() })),
        example: z.array(values).describe('The steps of the test case.'),
      })
      .describe('How steps are written for check_trace.'),
    input_schema: values.describe('JSON schema.'),
    text: z.string().optional().describe('State, start, rounds, end, mistakes, forms and an example, in Markdown.'),
    example: testCaseSchema,
  }),
  async handler({ scaffold, include_text }, { scaffolds }) {
    const { inputSchema, answer, trace, aliases, example, text, ...rest } = await scaffolds.describe(scaffold);
    return {
      ...rest,
      aliases: [...aliases],
      answer: answer.map((field) => ({ ...field })),
      trace: {
        says: trace.says,
        fields: trace.fields.map((field) => ({ ...field })),
        example: trace.example.map((step) => ({ ...step })),
      },
      input_schema: { ...inputSchema },
      example: testCaseFields(example, true),
      ...(include_text && { text }),
    };
  },
  render: ({ name, title, category, aliases, purpose, checks, answer, trace, input_schema, example, text }) =>
    [
      `${name} (${category}; ${title}${aliases.length === 0 ? '' : `; also ${aliases.join(', ')}`}): ${purpose}`,
      `Checked: ${checks}`,
      'Answer:',
      ...answer.map(renderField),
      `Trace: ${trace.says}`,
      ...trace.fields.map(renderField),
      `Input: ${JSON.stringify(input_schema)}`,
      'Example:',
      renderCase(example),
      ...(text === undefined ? [] : [text]),
      ...trace.example.map((step, at) => `  step ${at + 1}: ${JSON.stringify(step)}`),
    ].join('\n'),
});

function renderField({ name, required, type, says }: { name: string; required: boolean; type: string; says: string }) {
  return `- ${name}${required ? '' : ' (optional)'}, ${type}: ${says}`;
}
