/** `commit_files`: files of a Python session become a commit of a workspace. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { proceed } from '../../lib/work.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { PythonSessionApi } from '../../python/protocol.ts';
import type { NewFile } from '../../workspace/files/service.ts';
import { pathFilter } from '../../workspace/path-filter.ts';
import { commitFields, commitParameters, renderCommit, toCommitFields, toCommitOptions } from './commit-fields.ts';
import { workspaceName } from './workspace.ts';

/** Files in one call, and their bytes together. */
const MOST_FILES = 1000;
const MOST_BYTES = 16 << 20;
/** Files that are read at the same time. */
const AT_ONCE = 16;
/** Tokens of paths that a list names. */
const LIST_TOKENS = 400;
/** What running code leaves behind. */
const LEFTOVERS = ['__pycache__/', '.pytest_cache/', '*.pyc'] as const;

const patterns = z.array(z.string()).default([]);

export default defineTool({
  name: 'commit_files',
  toolset: 'context',
  alsoIn: ['python'],
  title: 'Commit session files',
  description:
    "Commits files of a Python session's /workspace to a branch of a workspace's repository, which git then pulls. You can edit copies " +
    'of a mounted repository (shutil.copytree from /mnt/<workspace>) and commit them back: only files that you changed are committed, ' +
    'and never over newer changes of the branch.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: z.string().min(1).max(100).optional().describe('Python session; the active one by default.'),
    folder: z
      .string()
      .max(3000)
      .default('')
      .describe('Folder of the session whose files are meant; /workspace by default.'),
    paths: patterns.describe("Only these, as in .gitignore, from that folder: 'src/', '*.py'."),
    exclude_paths: z
      .array(z.string())
      .default([...LEFTOVERS])
      .describe('Not these; by default what running Python leaves behind.'),
    target: z.string().max(3000).default('').describe('Folder of the repository; its root by default.'),
    delete_missing: z
      .boolean()
      .default(false)
      .describe('Delete files of target that match and that the session has not.'),
    executable: patterns.describe('Files that are executable; others stay as they are in the repository.'),
    copied_from: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Commit that the files were copied from; by default the session's mount of this workspace. 'none': replace what is there.",
      ),
    from_ref: z.string().min(1).optional().describe('Where a new branch starts; by default copied_from, else HEAD.'),
    ...commitParameters,
    workspace: workspaceName,
  }),
  output: z.object({
    ...commitFields,
    written: z.array(z.string()),
    deleted: z.array(z.string()),
    total_written: z.int(),
    total_deleted: z.int(),
    total_unchanged: z.int().describe('Files of the session that are as the branch has them, or as they were copied.'),
    copied_from: z.string().optional(),
    session_id: z.string(),
  }),
  async handler(args, { pythonSessions, workspaces, onProgress }) {
    const { session_id, workspace: name, copied_from, from_ref, ...options } = args;
    const { id, session } = pythonSessions.open(session_id);
    const isExecutable = args.executable.length === 0 ? () => false : pathFilter(wishes(args.executable));
    const source = await selected(session, id, args);
    const copiedFrom = copied_from === 'none' ? undefined : (copied_from ?? (await mountedCommit(session, name)));
    const target = folderPrefix(args.target);
    const files: NewFile[] = [];
    for (let at = 0; at < source.length; at += AT_ONCE) {
      await proceed(onProgress, { done: at, total: source.length, message: 'Reading files of the session' });
      const some = source.slice(at, at + AT_ONCE).map(async ({ path, relative, size }): Promise<NewFile> => {
        const { data } = await session.readFile(path, 0, size + 1);
        return { path: target + relative, data, ...(isExecutable(relative) && { executable: true }) };
      });
      files.push(...(await Promise.all(some)));
    }
    const selection = { folder: target, paths: args.paths, excludePaths: args.exclude_paths };
    const request = {
      files,
      ...toCommitOptions(options),
      ...(from_ref !== undefined && { startAt: from_ref }),
      ...(copiedFrom !== undefined && { copiedFrom }),
      ...(args.delete_missing && { deleteMissing: selection }),
    };
    const result = await workspaces.fill(name, (workspace) => workspace.putFiles(request));
    return {
      ...toCommitFields(name, result),
      written: fitting(result.written),
      deleted: fitting(result.deleted),
      total_written: result.written.length,
      total_deleted: result.deleted.length,
      total_unchanged: files.length - result.written.length,
      ...(copiedFrom !== undefined && { copied_from: copiedFrom }),
      session_id: id,
    };
  },
  render: ({ written, deleted, total_written, total_deleted, total_unchanged, copied_from, session_id, ...fields }) =>
    [
      `From session ${session_id}: ${total_written} files written${listed(written, total_written)}; ${total_deleted} deleted` +
        `${listed(deleted, total_deleted)}; ${total_unchanged} unchanged${copied_from === undefined ? '' : ` since ${copied_from.slice(0, 12)}`}.`,
      renderCommit(fields),
    ].join('\n'),
});

