/** `checkpoint_session`: keeps variables and files of a session as they are. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { checkpointFields, checkpointList, describe, describeAll, toFields } from './checkpoint.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'checkpoint_session',
  toolset: 'python',
  title: 'Checkpoint a Python session',
  description:
    'Keeps all variables and session files as they are now, for restore_session. The session keeps the newest 20 of these checkpoints, ' +
    'and the newest 10 of those that follow each cell.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    label: z.string().min(1).max(200).optional().describe('What to call it.'),
  }),
  output: z.object({ session_id: z.string(), ...checkpointFields, checkpoints: checkpointList }),
  async handler({ session_id, label }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const checkpoint = await session.checkpoint(label);
    const checkpoints = await session.checkpoints();
    return { session_id: id, ...toFields(checkpoint), checkpoints: checkpoints.map(toFields) };
  },
  render: ({ session_id, checkpoints, ...checkpoint }) =>
    [`Session '${session_id}': ${describe(checkpoint)}.`, ...describeAll(checkpoints)].join('\n'),
});
