/** `restore_session`: goes back to a checkpoint. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { checkpointFields, checkpointList, describe, describeAll, toFields } from './checkpoint.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'restore_session',
  toolset: 'python',
  title: 'Restore a Python session',
  description:
    'Brings variables and session files back to a checkpoint. Without checkpoint_id: the newest made by ' +
    'checkpoint_session, else the newest after a cell. Later checkpoints stay, so this can be undone.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    checkpoint_id: z.int().min(1).optional().describe('From list_checkpoints.'),
  }),
  output: z.object({
    session_id: z.string(),
    ...checkpointFields,
    notices: z.array(z.string()).describe('What could not be restored.'),
    checkpoints: checkpointList,
  }),
  async handler({ session_id, checkpoint_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const { checkpoint, notices } = await session.restore(checkpoint_id);
    const checkpoints = await session.checkpoints();
    return { session_id: id, ...toFields(checkpoint), notices: [...notices], checkpoints: checkpoints.map(toFields) };
  },
  render: ({ session_id, notices, checkpoints, ...checkpoint }) =>
    [
      `Session '${session_id}' is back at ${describe(checkpoint)}.`,
      ...notices.map((notice) => `Notice: ${notice}`),
      ...describeAll(checkpoints),
    ].join('\n'),
});