/** A file of the session that is to be committed. */
interface Selected {
  readonly path: string;
  /** From the folder that was named. */
  readonly relative: string;
  readonly size: number;
}

const wishes = (paths: readonly string[]) => ({ paths, excludePaths: [], fileTypes: [] });

/** Throws `ToolFailure` when nothing matches and nothing is to be deleted, or too much does. */
async function selected(
  session: PythonSessionApi,
  id: string,
  args: {
    readonly folder: string;
    readonly paths: readonly string[];
    readonly exclude_paths: readonly string[];
    readonly delete_missing: boolean;
  },
): Promise<readonly Selected[]> {
  const wants = pathFilter({ paths: args.paths, excludePaths: args.exclude_paths, fileTypes: [] });
  const folder = folderPrefix(args.folder.replace(/^\/workspace(?=\/|$)/, ''));
  const entries = await session.listFiles(args.folder);
  const files = entries.flatMap((entry) => {
    if (entry.kind !== 'file' || !entry.path.startsWith(folder)) return [];
    const relative = entry.path.slice(folder.length);
    return wants(relative) ? [{ path: entry.path, relative, size: entry.size }] : [];
  });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > MOST_FILES || bytes > MOST_BYTES) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `${files.length} files of ${bytes} bytes match; a call takes ${MOST_FILES} files and ${MOST_BYTES >> 20} MB.`,
      advice: 'Narrow folder, paths or exclude_paths, and commit them in several calls.',
    });
  }
  if (files.length === 0 && !args.delete_missing) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `No file of session '${id}' matches, so nothing was committed.`,
      advice: 'list_files with recursive: true shows the files of the session; paths are patterns from folder on.',
    });
  }
  return files;
}

/** Empty for the root, else with a slash at its end. */
function folderPrefix(folder: string): string {
  const path = folder.replace(/^(?:\.?\/)+|^\.$/, '').replace(/(?<!\/)\/+$/, '');
  return path === '' ? '' : `${path}/`;
}

/** The commit of the workspace that the session has mounted; undefined when it has none, or another one. */
async function mountedCommit(session: PythonSessionApi, workspace: string): Promise<string | undefined> {
  const { mount } = await session.describe();
  return mount?.workspace === workspace ? mount.commit : undefined;
}

/** The first paths, as many as an answer has room for. */
function fitting(paths: readonly string[]): string[] {
  let room = LIST_TOKENS;
  const end = paths.findIndex((path) => {
    room -= countTokens(path) + 3;
    return room < 0;
  });
  return paths.slice(0, end < 0 ? paths.length : end);
}

function listed(paths: readonly string[], total: number): string {
  if (total === 0) return '';
  const more = total > paths.length ? ` and ${total - paths.length} more` : '';
  return ` (${paths.join(', ')}${more})`;
}
