/** `create_session`: starts one more Python session. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { mountSchema, renderMount } from '../../mcp/mount.ts';
import type { Mount } from '../../python/protocol.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { sessionName } from './session-id.ts';

export default defineTool({
  name: 'create_session',
  toolset: 'python',
  title: 'Create a Python session',
  description:
    'Creates a Python session with variables and session files (/workspace) of its own. Another stays active: pass its ' +
    'session_id to other calls. With workspace, that repository is at /mnt/<workspace>, read-only, as of one commit, and its modules ' +
    'can be imported; refresh_mount moves it to a later one.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionName.describe('Its name, new among yours.'),
    description: z.string().max(1000).optional().describe('What it is for.'),
    workspace: z.string().optional().describe('Workspace whose repository is mounted.'),
    ref: z.string().min(1).optional().describe('Branch, tag or commit; by default the indexed one.'),
  }),
  output: z.object({
    session_id: z.string(),
    status: z.literal('created'),
    description: z.string().optional(),
    mount: mountSchema.optional(),
    active_session: z.string(),
    total_sessions: z.int(),
  }),
  async handler({ session_id, description, workspace, ref }, { pythonSessions, workspaces }) {
    const mount = await mountOf(workspaces, workspace, ref);
    const { session } = pythonSessions.create(session_id, description);
    const mounted = mount && (await session.mount(mount));
    return {
      session_id,
      status: 'created' as const,
      ...(description !== undefined && { description }),
      ...(mounted !== undefined && { mount: { ...mounted } }),
      active_session: pythonSessions.active,
      total_sessions: pythonSessions.list().length,
    };
  },
  render: ({ session_id, description, mount, active_session, total_sessions }) =>
    `Session '${session_id}' was created${description === undefined ? '' : ` (${description})`}. ` +
    (mount === undefined ? '' : `${renderMount(mount)} `) +
    `The active session is still '${active_session}'. Sessions in total: ${total_sessions}.`,
});

/** What to mount, once it is known to be there. */
async function mountOf(
  workspaces: Workspaces,
  name: string | undefined,
  ref: string | undefined,
): Promise<Mount | undefined> {
  if (name === undefined) {
    if (ref === undefined) return undefined;
    throw new ToolFailure({
      errorType: 'ValueError',
      message: 'ref is of a workspace, and no workspace is given.',
      advice: 'Pass workspace, too, or leave ref out.',
    });
  }
  const { name: workspace, workspace: opened } = workspaces.open(name);
  const { commit } = await opened.fileTree(ref);
  return { workspace, commit };
}
