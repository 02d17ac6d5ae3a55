/** `check_kernel_responsiveness`: lets a session's interpreter compute something. */
import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { PythonSessionApi } from '../../python/protocol.ts';
import { sessionId } from './session-id.ts';

/** Its value is 42. */
const TEST = { program: 'str(6 * 7)', stepLimit: 10_000 };

export default defineTool({
  name: 'check_kernel_responsiveness',
  toolset: 'python',
  title: "Test a session's interpreter",
  description:
    "Lets a session's interpreter compute 6 * 7, apart from its variables, and measures how long that takes. An interpreter that " +
    'runs code is only asked for a sign of life.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({
    session_id: z.string(),
    responsive: z.boolean(),
    response_time: z.number().describe('Seconds; includes the start of an interpreter where none ran.'),
    test_result: z.string(),
  }),
  async handler({ session_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const started = performance.now();
    const answer = await test(session);
    return { session_id: id, response_time: secondsSince(started), ...answer };
  },
  render: ({ session_id, responsive, response_time, test_result }) =>
    `Session '${session_id}' is ${responsive ? 'responsive' : 'not responsive'} (${response_time} s): ${test_result}`,
});

async function test(session: PythonSessionApi): Promise<{ responsive: boolean; test_result: string }> {
  const { status, activity } = await session.health();
  if (status === 'zombie') return { responsive: false, test_result: 'No sign of life within a second.' };
  if (activity === 'busy') return { responsive: true, test_result: 'It runs code and gives signs of life.' };
  const result = await session.evaluate(TEST);
  switch (result.status) {
    case 'ok':
      return { responsive: result.value === '42', test_result: `6 * 7 is ${result.value}.` };
    case 'limit':
      return { responsive: false, test_result: 'The test took too many steps.' };
    case 'failed':
      return { responsive: false, test_result: result.message };
  }
}
