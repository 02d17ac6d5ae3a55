/** `fork_conversation`: a copy of a conversation that goes another way. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { answeredTurns } from '../../reasoning/conversation/questions.ts';
import { sessionId } from './conversation-fields.ts';
import { invalid } from './invalid.ts';

export default defineTool({
  name: 'fork_conversation',
  toolset: 'reasoning',
  title: 'Fork a conversation',
  description:
    'Copies a conversation up to one of its turns, with its evidence, to a new id: to ask something else there, or to go on with one that has ' +
    'ended. The original stays as it is; the copy counts among the 5 that may be open.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    turn: z.int().min(1).optional().describe('The last one that is copied; the last that has an answer by default.'),
  }),
  output: z.object({ session_id: z.string(), forked_from: z.string(), turns_completed: z.int() }),
  async handler({ session_id, turn }, { conversations }) {
    const { turns } = await conversations.open(session_id).conversation.record();
    const answered = answeredTurns(turns).map(({ number }) => number);
    const last = turn ?? answered.at(-1);
    if (last === undefined || !answered.includes(last))
      throw invalid(
        'turn',
        last,
        'A copy ends with a turn that has an answer.',
        answered.length === 0 ? 'after the first turn is answered' : `one of ${answered.join(', ')}`,
      );
    const copy = await conversations.fork(session_id, last);
    return { session_id: copy.facts.id, forked_from: session_id, turns_completed: answeredTurns(copy.turns).length };
  },
  render: ({ session_id, forked_from, turns_completed }) =>
    `${session_id} is a copy of ${forked_from} with ${turns_completed} turns; continue_conversation goes on there.`,
});
