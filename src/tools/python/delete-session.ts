/** `delete_session`: erases a Python session for good. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { DEFAULT_SESSION } from '../../python/sessions.ts';
import { sessionName } from './session-id.ts';

export default defineTool({
  name: 'delete_session',
  toolset: 'python',
  title: 'Delete a Python session',
  description:
    'Erases a Python session for good: its variables, its files, its place in the list. Running code is ended. You can delete the ' +
    'default session too: it comes back empty.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionName.describe('Session to delete.') }),
  output: z.object({
    session_id: z.string(),
    status: z.literal('deleted'),
    active_session: z.string().describe('The default session, when the deleted one was active.'),
    total_sessions: z.int(),
    deleted_files: z.int().optional().describe('Absent where what it held could not be read.'),
    deleted_bytes: z.int().optional(),
    message: z.string(),
  }),
  async handler({ session_id }, { pythonSessions }) {
    const lost = await pythonSessions.erase(session_id);
    const back = session_id === DEFAULT_SESSION ? ' It is the default session, so it comes back empty.' : '';
    const held =
      lost === undefined
        ? 'all its files, which could not be counted: its database was damaged'
        : `${lost.files} files with ${lost.bytes} bytes`;
    return {
      session_id,
      status: 'deleted' as const,
      active_session: pythonSessions.active,
      total_sessions: pythonSessions.list().length,
      ...(lost !== undefined && { deleted_files: lost.files, deleted_bytes: lost.bytes }),
      message: `Session '${session_id}' was erased: its variables, and ${held}.${back}`,
    };
  },
  render: ({ message, active_session, total_sessions }) =>
    `${message}\nThe active session is '${active_session}'. Sessions in total: ${total_sessions}.`,
});
