/** `refresh_mount`: lets a session read its mounted workspace at another commit. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'refresh_mount',
  toolset: 'python',
  title: 'Read the newest commit in a Python session',
  description:
    'Moves the repository that create_session mounted at /mnt/<workspace> to its newest commit, or to ref. Variables and session files ' +
    'stay; modules of the repository are imported anew by the next import, objects made of the old ones keep their code.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    ref: z.string().min(1).optional().describe('Branch, tag or commit; by default the indexed commit.'),
  }),
  output: z.object({
    session_id: z.string(),
    workspace: z.string(),
    path: z.string(),
    old_commit: z.string(),
    new_commit: z.string(),
    changed: z.boolean(),
    notices: z.array(z.string()),
  }),
  async handler({ session_id, ref }, { pythonSessions, workspaces }) {
    const { id, session } = pythonSessions.open(session_id);
    const { mount } = await session.describe();
    if (mount === undefined) {
      throw new ToolFailure({
        errorType: 'SessionError',
        message: `Session '${id}' has no workspace mounted.`,
        advice: 'create_session with workspace starts a session that has.',
      });
    }
    const { workspace, path, commit: old_commit } = mount;
    const { commit: new_commit } = await workspaces.open(workspace).workspace.fileTree(ref);
    const changed = new_commit !== old_commit;
    const notices = changed ? await session.remount({ workspace, commit: new_commit }) : [];
    return { session_id: id, workspace, path, old_commit, new_commit, changed, notices: [...notices] };
  },
  render: ({ session_id, workspace, path, old_commit, new_commit, changed, notices }) =>
    [
      changed
        ? `Session '${session_id}' reads workspace '${workspace}' at ${path} as of ${new_commit.slice(0, 12)}; before, ${old_commit.slice(0, 12)}.`
        : `Session '${session_id}' reads workspace '${workspace}' at ${path} as of ${new_commit.slice(0, 12)} already.`,
      ...notices.map((notice) => `Notice: ${notice}`),
    ].join('\n'),
});
