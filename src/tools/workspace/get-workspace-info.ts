/** `get_workspace_info`: what a workspace holds and how well it is indexed, beside the state of a Python session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { gitPath } from '../../mcp/git-path.ts';
import { mountSchema, renderMount } from '../../mcp/mount.ts';
import type { IndexFacts } from '../../workspace/index/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

/** Where a session's code finds its files. */
const SESSION_PATH = '/workspace';

export default defineTool({
  name: 'get_workspace_info',
  toolset: 'context',
  alsoIn: ['python'],
  title: 'Workspace facts',
  description:
    'Facts about a workspace (its branch, indexed files, the health and size of the index) and about a Python session (its files, ' +
    'directories and bytes as of the last call that changed them, limits, whether its interpreter runs). Starts nothing.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    session_id: z.string().min(1).max(100).optional().describe('Python session; default: the active one.'),
  }),
  output: z.object({
    workspace: z.string(),
    workspace_path: z.string().describe('Of its git repository at this server: git clone <server><workspace_path>.'),
    git_root: z.string().optional().describe('The same; absent while there is no commit.'),
    branch: z.string().optional().describe('The branch that is indexed.'),
    total_files: z.int().describe('Files that are indexed.'),
    index_status: z.object({
      healthy: z.boolean().describe('False: the last attempt to go on failed, see index_status.'),
      last_indexed: z.string().optional().describe('ISO 8601; absent before the first push.'),
      index_size: z.int().describe("Bytes of the database without the contents of git's objects."),
    }),
    cache_stats: z
      .object({
        hit_rate: z.number().describe('Share of the files that needed an analysis and found it; 0 before the first.'),
        size: z.int().describe('Analyses that are kept.'),
        commit_keyed: z.literal(true).describe('Analyses go by the hash of the content, so none is of another commit.'),
      })
      .describe('Analyses of contents, each made once.'),
    index: indexSchema,
    session: z.object({
      workspace_path: z.string().describe('Where code of the session finds its files.'),
      total_files: z.int(),
      mount: mountSchema.optional(),
    }),
    session_id: z.string(),
    total_directories: z.int().describe('Of the session, as the fields below.'),
    total_bytes: z.int(),
    limits: z.object({ total_bytes: z.int(), total_entries: z.int().describe('Files and directories.') }),
    kernel: z.enum(['stopped', 'idle', 'busy']).describe('stopped: the next call starts an interpreter.'),
    waiting_calls: z.int().describe('Calls of run_python_code that wait for their turn.'),
    python_version: z.string().optional().describe('Of the interpreter, while it runs.'),
    active_session: z.string(),
    total_sessions: z.int(),
  }),
  async handler({ workspace: name, session_id }, { principal, pythonSessions, workspaces }) {
    const { id, session } = pythonSessions.open(session_id);
    const [facts, { usage, limits, kernel, waiting, pythonVersion, mount }] = await Promise.all([
      workspaces.open(name).workspace.indexFacts(),
      session.describe(),
    ]);
    return {
      ...workspaceFields(name, gitPath(principal, name), facts),
      session: { workspace_path: SESSION_PATH, total_files: usage.files, ...(mount !== undefined && { mount }) },
      session_id: id,
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
  render: ({ index_status, cache_stats, ...facts }) =>
    [
      `Workspace '${facts.workspace}' at ${facts.workspace_path}${facts.git_root === undefined ? ', no commit yet' : ''}.`,
      renderIndex(facts.index),
      `Index: ${index_status.healthy ? 'healthy' : 'the last attempt to go on failed'}, last indexed ${index_status.last_indexed ?? 'never'}, ` +
        `${index_status.index_size} bytes; ${cache_stats.size} analyses kept by content, hit rate ${cache_stats.hit_rate}.`,
      `Python session '${facts.session_id}': ${facts.session.total_files} files, ${facts.total_directories} directories, ` +
        `${facts.total_bytes} bytes in ${facts.session.workspace_path}.`,
      ...(facts.session.mount === undefined ? [] : [renderMount(facts.session.mount)]),
      `Limits: ${facts.limits.total_bytes} bytes, ${facts.limits.total_entries} files and directories.`,
      `Interpreter: ${facts.kernel}${facts.python_version === undefined ? '' : ` (Python ${facts.python_version})`}; ` +
        `calls that wait: ${facts.waiting_calls}.`,
      `Active session: '${facts.active_session}'. Sessions in total: ${facts.total_sessions}.`,
    ].join('\n'),
});

function workspaceFields(name: string, path: string, { coverage, healthy, lastIndexed, reuse, bytes }: IndexFacts) {
  const needed = reuse.analysed + reuse.reused;
  return {
    workspace: name,
    workspace_path: path,
    ...(coverage.commit !== undefined && { git_root: path }),
    ...(coverage.branch !== undefined && { branch: coverage.branch }),
    total_files: coverage.filesIndexed,
    index_status: {
      healthy,
      ...(lastIndexed !== undefined && { last_indexed: lastIndexed }),
      index_size: bytes.database - bytes.git,
    },
    cache_stats: {
      hit_rate: needed === 0 ? 0 : reuse.reused / needed,
      size: reuse.kept,
      commit_keyed: true as const,
    },
    index: toIndexField(coverage),
  };
}
