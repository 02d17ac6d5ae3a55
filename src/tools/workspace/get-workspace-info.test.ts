import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext, workspaces } from '../../../test/tool-context.ts';
import type { SessionState } from '../../python/protocol.ts';
import type { IndexFacts } from '../../workspace/index/service.ts';
import getWorkspaceInfo from './get-workspace-info.ts';

const STATE: SessionState = {
  usage: { files: 2, directories: 1, bytes: 10 },
  limits: { bytes: 1000, entries: 100 },
  kernel: 'stopped',
  waiting: 0,
};

const EMPTY: IndexFacts = {
  coverage: { complete: true, filesIndexed: 0, filesPending: 0, filesSkipped: 0, filesOutdated: 0 },
  settled: true,
  healthy: true,
  reuse: { analysed: 0, reused: 0, kept: 0 },
  bytes: { database: 100, git: 0, text: 0 },
};

const INDEXED: IndexFacts = {
  coverage: {
    branch: 'main',
    commit: 'c'.repeat(40),
    complete: true,
    filesIndexed: 3,
    filesPending: 0,
    filesSkipped: 1,
    filesOutdated: 0,
  },
  lastIndexed: '2026-01-01T00:00:00.000Z',
  settled: true,
  healthy: true,
  reuse: { analysed: 3, reused: 1, kept: 3 },
  bytes: { database: 1000, git: 300, text: 200 },
};

async function facts(state: SessionState, index: IndexFacts) {
  return getWorkspaceInfo.call(
    { session_id: 'a' },
    toolContext({
      pythonSessions: pythonSessions(pythonSession({ describe: async () => state })),
      workspaces: workspaces({ indexFacts: async () => index }),
    }),
  );
}

it('answers with every fact of the workspace and of the session, as structure and as text', async () => {
  const state: SessionState = { ...STATE, kernel: 'busy', waiting: 3, pythonVersion: '3.14.2' };
  const { structuredContent, content } = await facts(state, INDEXED);
  expect(structuredContent).toEqual({
    workspace: 'default',
    workspace_path: '/git/default',
    git_root: '/git/default',
    branch: 'main',
    total_files: 3,
    index_status: { healthy: true, last_indexed: '2026-01-01T00:00:00.000Z', index_size: 700 },
    cache_stats: { hit_rate: 0.25, size: 3, commit_keyed: true },
    index: {
      branch: 'main',
      commit: 'c'.repeat(40),
      complete: true,
      files_indexed: 3,
      files_pending: 0,
      files_skipped: 1,
    },
    session: { workspace_path: '/workspace', total_files: 2 },
    session_id: 'a',
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
      "Workspace 'default' at /git/default.
    [main at cccccccccccc: 3 files indexed, 1 skipped]
    Index: healthy, last indexed 2026-01-01T00:00:00.000Z, 700 bytes; 3 analyses kept by content, hit rate 0.25.
    Python session 'a': 2 files, 1 directories, 10 bytes in /workspace.
    Limits: 1000 bytes, 100 files and directories.
    Interpreter: busy (Python 3.14.2); calls that wait: 3.
    Active session: 'default'. Sessions in total: 0.",
    ]
  `);
});

it('invents nothing for an empty workspace and an interpreter that does not run', async () => {
  const { structuredContent } = await facts(STATE, EMPTY);
  for (const field of ['python_version', 'git_root', 'branch']) expect(structuredContent).not.toHaveProperty(field);
  expect(structuredContent).toMatchObject({
    index_status: { healthy: true, index_size: 100 },
    cache_stats: { hit_rate: 0, size: 0 },
  });
  expect(structuredContent).not.toHaveProperty('index_status.last_indexed');
});
