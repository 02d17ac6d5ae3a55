/** `delete_files`: deletes files of a workspace in one commit. */
import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  commitFields,
  commitParameters,
  cutPaths,
  renderCommit,
  toCommitFields,
  toCommitOptions,
} from './commit-fields.ts';
import { workspaceName } from './workspace.ts';

/** Paths and globs in one call. */
const MOST_PATTERNS = 100;

export default defineTool({
  name: 'delete_files',
  toolset: 'context',
  title: 'Delete files of a repository',
  description:
    "Deletes files, folders and globs from a workspace's repository in one git commit: all of them, or none when one matches nothing. " +
    'Older commits keep them: get_file reads them with ref.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    paths: z
      .array(z.string().min(1))
      .min(1)
      .max(MOST_PATTERNS)
      .describe('Paths, folders, or globs from the root such as `docs/**/*.md`.'),
    dry_run: z.boolean().default(false).describe('Only tell what would be deleted.'),
    ...commitParameters,
    workspace: workspaceName,
  }),
  output: z.object({
    ...commitFields,
    deleted: z.array(z.string()).describe('In order, at most 1,000.'),
    total_deleted: z.int(),
    dry_run: z.boolean(),
  }),
  async handler({ paths, dry_run, workspace: name, ...options }, { workspaces }) {
    const request = { paths, dryRun: dry_run, ...toCommitOptions(options) };
    const result = await workspaces.open(name).workspace.deleteFiles(request);
    const { paths: deleted, total } = cutPaths(result.deleted);
    return { ...toCommitFields(name, result), deleted, total_deleted: total, dry_run };
  },
  render: ({ deleted, total_deleted, dry_run, ...fields }) =>
    [
      `${dry_run ? 'Would be deleted' : 'Deleted'} (${total_deleted}): ${deleted.map(shownPath).join(', ')}${total_deleted > deleted.length ? ', …' : ''}.`,
      renderCommit(fields),
    ].join('\n'),
});
