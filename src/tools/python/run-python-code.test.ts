import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { CellRequest, CellResult, OutputListener, PythonSessionApi } from '../../python/protocol.ts';
import runPythonCode from './run-python-code.ts';

const CELL: CellResult = {
  status: 'error',
  stdout: 'hello\n',
  stderr: 'careful\n',
  errorType: 'NameError',
  message: "name 'x' is not defined",
  traceback: 'Traceback (most recent call last):\n  File "<cell>", line 2',
  executionTime: 0.25,
  newFiles: ['b.txt'],
  modifiedFiles: ['a.txt'],
  deletedFiles: [],
  notices: ['The interpreter was restarted.'],
};

const sessions = (run: PythonSessionApi['run'], interrupt?: PythonSessionApi['interrupt']) =>
  pythonSessions(pythonSession({ run, ...(interrupt && { interrupt }) }));

it('runs the code in the session that is named, with the defaults of the contract', async () => {
  const seen: unknown[] = [];
  const run = async (request: CellRequest) => {
    seen.push(request);
    return CELL;
  };
  const ctx = toolContext({ pythonSessions: sessions(run) });
  const first = await runPythonCode.call({ code: 'x' }, ctx);
  const second = await runPythonCode.call({ code: 'y', timeout: 300, session_id: 'work' }, ctx);
  expect(seen).toEqual([
    { code: 'x', timeoutSeconds: 30 },
    { code: 'y', timeoutSeconds: 300 },
  ]);
  expect(first.structuredContent).toMatchObject({ session_id: 'default' });
  expect(second.structuredContent).toMatchObject({ session_id: 'work' });
});

it('answers with every fact, as structure and as text', async () => {
  const ctx = toolContext({ pythonSessions: sessions(async () => CELL) });
  const { structuredContent, content } = await runPythonCode.call({ code: 'x' }, ctx);
  expect(structuredContent).toEqual({
    status: 'error',
    stdout: 'hello\n',
    stderr: 'careful\n',
    execution_time: 0.25,
    error_type: 'NameError',
    message: "name 'x' is not defined",
    traceback: CELL.traceback,
    outputs: ['a.txt', 'b.txt'],
    new_files: ['b.txt'],
    modified_files: ['a.txt'],
    deleted_files: [],
    notices: ['The interpreter was restarted.'],
    session_id: 'default',
  });
  expect(content.map((part) => (part.type === 'text' ? part.text : part.type))).toMatchInlineSnapshot(`
    [
      "hello
    stderr:
    careful
    Traceback (most recent call last):
      File "<cell>", line 2
    Notice: The interpreter was restarted.
    New files: b.txt
    Modified files: a.txt
    [error after 0.25 s in session default]",
    ]
  `);
});

it('streams output as progress', async () => {
  const run = async (_request: CellRequest, listener?: OutputListener) => {
    await listener?.({ stream: 'stdout', text: 'one' });
    await listener?.({ stream: 'stderr', text: 'two' });
    return CELL;
  };
  const ctx = toolContext({ pythonSessions: sessions(run) });
  await runPythonCode.call({ code: 'x' }, ctx);
  expect(ctx.steps).toEqual([
    { done: 1, message: 'one' },
    { done: 2, message: 'two' },
  ]);
});

it('interrupts its own cell once the caller has gone', async () => {
  const abort = new AbortController();
  const interrupted = Promise.withResolvers<string | undefined>();
  const run: PythonSessionApi['run'] = async (_request, _listener, id) => {
    abort.abort();
    expect(await interrupted.promise).toBe(id);
    return CELL;
  };
  const interrupt = async (id?: string) => {
    interrupted.resolve(id);
    return { status: 'idle', waiting: 0 } as const;
  };
  const pythonSessions = sessions(run, interrupt);
  await runPythonCode.call({ code: 'x' }, toolContext({ pythonSessions, signal: abort.signal }));
  expect(await interrupted.promise).toEqual(expect.any(String));
});

it.each([[0], [301], ['soon']])('refuses a timeout of %s', async (timeout) => {
  await expect(runPythonCode.call({ code: 'x', timeout }, toolContext())).rejects.toThrow(
    'timeout must be an integer, 1 to 300',
  );
});

it('refuses a null byte', async () => {
  await expect(runPythonCode.call({ code: 'x = "\0"' }, toolContext())).rejects.toThrow('null byte');
});
