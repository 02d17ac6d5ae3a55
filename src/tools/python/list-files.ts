/** `list_files`: the files of a session. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { countWithin, pageParameters } from '../../mcp/pages.ts';
import { depthBelow, drawTree } from '../../python/file-tree.ts';
import { normalizePath } from '../../python/paths.ts';
import { sessionId } from './session-id.ts';

/** Files of an ordinary page, and of the largest. */
const PAGE = 100;
const MOST_ENTRIES = 2000;
/** Of an answer's tokens, what is for the tree, and for directories, where they are asked for; files have the rest. */
const TREE_SHARE = 0.4;
const DIRECTORY_SHARE = 0.2;
/** Tokens of the other fields. */
const FRAME_TOKENS = 200;

export default defineTool({
  name: 'list_files',
  toolset: 'python',
  title: 'List session files',
  description:
    'Lists the session files of a Python session (its folder /workspace), or of a directory in it. Works while code runs; files that the code ' +
    'creates are listed when it has ended.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().default('').describe('Directory; default: /workspace.'),
    recursive: z.boolean().default(false).describe('Also what lies in subdirectories.'),
    tree: z.boolean().default(false).describe('Also draw everything below the directory as a tree.'),
    max_depth: z.int().min(1).optional().describe('Levels to show when recursive or tree; 1 is the directory itself.'),
    include_files: z.boolean().default(true).describe('List files, too.'),
    include_dirs: z.boolean().default(false).describe('Also list directories, as `directories`.'),
    ...pageParameters(PAGE, MOST_ENTRIES),
    session_id: sessionId,
  }),
  output: z.object({
    files: z.array(z.string()).describe('Paths relative to /workspace, sorted.'),
    directories: z.array(z.string()).optional(),
    tree: z.string().optional(),
    sizes: z.record(z.string(), z.int()).describe('Bytes of each listed file.'),
    total_files: z.int().describe('Files that match, listed or not.'),
    truncated: z.boolean().describe('Whether more entries match; see next_offset.'),
    next_offset: z.int().optional().describe('Of the next page of files.'),
    workspace_bytes: z.int().describe('Bytes of all files of the session.'),
    session_id: z.string(),
  }),
  tokens: ({ limit }) => tokensFor(limit, PAGE),
  async handler({ path, recursive, tree, max_depth, include_files, include_dirs, limit, offset, session_id }, ctx) {
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
    const room = tokensFor(limit, PAGE) - FRAME_TOKENS;
    const branches = tree ? room * TREE_SHARE : 0;
    const folders = include_dirs ? room * DIRECTORY_SHARE : 0;
    const page = files.slice(offset, offset + limit);
    // A path is in `files` and in `sizes`.
    const fit = countWithin(page, room - branches - folders, (file) => `"${file.path}","${file.path}":${file.size},`);
    const named = page.slice(0, fit);
    const listedFolders = directories.slice(
      0,
      countWithin(directories, folders, (each) => `"${each}",`),
    );
    const branch = countWithin(
      drawn,
      branches,
      (entry) => `│   │   ├── ${JSON.stringify(entry.path.slice(entry.path.lastIndexOf('/') + 1))}/`,
    );
    const cutFolders = listedFolders.length < directories.length;
    const next = offset + named.length;
    return {
      files: named.map((file) => file.path),
      ...(include_dirs && { directories: listedFolders }),
      ...(tree && { tree: drawTree(root, drawn.slice(0, branch)) }),
      sizes: Object.fromEntries(named.map((file) => [file.path, file.size])),
      total_files: files.length,
      truncated: next < files.length || (include_dirs && cutFolders) || branch < drawn.length,
      ...(next < files.length && { next_offset: next }),
      workspace_bytes: totals.bytes,
      session_id: id,
    };
  },
  render: ({
    files,
    directories = [],
    tree,
    sizes,
    total_files,
    truncated,
    next_offset,
    workspace_bytes,
    session_id,
  }) =>
    [
      ...(tree === undefined ? [] : [tree, '']),
      ...directories.map((path) => `${path}/`),
      ...files.map((path) => (sizes[path] === undefined ? path : `${path} (${sizes[path]} bytes)`)),
      ...(truncated
        ? [
            `Not all entries are shown: ${next_offset === undefined ? '' : `offset ${next_offset} goes on with the files, `}path lists a directory.`,
          ]
        : []),
      `[${files.length} of ${total_files} files listed in session ${session_id}, which holds ${workspace_bytes} bytes]`,
    ].join('\n'),
});
