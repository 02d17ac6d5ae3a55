/** `list_checkpoints`: the checkpoints of a session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { checkpointList, describeAll, toFields } from './checkpoint.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'list_checkpoints',
  toolset: 'python',
  title: 'List checkpoints of a Python session',
  description:
    'Lists the checkpoints that restore_session can go back to: those you asked for, with their labels, and those after cells; with time ' +
    'and size.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({ session_id: z.string(), checkpoints: checkpointList, total_checkpoints: z.int() }),
  async handler({ session_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const checkpoints = (await session.checkpoints()).map(toFields);
    return { session_id: id, checkpoints, total_checkpoints: checkpoints.length };
  },
  render: ({ session_id, checkpoints }) =>
    checkpoints.length === 0
      ? `Session '${session_id}' has no checkpoint yet: run some code, or call checkpoint_session.`
      : [`Session '${session_id}':`, ...describeAll(checkpoints)].join('\n'),
});
