/** `list_conversations`: which conversations a user has. */
import { z } from 'zod';
import { failureOf, wordsOf } from '../../lib/errors.ts';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { LONGEST_SUBJECT, STATUSES } from '../../reasoning/conversation/service.ts';
import { MOST_KEPT } from '../../reasoning/conversation/sessions.ts';

const USUAL = 10;
const { tokens, next } = pages(USUAL);

export default defineTool({
  name: 'list_conversations',
  toolset: 'reasoning',
  title: 'List conversations',
  description: `Your conversations, the newest first, each with its status, focus and turns. ${MOST_KEPT} are kept; the oldest that has ended makes room.`,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(pageParameters(USUAL, MOST_KEPT)),
  output: z.object({
    conversations: z.array(
      z.object({
        session_id: z.string(),
        status: z.enum(STATUSES),
        analysis_focus: z.string(),
        workspace: z.string(),
        turns_completed: z.int(),
        last_activity: z.string().describe('ISO 8601.'),
        stuck_description: z.string().describe(`Its first ${LONGEST_SUBJECT} characters.`),
        forked_from: z.string().optional(),
      }),
    ),
    unreadable: z
      .array(z.object({ session_id: z.string(), why: z.string() }))
      .optional()
      .describe('Conversations of this page that cannot be read.'),
    total: z.int(),
    next_offset: z.int().optional(),
  }),
  tokens,
  more: { conversations: next },
  async handler({ limit, offset }, { conversations }) {
    const all = conversations.list();
    const end = offset + limit;
    const page = all.slice(offset, end);
    const settled = await Promise.allSettled(page.map(({ conversation }) => conversation.overview()));
    const shown = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const unreadable = settled.flatMap((one, index) => {
      const id = page[index]?.id;
      if (one.status === 'fulfilled' || id === undefined) return [];
      return [{ session_id: id, why: wordsOf(failureOf(one.reason, 'list_conversations')) }];
    });
    return {
      ...(unreadable.length > 0 && { unreadable }),
      conversations: shown.map(({ facts, status, answered, activeAt, subject }) => ({
        session_id: facts.id,
        status,
        analysis_focus: facts.focus,
        workspace: facts.workspace,
        turns_completed: answered,
        last_activity: new Date(activeAt).toISOString(),
        stuck_description: subject,
        ...(facts.forkOf !== undefined && { forked_from: facts.forkOf.id }),
      })),
      total: all.length,
      ...(end < all.length && { next_offset: end }),
    };
  },
  render: ({ conversations, unreadable = [], total, next_offset }) =>
    [
      `${total} conversations.`,
      ...conversations.map(
        (each) =>
          `${each.session_id}: ${each.status}, ${each.analysis_focus} in ${each.workspace}, ${each.turns_completed} turns, ${each.last_activity}: ${each.stuck_description}`,
      ),
      ...unreadable.map(({ session_id, why }) => `${session_id} cannot be read. ${plain(why)}`),
      ...(next_offset === undefined ? [] : [`More: offset ${next_offset}.`]),
    ].join('\n'),
});
