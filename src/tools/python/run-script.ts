/** `run_script`: runs a script of a session as `python script.py args` does. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { CellResult, CellStatus } from '../../python/protocol.ts';
import { toRunResult } from '../../python/run-result.ts';
import { scriptPath } from '../../python/scripts.ts';
import { imageBlocks, remarks, runStreaming, STATUSES, section } from './run.ts';
import { sessionId } from './session-id.ts';

/** Of scripts that did not end by themselves, as `timeout` and shells have them. */
const RETURN_CODES: Readonly<Partial<Record<CellStatus, number>>> = { timeout: 124, interrupted: 130, died: 137 };

/** With what Python ends when it cannot open the script. */
const NOT_OPENED = 2;

const output = z.object({
  status: z.enum(STATUSES).describe('exit: SystemExit with a code other than 0; died: the interpreter was lost.'),
  stdout: z.string(),
  stderr: z.string().describe('Holds the traceback of an uncaught exception.'),
  return_code: z.int().describe("The process's; 124: time limit, 130: interrupted, 137: the interpreter was lost."),
  execution_time: z.number().describe('Seconds.'),
  error_type: z.string().optional(),
  message: z.string().optional(),
  script: z.string().describe('Path in /workspace, or from the root below /mnt.'),
  args: z.array(z.string()),
  outputs: z.array(z.string()).describe('New and modified files, in /workspace.'),
  new_files: z.array(z.string()),
  modified_files: z.array(z.string()),
  deleted_files: z.array(z.string()),
  notices: z.array(z.string()).describe('What was cut off or lost.'),
  session_id: z.string(),
});

export default defineTool({
  name: 'run_script',
  toolset: 'python',
  title: 'Run a Python script',
  description:
    'Runs a Python script of the session files, or of a mounted repository (/mnt/<workspace>/…), like `python script.py args`. The ' +
    "script has a namespace of its own, so the session's variables stay as they are. It runs in /workspace and reads modules anew. " +
    'Output is streamed as progress.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    name: z.string().describe('A name in scripts/ (`.py` may be left out), or a path with a slash, such as ./main.py.'),
    args: z.array(z.string()).max(1000).default([]).describe('sys.argv behind the script.'),
    timeout: z.int().min(1).max(300).default(30).describe('Seconds until the script is interrupted.'),
    session_id: sessionId,
  }),
  output,
  async handler({ name, args, timeout, session_id }, ctx) {
    const path = scriptPath(name);
    if (args.some((arg) => arg.includes('\0'))) {
      throw new ToolFailure({
        errorType: 'ValueError',
        message: 'An argument holds a null byte; arguments of programs cannot.',
        advice: 'Leave it out, or write the data to a file and give its path.',
      });
    }
    const { id, session } = ctx.pythonSessions.open(session_id);
    const run = await runStreaming(session, { path, args, timeoutSeconds: timeout }, ctx);
    if (run.exitCode === NOT_OPENED && run.errorType !== 'SystemExit') throw notOpened(path, id, run);
    const { results: _results, traceback: _traceback, ...facts } = toRunResult(run);
    const return_code = RETURN_CODES[run.status] ?? run.exitCode ?? 1;
    return { ...facts, return_code, script: path, args, session_id: id, run };
  },
  content: ({ run }) => imageBlocks(run),
  render: (facts) =>
    [
      ...section('', facts.stdout),
      ...section('stderr:', facts.stderr),
      ...(facts.stderr.includes(facts.message ?? '') ? [] : section('', facts.message)),
      ...remarks(facts),
      `[${facts.status}, return code ${facts.return_code}, after ${facts.execution_time} s: ` +
        `${[facts.script, ...facts.args.map((arg) => JSON.stringify(arg))].join(' ')} in session ${facts.session_id}]`,
    ].join('\n'),
});

/** What stands in the way of opening a script, where it is more than that it cannot be read. */
const NOT_FOUND = ['FileNotFoundError', 'IsADirectoryError', 'NotADirectoryError'] as const;

function notOpened(path: string, id: string, { errorType, message }: CellResult): ToolFailure {
  return new ToolFailure({
    errorType: NOT_FOUND.find((type) => type === errorType) ?? 'OSError',
    message: `The script ${path} of session '${id}' cannot be opened: ${message}`,
    advice:
      'save_script stores one in scripts/; name a script elsewhere in /workspace by a path with a slash, such as ./main.py.',
  });
}
