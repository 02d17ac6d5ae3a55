/** `fork_session`: makes an independent copy of a session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId, sessionName } from './session-id.ts';

export default defineTool({
  name: 'fork_session',
  toolset: 'python',
  title: 'Fork a Python session',
  description:
    'Makes an independent copy of a session: variables down to half-consumed generators, files, installed packages, ' +
    'checkpoints. Try something in the copy; the original stays as it is.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    new_session_id: sessionName.describe('Name of the copy; must be new.'),
  }),
  output: z.object({
    session_id: z.string().describe('The session that was copied.'),
    new_session_id: z.string(),
    status: z.literal('forked'),
    total_files: z.int(),
    total_bytes: z.int(),
  }),
  async handler({ session_id, new_session_id }, { pythonSessions }) {
    const { source, copy } = await pythonSessions.fork(session_id, new_session_id);
    const { files, bytes } = await copy.session.fileTotals();
    return { session_id: source.id, new_session_id, status: 'forked' as const, total_files: files, total_bytes: bytes };
  },
  render: ({ session_id, new_session_id, total_files, total_bytes }) =>
    `Session '${new_session_id}' is a copy of '${session_id}', with ${total_files} files of ${total_bytes} bytes.`,
});
