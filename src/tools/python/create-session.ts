/** `create_session`: starts one more Python session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionName } from './session-id.ts';

export default defineTool({
  name: 'create_session',
  toolset: 'python',
  title: 'Create a Python session',
  description:
    'Creates a Python session with variables and a /workspace of its own. It does not become the active one: name it by ' +
    'session_id in other calls, or switch_session to it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionName.describe('Name of the new session, unique among yours.'),
    description: z.string().max(1000).optional().describe('What it is for.'),
  }),
  output: z.object({
    session_id: z.string(),
    status: z.literal('created'),
    description: z.string().optional(),
    active_session: z.string(),
    total_sessions: z.int(),
  }),
  async handler({ session_id, description }, { pythonSessions }) {
    pythonSessions.create(session_id, description);
    return {
      session_id,
      status: 'created' as const,
      ...(description !== undefined && { description }),
      active_session: pythonSessions.active,
      total_sessions: pythonSessions.list().length,
    };
  },
  render: ({ session_id, description, active_session, total_sessions }) =>
    `Session '${session_id}' was created${description === undefined ? '' : ` (${description})`}. ` +
    `The active session is still '${active_session}'. Sessions in total: ${total_sessions}.`,
});
