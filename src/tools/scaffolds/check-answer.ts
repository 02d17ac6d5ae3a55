/** `check_answer`: is an answer right, whatever right answer it is? */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { instanceParameters, instanceRequest, values } from './fields.ts';

const READ_AS = ['read', 'empty', 'refusal', 'malformed', 'too_long'] as const;

export default defineTool({
  name: 'check_answer',
  toolset: 'scaffolds',
  title: 'Check an answer',
  description:
    'Says whether an answer to an algorithmic task is right, and where its first fault is. Any right answer is accepted: ties, other orders, other ' +
    'shortest paths. Takes JSON, or text with the answer in it, and says what it read.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...instanceParameters,
    answer: z
      .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown()), z.number(), z.boolean(), z.null()])
      .describe('As it was given: text, or JSON.'),
    include_expected: z.boolean().default(false).describe('Also tell a right answer.'),
  }),
  output: z.object({
    scaffold: z.string(),
    is_valid: z.boolean(),
    score: z.number().describe('1 or 0.'),
    message: z.string(),
    at: z.string().optional().describe('The place of the first fault, such as a vertex.'),
    read_as: z.enum(READ_AS).describe('Other than read: there is no answer to judge.'),
    actual: values.optional().describe('What was read.'),
    expected: values.optional().describe('One right answer; there may be others.'),
    steps: z.int().describe('Counted work of the check.'),
  }),
  async handler({ answer, include_expected, ...args }, { scaffolds }) {
    const { scaffold, correct, score, message, at, readAs, read, expected, steps } = await scaffolds.check(
      instanceRequest(args),
      answer,
      include_expected,
    );
    return {
      scaffold,
      is_valid: correct,
      score,
      message,
      ...(at !== undefined && { at }),
      read_as: readAs,
      ...(read !== undefined && { actual: { ...read } }),
      ...(expected !== undefined && { expected: { ...expected } }),
      steps,
    };
  },
  render: ({ scaffold, is_valid, score, message, at, read_as, actual, expected, steps }) =>
    [
      `${is_valid ? 'Right' : 'Wrong'} (${scaffold}, score ${score}): ${message}`,
      ...(at === undefined ? [] : [`First fault at: ${at}`]),
      actual === undefined ? `Nothing was read: ${read_as}.` : `Read: ${JSON.stringify(actual)}`,
      ...(expected === undefined ? [] : [`A right answer: ${JSON.stringify(expected)}`]),
      `${steps} steps.`,
    ].join('\n'),
});
