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
  intents: [
    'clean interpreter but leave my files alone',
    'restart python, start the interpreter afresh',
    'clear all variables and keep the files',
    'broken or stuck interpreter, give me a new one',
    "reset the session's globals, free its memory",
    'kernel died, start it again',
    'reboot the python interpreter, fresh process',
    'clear everything from memory and start over',
    'jupyter: restart kernel and clear all outputs',
    'interpreter is dead, crashed or broken, nothing helps',
    'out of memory, MemoryError: free all the RAM',
    'imports are cached, I want modules loaded from scratch',
    'hard reset of python when interrupting does not work',
  ],
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
