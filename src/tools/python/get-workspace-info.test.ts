import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { SessionState } from '../../python/protocol.ts';
import getWorkspaceInfo from './get-workspace-info.ts';

const STATE: SessionState = {
  usage: { files: 2, directories: 1, bytes: 10 },
  limits: { bytes: 1000, entries: 100 },
  kernel: 'stopped',
  waiting: 0,
};

async function facts(state: SessionState) {
  const sessions = pythonSessions(pythonSession({ describe: async () => state }));
  return getWorkspaceInfo.call({ session_id: 'a' }, toolContext({ pythonSessions: sessions }));
}

it('answers with every fact, as structure and as text', async () => {
  const { structuredContent, content } = await facts({ ...STATE, kernel: 'busy', waiting: 3, pythonVersion: '3.14.2' });
  expect(structuredContent).toEqual({
    workspace_path: '/workspace',
    session_id: 'a',
    total_files: 2,
    total_directories: 1,
    total_bytes: 10,
    limits: { total_bytes: 1000, total_entries: 100 },
    kernel: 'busy',
    waiting_calls: 3,
    python_version: '3.14.2',
    active_session: 'default',
    total_sessions: 0,
  });
  expect(content.map((part) => (part.type === 'text' ? part.text : part.type))).toMatchInlineSnapshot(`
    [
      "/workspace of session 'a': 2 files, 1 directories, 10 bytes.
    Limits: 1000 bytes, 100 files and directories.
    Interpreter: busy (Python 3.14.2); calls that wait: 3.
    Active session: 'default'. Sessions in total: 0.",
    ]
  `);
});

it('invents no version for an interpreter that does not run', async () => {
  expect((await facts(STATE)).structuredContent).not.toHaveProperty('python_version');
});
