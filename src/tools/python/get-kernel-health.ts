/** `get_kernel_health`: the state of a session's interpreter. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import type { KernelHealth } from '../../python/protocol.ts';
import { sessionId } from './session-id.ts';

const MEANING: Readonly<Record<KernelHealth['status'], string>> = {
  healthy: 'The interpreter answers.',
  zombie:
    'The interpreter does not answer within a second. interrupt_execution ends what runs, restart_kernel replaces it.',
  dead: 'No interpreter runs: none was needed yet, or it was idle for long, or lost. The next call starts one from the last checkpoint.',
};

export default defineTool({
  name: 'get_kernel_health',
  toolset: 'python',
  title: "Look at a session's interpreter",
  description: "Tells whether a session's interpreter is healthy, dead or a zombie, without starting or disturbing it.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({
    session_id: z.string(),
    status: z.enum(['healthy', 'dead', 'zombie']),
    memory_usage: z.int().optional().describe('Bytes: heap and loaded files.'),
    num_threads: z.int().optional().describe('Python has one here.'),
    uptime: z.number().optional().describe('Seconds.'),
    activity: z.enum(['stopped', 'idle', 'busy']),
    waiting_calls: z.int(),
    unsaved_cells: z.int().describe('Cells whose variables are in no checkpoint.'),
    message: z.string(),
  }),
  async handler({ session_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const { status, activity, waiting, unsavedCells, heapBytes, fileBytes, uptime } = await session.health();
    return {
      session_id: id,
      status,
      ...(heapBytes !== undefined && { memory_usage: heapBytes + (fileBytes ?? 0), num_threads: 1 }),
      ...(uptime !== undefined && { uptime }),
      activity,
      waiting_calls: waiting,
      unsaved_cells: unsavedCells,
      message: MEANING[status],
    };
  },
  render: ({ session_id, status, message, ...facts }) =>
    [
      `Session '${session_id}' is ${status}. ${message}`,
      ...Object.entries(facts).map(([name, value]) => `${name}: ${value}`),
    ].join('\n'),
});
