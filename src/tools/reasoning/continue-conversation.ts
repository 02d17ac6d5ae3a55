/** `continue_conversation`: the next turn. */
import { z } from 'zod';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters, type HandBack, orHandBack, renderHandBack } from '../../mcp/hand-back.ts';
import { plainPath } from '../../reasoning/conversation/evidence.ts';
import { STAGES, stageOf, suggestedAction } from '../../reasoning/conversation/questions.ts';
import type { Conversations } from '../../reasoning/conversation/sessions.ts';
import {
  files,
  idempotencyKey,
  masked,
  renderStale,
  sessionId,
  staleFields,
  staleSchema,
} from './conversation-fields.ts';
import {
  type AnsweredTurn,
  alreadyAnswered,
  answerTurn,
  askTurn,
  renderTurn,
  turnFields,
} from './conversation-turns.ts';
import { QUESTION_TOKENS } from './hypothesis-fields.ts';

const TOOL = 'continue_conversation';

const resultSchema = z.object({
  ...turnFields,
  conversation_status: z
    .enum(STAGES)
    .describe(
      'near_completion: no question is open any more; needs_more_info: some are, and the answer neither answered one nor made a claim that held.',
    ),
  suggested_action: z.string().optional().describe('The first next step of the answer, else an open question.'),
  stale: staleSchema.describe('What was shown or quoted before and is not in the workspace any more.'),
});

type Result = z.output<typeof resultSchema>;

export default defineTool({
  name: TOOL,
  toolset: 'reasoning',
  title: 'Go on with a conversation',
  description:
    'Says something in a conversation, with more files or code that fits the message, and gets the answer; its claims are checked. A turn ' +
    'is stored before anybody is asked: the same message again, while it waits, is the same turn.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  runsCode: true,
  input: z.strictObject({
    session_id: sessionId,
    message: z.string().trim().min(1).max(20_000).describe('What you say.'),
    include_code_snippets: z.boolean().default(false).describe('Show code that fits the message.'),
    attach_files: files.optional().describe('Paths in the workspace, to be shown.'),
    idempotency_key: idempotencyKey,
    ...answerParameters,
  }),
  output: orHandBack(resultSchema),
  tokens: ({ handle }) => (handle === undefined ? QUESTION_TOKENS : ANSWER_TOKENS),
  more: { gemini_response: () => 'get_conversation_status shows more of it by its turn' },
  async handler({ session_id, handle, answer, ...given }, ctx): Promise<Result | HandBack> {
    if (handle !== undefined)
      return answerTurn(TOOL, { handle, answer }, ctx, (answered) => toResult(answered, ctx.conversations));
    const { message, include_code_snippets, attach_files = [], idempotency_key: key } = given;
    const asked = await ctx.conversations.open(session_id).conversation.ask({
      message: masked(message),
      ...(key !== undefined && { key }),
      attach: attach_files.map(plainPath),
      withSnippets: include_code_snippets,
    });
    const known = alreadyAnswered(asked);
    if (known !== undefined) return toResult(known, ctx.conversations);
    return askTurn(asked, TOOL, { session_id, message: `Turn ${asked.turn.number}` }, ctx);
  },
  render: (output) =>
    output.status === 'hand_back'
      ? renderHandBack(output)
      : [
          ...renderTurn(output),
          `The conversation is ${output.conversation_status}.`,
          ...(output.suggested_action === undefined ? [] : [`Suggested: ${output.suggested_action}`]),
          ...renderStale(output.stale),
        ].join('\n'),
});

async function toResult({ fields, record }: AnsweredTurn, conversations: Conversations): Promise<Result> {
  const { stale } = await conversations.open(fields.session_id).conversation.freshness();
  const suggested_action = suggestedAction(record.turns);
  return {
    ...fields,
    conversation_status: stageOf(record.turns),
    ...(suggested_action !== undefined && { suggested_action }),
    stale: staleFields(stale),
  };
}
