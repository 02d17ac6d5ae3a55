/** `get_workspace_info`: what a session's workspace holds, what it may hold, and whether its interpreter runs. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId } from './session-id.ts';

const WORKSPACE_PATH = '/workspace';

export default defineTool({
  name: 'get_workspace_info',
  toolset: 'python',
  title: 'Workspace facts',
  description:
    'Facts about the workspace of a Python session: its files, directories and bytes as of the last call that changed them, ' +
    'the limits, and whether its interpreter runs. Starts nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({
    workspace_path: z.string().describe('Where code finds the files.'),
    session_id: z.string(),
    total_files: z.int(),
    total_directories: z.int(),
    total_bytes: z.int(),
    limits: z.object({ total_bytes: z.int(), total_entries: z.int().describe('Files and directories.') }),
    kernel: z.enum(['stopped', 'idle', 'busy']).describe('stopped: the next call starts an interpreter.'),
    waiting_calls: z.int().describe('Calls of run_python_code that wait for their turn.'),
    python_version: z.string().optional().describe('Of the interpreter, while it runs.'),
    active_session: z.string(),
    total_sessions: z.int(),
  }),
  async handler({ session_id }, { pythonSessions }) {
    const { id, session } = pythonSessions.open(session_id);
    const { usage, limits, kernel, waiting, pythonVersion } = await session.describe();
    return {
      workspace_path: WORKSPACE_PATH,
      session_id: id,
      total_files: usage.files,
      total_directories: usage.directories,
      total_bytes: usage.bytes,
      limits: { total_bytes: limits.bytes, total_entries: limits.entries },
      kernel,
      waiting_calls: waiting,
      ...(pythonVersion !== undefined && { python_version: pythonVersion }),
      active_session: pythonSessions.active,
      total_sessions: pythonSessions.list().length,
    };
  },
  render: (facts) =>
    [
      `${facts.workspace_path} of session '${facts.session_id}': ${facts.total_files} files, ` +
        `${facts.total_directories} directories, ${facts.total_bytes} bytes.`,
      `Limits: ${facts.limits.total_bytes} bytes, ${facts.limits.total_entries} files and directories.`,
      `Interpreter: ${facts.kernel}${facts.python_version === undefined ? '' : ` (Python ${facts.python_version})`}; ` +
        `calls that wait: ${facts.waiting_calls}.`,
      `Active session: '${facts.active_session}'. Sessions in total: ${facts.total_sessions}.`,
    ].join('\n'),
});
