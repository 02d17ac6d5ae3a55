/** `start_conversation`: hands a problem over for a second opinion. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { sha256 } from '../../lib/sha256.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters, handBackSchema, renderHandBack } from '../../mcp/hand-back.ts';
import { estimatedTurns } from '../../reasoning/conversation/questions.ts';
import { FOCUSES } from '../../reasoning/conversation/service.ts';
import { workspaceName } from './analysis-result.ts';
import { callerContext, idempotencyKey, toContext } from './conversation-fields.ts';
import {
  type AnsweredTurn,
  alreadyAnswered,
  answerTurn,
  askTurn,
  renderTurn,
  turnFields,
} from './conversation-turns.ts';
import { QUESTION_TOKENS, refParameter } from './hypothesis-fields.ts';

const TOOL = 'start_conversation';

const resultSchema = z.object({
  ...turnFields,
  next_steps: z.array(z.string()).describe('As the answer says them.'),
  estimated_turns: z.number().describe('At least, as far as is known: this turn, and one for each open question.'),
});
/** What the contract requires of every result stands in a question, too. */
const askedSchema = handBackSchema.extend({
  session_id: z.string(),
  gemini_response: z.string().describe('Says that there is no answer yet.'),
  next_steps: z.array(z.string()),
  estimated_turns: z.number(),
});

type Result = z.output<typeof resultSchema>;
type Asked = z.output<typeof askedSchema>;

export default defineTool({
  name: TOOL,
  toolset: 'reasoning',
  title: 'Start a conversation about code',
  description:
    'Hands over where you are stuck, with the code read from the workspace, for a second opinion: of a model of the server, of the client, ' +
    'or yourself. Its claims about the code are checked. At most 5 conversations are open at once. One is idle after 5 minutes and ends ' +
    'after 24 hours of silence.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  runsCode: true,
  input: z.strictObject({
    claude_context: callerContext.describe(
      'What you tried and found, where you need help, and the code; 1,000,000 bytes at most.',
    ),
    analysis_focus: z.enum(FOCUSES).describe('What it is about.'),
    depth_level: z.number().min(1).max(5).describe('1 to 5: the more, the more code is shown.'),
    workspace: workspaceName,
    ref: refParameter,
    idempotency_key: idempotencyKey,
    ...answerParameters,
  }),
  output: z.discriminatedUnion('status', [resultSchema, askedSchema]),
  tokens: ({ handle }) => (handle === undefined ? QUESTION_TOKENS : ANSWER_TOKENS),
  more: { gemini_response: () => 'get_conversation_status shows more of it by its turn' },
  async handler({ handle, answer, idempotency_key, ...given }, ctx): Promise<Result | Asked> {
    if (handle !== undefined) return answerTurn(TOOL, { handle, answer }, ctx, async (answered) => toResult(answered));
    const { claude_context, analysis_focus: focus, depth_level: depth, workspace, ref } = given;
    const context = toContext(claude_context);
    const { name } = ctx.workspaces.open(workspace);
    const asked = await ctx.conversations.start(
      { owner: ctx.principal.userId, workspace: name, ...(ref !== undefined && { ref }), context, focus, depth },
      idempotency_key === undefined
        ? { kind: 'content', key: await sha256(JSON.stringify(given)) }
        : { kind: 'key', key: `given:${idempotency_key}` },
    );
    const known = alreadyAnswered(asked);
    if (known !== undefined) return toResult(known);
    const { facts, turns } = asked.record;
    const repeated = { claude_context: inShort(facts.id), analysis_focus: focus, depth_level: depth };
    const question = await askTurn(asked, TOOL, repeated, ctx);
    return {
      ...question,
      session_id: facts.id,
      gemini_response: 'There is no answer yet: the question waits for one.',
      next_steps: [`Call ${TOOL} with handle ${question.handle} and answer, as how_to_answer says.`],
      estimated_turns: estimatedTurns(turns),
    };
  },
  render: (output) =>
    output.status === 'hand_back'
      ? `Conversation ${output.session_id}.\n\n${renderHandBack(output)}`
      : [
          ...renderTurn(output),
          ...output.next_steps.map((step) => `Next: ${plain(step)}`),
          `Estimated turns: ${output.estimated_turns}`,
        ].join('\n'),
});

/** What the call that answers has to say again, since the tool requires it; the conversation has the whole. */
function inShort(session: string) {
  return {
    attempted_approaches: [],
    partial_findings: [],
    stuck_description: `As in ${session}.`,
    code_scope: { files: [] },
  };
}

function toResult({ fields, answer, record }: AnsweredTurn): Result {
  return { ...fields, next_steps: [...answer.next_steps], estimated_turns: estimatedTurns(record.turns) };
}
