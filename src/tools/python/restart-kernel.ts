/** `restart_kernel`: replaces a session's interpreter. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'restart_kernel',
  toolset: 'python',
  title: 'Restart the Python interpreter',
  description:
    "Ends running code and replaces a session's interpreter by a fresh one. Files stay. Variables are dropped, unless preserve_state " +
    'puts them into the new interpreter.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionId,
    preserve_state: z.boolean().default(false).describe('Keep the variables.'),
  }),
  output: z.object({
    session_id: z.string(),
    status: z.literal('restarted'),
    state_preserved: z.boolean().describe('Whether there are variables from before.'),
    notices: z.array(z.string()).describe('What could not be preserved.'),
  }),
  async handler({ session_id, preserve_state }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const { preserved, notices } = await session.restart(preserve_state);
    return { session_id: id, status: 'restarted' as const, state_preserved: preserved, notices: [...notices] };
  },
  render: ({ session_id, state_preserved, notices }) =>
    [
      `The interpreter of session '${session_id}' was restarted, ${state_preserved ? 'with its variables' : 'without variables'}. Files are kept.`,
      ...notices.map((notice) => `Notice: ${notice}`),
    ].join('\n'),
});
