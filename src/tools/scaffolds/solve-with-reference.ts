/** `solve_with_reference`: a right answer to an instance. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { instanceParameters, instanceRequest, values } from './fields.ts';

export default defineTool({
  name: 'solve_with_reference',
  toolset: 'scaffolds',
  title: 'Solve by the reference',
  description: "Solves an instance by the scaffold's reference: one right answer, where there may be others.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(instanceParameters),
  output: z.object({
    scaffold: z.string(),
    task: z.string(),
    answer: values,
    steps: z.int().describe('Counted work.'),
  }),
  async handler(args, { scaffolds }) {
    const { scaffold, task, answer, steps } = await scaffolds.solve(instanceRequest(args));
    return { scaffold, task, answer: { ...answer }, steps };
  },
  render: ({ scaffold, task, answer, steps }) =>
    [`${scaffold}: ${task}`, `A right answer: ${JSON.stringify(answer)}`, `${steps} steps.`].join('\n'),
});
