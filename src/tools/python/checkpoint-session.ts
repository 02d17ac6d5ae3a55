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
  intents: [
    'save the progress of my session',
    'make a restore point, backup before an experiment',
    'save the state of the session before something risky',
    'take a snapshot, keep variables as they are',
    'remember the current state so that I can return to it later',
    'save a snapshot before I do something risky with my variables',
    'keep the current state so that I can roll back later',
    'create a savepoint, bookmark or backup of the session',
    'freeze everything as it is now',
    'like git commit or git stash for my variables and files',
    'pickle the whole session, persist all variables',
    'before a dangerous step store the state of the kernel',
  ],
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
