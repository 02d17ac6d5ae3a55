/** `check_trace`: which steps of a solution are right, and which is the first wrong one? */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { instanceParameters, instanceRequest, values } from './fields.ts';

export default defineTool({
  name: 'check_trace',
  toolset: 'scaffolds',
  title: 'Check a trace',
  description:
    'Replays the steps of an algorithm, such as the distances after each vertex of Dijkstra, and names the first wrong one with what was expected. Any legal ' +
    'order of ties is right. Takes a list of steps, or text with a table of them; get_scaffold has the form. Also takes hints of CLRS: input ' +
    '{clrs_text: question of a CLRS-Text row}, trace its answer or all hints.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...instanceParameters,
    trace: z.union([z.string(), z.array(z.unknown()), values]).describe('As it was given: steps in JSON, or text.'),
  }),
  output: z.object({
    scaffold: z.string(),
    is_valid: z.boolean(),
    score: z.number().describe('Right steps before the first wrong one, of all that are needed or given.'),
    right_steps: z.int(),
    given_steps: z.int(),
    needed_steps: z.int().describe('Of a right trace that begins as this one does.'),
    message: z.string(),
    first_wrong: z
      .object({
        number: z.int().describe('From 1.'),
        expected: values
          .optional()
          .describe('A legal step there; there may be others. Absent: the algorithm has ended.'),
        given: values.optional().describe('Absent: the trace ends too early.'),
      })
      .optional(),
    read_as: z.enum(['read', 'empty', 'malformed', 'too_long']),
    steps: z.int().describe('Counted work of the check.'),
  }),
  async handler({ trace, ...args }, { scaffolds }) {
    const checked = await scaffolds.checkTrace(instanceRequest(args), trace);
    const { firstWrong } = checked;
    return {
      scaffold: checked.scaffold,
      is_valid: checked.correct,
      score: checked.score,
      right_steps: checked.rightSteps,
      given_steps: checked.givenSteps,
      needed_steps: checked.neededSteps,
      message: checked.message,
      ...(firstWrong !== undefined && {
        first_wrong: {
          number: firstWrong.number,
          ...(firstWrong.expected !== undefined && { expected: { ...firstWrong.expected } }),
          ...(firstWrong.given !== undefined && { given: { ...firstWrong.given } }),
        },
      }),
      read_as: checked.readAs,
      steps: checked.steps,
    };
  },
  render: ({ scaffold, is_valid, score, right_steps, given_steps, needed_steps, message, first_wrong, steps }) =>
    [
      `${is_valid ? 'Right' : 'Wrong'} (${scaffold}, score ${Number(score.toFixed(4))}): ${message}`,
      `${right_steps} right steps, ${given_steps} given, ${needed_steps} needed.`,
      ...(first_wrong?.expected === undefined
        ? []
        : [`Step ${first_wrong.number}, expected: ${JSON.stringify(first_wrong.expected)}`]),
      ...(first_wrong?.given === undefined
        ? []
        : [`Step ${first_wrong.number}, given: ${JSON.stringify(first_wrong.given)}`]),
      `${steps} steps of work.`,
    ].join('\n'),
});
