/** `switch_session`: chooses the session that calls without a `session_id` use. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionName } from './session-id.ts';

export default defineTool({
  name: 'switch_session',
  toolset: 'python',
  title: 'Switch the active Python session',
  description:
    'Makes a session the active one. Calls without session_id use it, from all clients of this user. Concurrent agents need not switch: ' +
    'every Python tool takes session_id.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionName.describe('Session to switch to.') }),
  output: z.object({ previous_session: z.string(), current_session: z.string() }),
  async handler({ session_id }, { pythonSessions }) {
    return { previous_session: pythonSessions.activate(session_id), current_session: session_id };
  },
  render: ({ previous_session, current_session }) =>
    previous_session === current_session
      ? `The active session was '${current_session}' already.`
      : `The active session is '${current_session}'; it was '${previous_session}'.`,
});
