/** `list_sessions`: the caller's Python sessions. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';

const session = z.object({
  description: z.string().optional(),
  created_at: z.string().describe('ISO 8601.'),
  last_activity: z.string().describe('ISO 8601.'),
});

/** Sessions of an ordinary page. */
const PAGE = 30;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'list_sessions',
  toolset: 'python',
  title: 'List Python sessions',
  description: 'Lists your Python sessions, when each was created and last used, and which one is active.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(pageParameters(PAGE, 100)),
  output: z.object({
    sessions: z.record(z.string(), session).describe('By session_id.'),
    active_session: z.string(),
    total_sessions: z.int(),
  }),
  tokens,
  more: { sessions: next },
  async handler({ limit, offset }, { pythonSessions }) {
    const all = pythonSessions.list();
    return {
      sessions: Object.fromEntries(
        all
          .slice(offset, offset + limit)
          .map(({ id, description, createdAt, lastActivity }) => [
            id,
            { ...(description !== undefined && { description }), created_at: createdAt, last_activity: lastActivity },
          ]),
      ),
      active_session: pythonSessions.active,
      total_sessions: all.length,
    };
  },
  render: ({ sessions, active_session, total_sessions }) =>
    [
      `Active session: '${active_session}'. Sessions in total: ${total_sessions}.`,
      ...Object.entries(sessions).map(
        ([id, { description, created_at, last_activity }]) =>
          `'${id}'${description === undefined ? '' : ` (${description})`}: created ${created_at}, last used ${last_activity}`,
      ),
    ].join('\n'),
});
