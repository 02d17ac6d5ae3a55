/** `get_conversation_status`: where a conversation is. */
import { z } from 'zod';
import { ANSWER_TOKENS, MOST_ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answeredTurns, openQuestions, progressOf } from '../../reasoning/conversation/questions.ts';
import { isOver, STATUSES, type Turn } from '../../reasoning/conversation/service.ts';
import { renderStale, sessionId, staleFields, staleSchema } from './conversation-fields.ts';
import { invalid } from './invalid.ts';

export default defineTool({
  name: 'get_conversation_status',
  toolset: 'reasoning',
  title: 'Say where a conversation is',
  description:
    'Status, turns, open questions and progress of a conversation, a turn that waits for its answer, and what of its evidence and quotes ' +
    'has changed in the workspace since.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    turn: z.int().min(1).optional().describe('Show what was said in it, too.'),
  }),
  output: z.object({
    session_id: z.string(),
    status: z
      .enum(STATUSES)
      .describe('idle: silent for 5 minutes; timeout: for 24 hours; error: its workspace cannot be read any more.'),
    turns_completed: z.int(),
    last_activity: z.string().describe('ISO 8601.'),
    current_focus: z.string(),
    progress_estimate: z
      .number()
      .optional()
      .describe('Share of its questions that are answered; absent where none was asked.'),
    pending: z
      .object({ turn: z.int(), message: z.string() })
      .optional()
      .describe('Waits for its answer: continue_conversation with this message asks for it again.'),
    open_questions: z.array(z.object({ number: z.int(), question: z.string() })),
    shown: z
      .object({ turn: z.int(), message: z.string(), answer: z.string().optional(), answered_by: z.string().optional() })
      .optional()
      .describe('The turn that was asked for.'),
    stale: staleSchema,
    error: z.string().optional().describe('Why nothing could be compared with the workspace.'),
  }),
  tokens: ({ turn }) => (turn === undefined ? ANSWER_TOKENS : MOST_ANSWER_TOKENS),
  async handler({ session_id, turn }, { conversations }) {
    const { conversation } = conversations.open(session_id);
    const [record, { stale, error }] = await Promise.all([conversation.record(), conversation.freshness()]);
    const { status, turns, facts, activeAt } = record;
    const progress_estimate = progressOf(turns);
    const shown = turn === undefined ? undefined : turnOf(turns, turn);
    const pending = turns.find(({ answer }) => answer === undefined);
    return {
      session_id,
      status: error !== undefined && !isOver(status) ? ('error' as const) : status,
      turns_completed: answeredTurns(turns).length,
      last_activity: new Date(activeAt).toISOString(),
      current_focus: facts.focus,
      ...(progress_estimate !== undefined && { progress_estimate }),
      ...(pending !== undefined && { pending: { turn: pending.number, message: pending.message } }),
      open_questions: openQuestions(turns).map(({ number, text: question }) => ({ number, question })),
      ...(shown !== undefined && { shown }),
      stale: staleFields(stale),
      ...(error !== undefined && { error }),
    };
  },
  render: (output) =>
    [
      `${output.session_id}: ${output.status}, ${output.turns_completed} turns completed, last activity ${output.last_activity}; focus ${output.current_focus}.`,
      ...(output.progress_estimate === undefined
        ? []
        : [`Progress: ${output.progress_estimate} % of its questions are answered.`]),
      ...(output.pending === undefined
        ? []
        : [`Turn ${output.pending.turn} waits for its answer: ${output.pending.message}`]),
      ...output.open_questions.map(({ number, question }) => `Open question ${number}: ${question}`),
      ...(output.shown === undefined ? [] : renderShown(output.shown)),
      ...renderStale(output.stale),
      ...(output.error === undefined ? [] : [`Not compared with the workspace: ${output.error}`]),
    ].join('\n'),
});

interface ShownTurn {
  turn: number;
  message: string;
  answer?: string | undefined;
  answered_by?: string | undefined;
}

function turnOf(turns: readonly Turn[], wanted: number): ShownTurn {
  const found = turns.find(({ number }) => number === wanted);
  if (found === undefined)
    throw invalid('turn', wanted, `The conversation has no turn ${wanted}.`, `1 to ${turns.length}`);
  const { number: turn, message, answer } = found;
  return { turn, message, ...(answer !== undefined && { answer: answer.answer, answered_by: answer.by }) };
}

function renderShown({ turn, message, answer, answered_by }: ShownTurn): readonly string[] {
  return [`Turn ${turn}: ${message}`, ...(answer === undefined ? [] : [`${answered_by}: ${answer}`])];
}
