/** `run_python_code`: runs a cell in one of the caller's Python sessions. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pipRequirements } from '../../python/pip-lines.ts';
import type { InstallReport } from '../../python/protocol.ts';
import { toRunResult } from '../../python/run-result.ts';
import { imageBlocks, remarks, runStreaming, STATUSES, section } from './run.ts';
import { sessionName } from './session-id.ts';

const output = z.object({
  status: z.enum(STATUSES).describe('exit: SystemExit; died: the interpreter was lost.'),
  stdout: z.string(),
  stderr: z.string(),
  execution_time: z.number().describe('Seconds.'),
  results: z.string().optional().describe("repr of the last expression's value."),
  error_type: z.string().optional(),
  message: z.string().optional(),
  traceback: z.string().optional(),
  outputs: z.array(z.string()).describe('New and modified files, in /workspace.'),
  new_files: z.array(z.string()),
  modified_files: z.array(z.string()),
  deleted_files: z.array(z.string()),
  notices: z.array(z.string()).describe('What was cut off or lost.'),
  session_id: z.string(),
});

export default defineTool({
  name: 'run_python_code',
  toolset: 'python',
  title: 'Run Python',
  description:
    'Runs Python code in a session that keeps its variables and session files (/workspace). CPython in a ' +
    'sandbox without network. Returns the value of a last expression; display(object) shows images and other rich forms.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    code: z.string().describe('Python.'),
    timeout: z.int().min(1).max(300).default(30).describe('Seconds.'),
    session_id: sessionName.optional().describe('Default: the active session. A new name starts a new session.'),
  }),
  output,
  async handler({ code, timeout, session_id }, ctx) {
    if (code.includes('\0')) {
      throw new ToolFailure({
        errorType: 'ValueError',
        message: 'The code holds a null byte; Python source cannot.',
        advice: 'Write it as the escape \\x00 inside a string literal.',
      });
    }
    const { id, session } = ctx.pythonSessions.openOrCreate(session_id);
    const wanted = pipRequirements(code);
    const installed = wanted.length === 0 ? [] : reported(await session.install(wanted));
    const cell = await runStreaming(session, { code, timeoutSeconds: timeout }, ctx);
    const result = toRunResult(cell);
    return { ...result, notices: [...installed, ...result.notices], session_id: id, cell };
  },
  content: ({ cell }) => imageBlocks(cell),
  render: (facts) => {
    const { status, stdout, stderr, results, message, traceback, execution_time, session_id } = facts;
    return [
      ...section('', stdout),
      ...section('stderr:', stderr),
      ...section('Result:', results),
      ...section('', traceback ?? message),
      ...remarks(facts),
      `[${status} after ${execution_time} s in session ${session_id}]`,
    ].join('\n');
  },
});

/** What became of the lines of a cell that ask for packages. */
function reported({ installed, failed, notices }: InstallReport): readonly string[] {
  return [
    ...(installed.length > 0
      ? [`Installed: ${installed.map(({ name, version }) => `${name} ${version}`).join(', ')}.`]
      : []),
    ...failed.map(({ requirement, reason }) => `${requirement} was not installed: ${reason}`),
    ...notices,
  ];
}
