/** `list_files`: the files of a session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { depthBelow, drawTree } from '../../python/file-tree.ts';
import { normalizePath } from '../../python/paths.ts';
import { sessionId } from './session-id.ts';

/** Files and directories that one answer names. */
const MOST_ENTRIES = 2000;

export default defineTool({
  name: 'list_files',
  toolset: 'python',
  title: 'List files',
  description:
    "Lists the files of a Python session's /workspace, or of a directory in it. Works while code runs; files that the code " +
    'creates are listed when it has ended.',
  intents: [
    'what did the last run leave on disk',
    'folder contents of the session, files left over in the sandbox',
    'list the files and folders of the session, ls, dir, tree',
    'show me which files are in the session',
    'files that my code wrote or produced, where did the output go',
    'what is in /workspace',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().default('').describe('Directory; default: /workspace.'),
    recursive: z.boolean().default(false).describe('Also what lies in subdirectories.'),
    tree: z.boolean().default(false).describe('Also draw everything below the directory as a tree.'),
    max_depth: z.int().min(1).optional().describe('Levels to show when recursive or tree; 1 is the directory itself.'),
    include_files: z.boolean().default(true).describe('List files, too.'),
    include_dirs: z.boolean().default(false).describe('Also list directories, as `directories`.'),
    session_id: sessionId,
  }),
  output: z.object({
    files: z.array(z.string()).describe('Paths relative to /workspace, sorted.'),
    directories: z.array(z.string()).optional(),
    tree: z.string().optional(),
    sizes: z.record(z.string(), z.int()).describe('Bytes of each listed file.'),
    total_files: z.int().describe('Files that match, listed or not.'),
    truncated: z.boolean().describe(`Whether more than ${MOST_ENTRIES} entries match; the first are listed.`),
    workspace_bytes: z.int().describe('Bytes of all files of the session.'),
    session_id: z.string(),
  }),
  async handler({ path, recursive, tree, max_depth, include_files, include_dirs, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const [found, totals] = await Promise.all([session.listFiles(path), session.fileTotals()]);
    const root = normalizePath(path);
    const shown = found.filter(({ kind }) => (kind === 'file' ? include_files : include_dirs || tree));
    const within = (depth: number) => shown.filter((entry) => depthBelow(root, entry.path) <= depth);
    const deepest = max_depth ?? Number.POSITIVE_INFINITY;
    const listed = within(recursive ? deepest : 1);
    const files = listed.flatMap((entry) => (entry.kind === 'file' ? [entry] : []));
    const directories = listed.flatMap((entry) => (entry.kind === 'directory' ? [entry.path] : []));
    const drawn = tree ? within(deepest) : [];
    const named = files.slice(0, MOST_ENTRIES);
    return {
      files: named.map((file) => file.path),
      ...(include_dirs && { directories: directories.slice(0, MOST_ENTRIES) }),
      ...(tree && { tree: drawTree(root, drawn.slice(0, MOST_ENTRIES)) }),
      sizes: Object.fromEntries(named.map((file) => [file.path, file.size])),
      total_files: files.length,
      truncated: [files, directories, drawn].some(({ length }) => length > MOST_ENTRIES),
      workspace_bytes: totals.bytes,
      session_id: id,
    };
  },
  render: ({ files, directories = [], tree, sizes, total_files, truncated, workspace_bytes, session_id }) =>
    [
      ...(tree === undefined ? [] : [tree, '']),
      ...directories.map((path) => `${path}/`),
      ...files.map((path) => `${path} (${sizes[path]} bytes)`),
      ...(truncated ? [`Cut: the first ${MOST_ENTRIES} entries are shown; list a directory of them.`] : []),
      `[${total_files} files listed in session ${session_id}, which holds ${workspace_bytes} bytes]`,
    ].join('\n'),
});
