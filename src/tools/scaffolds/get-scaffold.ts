/** `get_scaffold`: one algorithm with the form of its input and answer, and an example. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { overviewSchema, renderCase, scaffoldName, testCaseFields, testCaseSchema, values } from './fields.ts';

export default defineTool({
  name: 'get_scaffold',
  toolset: 'scaffolds',
  title: 'Describe a scaffold',
  description: 'One scaffold: what is checked, the schema of its input, the fields of its answer, and a test case.',
  intents: [
    'details of a scaffold',
    'input format and answer format of an algorithm task',
    'how must an answer to dijkstra look',
    'what does the checker of this algorithm accept',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ scaffold: scaffoldName }),
  output: z.object({
    ...overviewSchema.shape,
    checks: z.string().describe('What makes an answer right.'),
    answer: z.array(z.object({ name: z.string(), type: z.string(), says: z.string(), required: z.boolean() })),
    input_schema: values.describe('JSON schema.'),
    example: testCaseSchema,
  }),
  async handler({ scaffold }, { scaffolds }) {
    const { inputSchema, answer, aliases, example, ...rest } = await scaffolds.describe(scaffold);
    return {
      ...rest,
      aliases: [...aliases],
      answer: answer.map((field) => ({ ...field })),
      input_schema: { ...inputSchema },
      example: testCaseFields(example, true),
    };
  },
  render: ({ name, title, category, aliases, purpose, checks, answer, input_schema, example }) =>
    [
      `${name} (${category}; ${title}${aliases.length === 0 ? '' : `; also ${aliases.join(', ')}`}): ${purpose}`,
      `Checked: ${checks}`,
      'Answer:',
      ...answer.map((field) => `- ${field.name}${field.required ? '' : ' (optional)'}, ${field.type}: ${field.says}`),
      `Input: ${JSON.stringify(input_schema)}`,
      'Example:',
      renderCase(example),
    ].join('\n'),
});
