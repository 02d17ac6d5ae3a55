/** `get_certification`: how far a certification is, and the next tests for the calling agent. */
import { z } from 'zod';
import { MOST_ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters, type Evidence, type HandBack, orHandBack, renderHandBack } from '../../mcp/hand-back.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { OpenCertification } from '../../scaffolds/certification/certifications.ts';
import type { Outcome } from '../../scaffolds/certification/service.ts';
import {
  certificationId,
  renderStatus,
  type StatusFields,
  statusFields,
  statusSchema,
} from './certification-fields.ts';

const TOOL = 'get_certification';
/** Tests of one question. */
const AT_ONCE = 3;

const answerSchema = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        test_case_id: z.string().max(200),
        answer: z.unknown().describe('JSON with the fields that the scaffold states.'),
        trace: z.unknown().optional().describe('The steps, in the form that the scaffold states.'),
      }),
    )
    .max(AT_ONCE)
    .describe('Tests that are not here are asked again.'),
});

const TESTS: QuestionKind<
  z.output<typeof answerSchema>,
  { readonly certification: string; readonly tests: readonly string[] }
> = {
  tool: TOOL,
  answer: answerSchema,
  state: z.object({ certification: z.string(), tests: z.array(z.string()) }),
};

export default defineTool({
  name: TOOL,
  toolset: 'scaffolds',
  title: 'Go on with a certification',
  description:
    'Tells how far a certification is. When you are tested, it hands you up to 3 tests and takes your answers by a second call; each ' +
    'test is judged once. end: true takes no more. certification_report has the verdicts.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  asksCaller: true,
  input: z.strictObject({
    certification_id: certificationId,
    ...answerParameters,
    end: z.boolean().default(false).describe('Take no more answers; tests without one count as wrong.'),
  }),
  output: orHandBack(statusSchema),
  tokens: () => MOST_ANSWER_TOKENS,
  async handler({ certification_id, handle, answer, end }, ctx): Promise<StatusFields | HandBack> {
    if (end) return statusFields(await ctx.certifications.open(certification_id).certification.end());
    if (handle === undefined) return nextOf(ctx.certifications.open(certification_id), ctx);
    return ctx.handBacks.answer(TESTS, handle, answer, async ({ answers }, { certification: id, tests }) => {
      const open = ctx.certifications.open(id);
      await open.certification.take(answers.map((given) => outcomeOf(given)));
      return nextOf(open, ctx, tests.length - answers.length);
    });
  },
  render: (output) => (output.status === 'hand_back' ? renderHandBack(output) : renderStatus(output)),
});

function outcomeOf({ test_case_id: id, answer, trace }: z.output<typeof answerSchema>['answers'][number]): Outcome {
  return { kind: 'parts', id, given: trace === undefined ? { answer } : { answer, trace } };
}

/** The next tests, or how far it is when there are none for the caller. */
async function nextOf(
  { id, certification }: OpenCertification,
  ctx: ToolContext,
  left = 0,
): Promise<StatusFields | HandBack> {
  const status = await certification.status();
  if (status.facts.by.kind === 'model') return statusFields(status);
  const tests = await certification.next(AT_ONCE);
  const [first] = tests;
  if (first === undefined) return statusFields(status);
  const { text } = await ctx.scaffolds.describe(first.scaffold);
  const source: Evidence['source'] = { kind: 'run', tool: 'start_certification' };
  const unanswered = left > 0 ? ` ${left} tests of the last question had no answer and are asked again.` : '';
  return ctx.handBacks.ask(TESTS, {
    question:
      `Solve ${tests.length} tests of ${first.scaffold} by hand, by this scaffold, and run no code. ` +
      `${status.done} of ${status.tests} tests are done.${unanswered}\n\n${text}`,
    evidence: tests.map(({ id: test, task, input }) => ({
      source,
      text: `${test}: ${task}\n\n${JSON.stringify(input)}`,
    })),
    state: { certification: id, tests: tests.map(({ id: test }) => test) },
    arguments: { certification_id: id },
  });
}
