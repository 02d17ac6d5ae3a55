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
  intents: [
    'return to the snapshot, get deleted variables back',
    'undo, reset variables to the saved state',
    'undo the last cell, revert variables',
    'go back to an earlier state or snapshot of the session',
    'I broke or messed up my data, bring the old state back',
    'load an earlier snapshot, last good state',
    'oops I overwrote my dataframe, bring it back',
    'roll back to the snapshot from an hour ago',
    'undo what the last cell did to my variables',
    'go back in time, ctrl-z, time machine for the session',
    'recover deleted files and variables of the session',
    'load the checkpoint, rewind to a savepoint',
    'the last step ruined everything, revert to the state before',
    'reset to the backup that I made',
  ],
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
