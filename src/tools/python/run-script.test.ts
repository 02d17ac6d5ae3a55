import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { CellRequest, CellResult, ScriptRequest } from '../../python/protocol.ts';
import runScript from './run-script.ts';

const RUN: CellResult = {
  status: 'ok',
  stdout: 'out\n',
  stderr: '',
  exitCode: 0,
  executionTime: 0.5,
  newFiles: [],
  modifiedFiles: [],
  deletedFiles: [],
  notices: [],
};

function context(result: Partial<CellResult>, seen: unknown[] = []) {
  const run = async (request: CellRequest | ScriptRequest) => {
    seen.push(request);
    return { ...RUN, ...result };
  };
  return toolContext({ pythonSessions: pythonSessions(pythonSession({ run })) });
}

it('runs the script that is named', async () => {
  const seen: unknown[] = [];
  const { structuredContent, content } = await runScript.call({ name: 'a', args: ['b c'] }, context({}, seen));
  expect(seen).toEqual([{ path: 'scripts/a.py', args: ['b c'], timeoutSeconds: 30 }]);
  expect(structuredContent).toMatchObject({ return_code: 0, script: 'scripts/a.py', args: ['b c'] });
  expect(content).toEqual([
    { type: 'text', text: 'out\n[ok, return code 0, after 0.5 s: scripts/a.py "b c" in session default]' },
  ]);
});

it.each([
  ['timeout', 1, 124],
  ['interrupted', undefined, 130],
  ['died', undefined, 137],
  ['exit', 3, 3],
] as const)('of status %s has its return code', async (status, exitCode, return_code) => {
  const result = exitCode === undefined ? { status } : { status, exitCode };
  const { structuredContent } = await runScript.call({ name: 'a' }, context(result));
  expect(structuredContent).toMatchObject({ status, return_code });
});

it('that cannot be opened is a failure, one that exits with the same code is not', async () => {
  const missing = context({ status: 'error', exitCode: 2, errorType: 'FileNotFoundError', message: 'none' });
  await expect(runScript.call({ name: 'a' }, missing)).rejects.toThrow("scripts/a.py of session 'default'");
  const exits = context({ status: 'exit', exitCode: 2, errorType: 'SystemExit' });
  await expect(runScript.call({ name: 'a' }, exits)).resolves.toMatchObject({
    structuredContent: { status: 'exit', return_code: 2 },
  });
});

it('takes no argument with a null byte', async () => {
  await expect(runScript.call({ name: 'a', args: ['\0'] }, context({}))).rejects.toThrow('null byte');
});
