/** `interrupt_execution`: ends the code that runs in a session, from another call. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'interrupt_execution',
  toolset: 'python',
  title: 'Interrupt Python code',
  description:
    'Interrupts the code that runs in a session, whoever started it. The code gets a KeyboardInterrupt, and its own call returns what it ' +
    'has printed. Code that does not react within some 2.5 s loses its interpreter. Waiting calls are not affected.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({
    session_id: z.string(),
    status: z.enum(['interrupted', 'idle']).describe('idle: nothing ran, or it had just ended.'),
    variables_kept: z
      .boolean()
      .optional()
      .describe('Only of an interrupt: false when the interpreter had to be killed.'),
    waiting_calls: z.int().describe('Calls of run_python_code that wait for their turn in this session.'),
    message: z.string(),
  }),
  async handler({ session_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const result = await session.interrupt();
    const waiting_calls = result.waiting;
    if (result.status === 'idle') {
      return {
        session_id: id,
        status: result.status,
        waiting_calls,
        message: 'There was no running code to interrupt.',
      };
    }
    const { status, variablesKept } = result;
    const message = variablesKept
      ? 'The code was interrupted; variables and files are kept.'
      : 'The code did not react, so its interpreter was killed: the next call says what is left of the variables. Files are kept.';
    return { session_id: id, status, variables_kept: variablesKept, waiting_calls, message };
  },
  render: ({ session_id, status, message, waiting_calls }) =>
    `[${status}] ${message} Session: '${session_id}'. Calls that wait in it: ${waiting_calls}.`,
});
