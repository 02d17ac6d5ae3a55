/** `delete_file`: removes a file or directory of a session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { FILES_ROOT } from '../../python/paths.ts';
import { sessionId } from './session-id.ts';

/** Paths that one answer names. */
const MOST_NAMED = 200;

export default defineTool({
  name: 'delete_file',
  toolset: 'python',
  title: 'Delete a session file',
  description:
    'Deletes a session file or directory of a Python session (in its folder /workspace). Running code sees it from its next cell on.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    path: z.string().describe('Relative to /workspace.'),
    recursive: z.boolean().default(false).describe('Also delete a directory that is not empty.'),
    session_id: sessionId,
  }),
  output: z.object({
    path: z.string().describe('Full path of what was deleted.'),
    deleted: z.array(z.string()).describe(`Files and directories, relative to /workspace; the first ${MOST_NAMED}.`),
    total_deleted: z.int(),
    session_id: z.string(),
  }),
  async handler({ path, recursive, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const removed = await session.deleteFile(path, recursive);
    return {
      path: `${FILES_ROOT}/${removed[0] ?? ''}`,
      deleted: removed.slice(0, MOST_NAMED),
      total_deleted: removed.length,
      session_id: id,
    };
  },
  render: ({ path, deleted, total_deleted, session_id }) =>
    `Deleted ${path} from session ${session_id}: ${deleted.join(', ')}${total_deleted > deleted.length ? ', …' : ''} (${total_deleted} in total).`,
});
