/** `put_files`: writes files of a workspace in one commit. */

import { z } from 'zod';
import { fromBase64 } from '../../lib/base64.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { NewFile } from '../../workspace/files/service.ts';
import { commitFields, commitParameters, renderCommit, toCommitFields, toCommitOptions } from './commit-fields.ts';
import { workspaceName } from './workspace.ts';

/** Files in one call. */
const MOST_FILES = 1000;

const file = z.strictObject({
  path: z.string().describe("From the repository's root."),
  content: z.string(),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
  executable: z.boolean().optional().describe('As before by default.'),
});

/** Throws `ToolFailure` that names every file whose content cannot be read. */
function toNewFiles(files: readonly z.output<typeof file>[]): readonly NewFile[] {
  const faulty: string[] = [];
  const newFiles = files.map(({ path, content, encoding, executable }): NewFile => {
    const data = encoding === 'base64' ? fromBase64(content) : utf8(content);
    if (data === undefined) faulty.push(`${JSON.stringify(path.slice(0, 200))} is no ${encoding}`);
    return { path, data: data ?? new Uint8Array(), ...(executable !== undefined && { executable }) };
  });
  if (faulty.length === 0) return newFiles;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `Nothing was changed, since the content of ${faulty.length} files cannot be read: ${faulty.slice(0, 20).join('; ')}.`,
    advice: 'Send text without halves of surrogate pairs, or bytes as base64 with encoding base64.',
  });
}

function utf8(text: string): Uint8Array | undefined {
  return text.isWellFormed() ? new TextEncoder().encode(text) : undefined;
}

export default defineTool({
  name: 'put_files',
  toolset: 'context',
  title: 'Write files of a repository',
  description:
    "Creates or replaces files of a workspace's repository in one git commit, and indexes them. " +
    `At most ${MOST_FILES} files and 4 MB a call; git push or POST /workspaces/<name>/archive take more.`,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    files: z.array(file).min(1).max(MOST_FILES).describe('All or none are written.'),
    ...commitParameters,
    workspace: workspaceName,
  }),
  output: z.object({
    ...commitFields,
    written: z.array(z.string()),
    unchanged: z.array(z.string()).describe('Files that had this content already.'),
  }),
  async handler({ files, workspace: name, ...options }, { workspaces }) {
    const request = { files: toNewFiles(files), ...toCommitOptions(options) };
    const result = await workspaces.fill(name, (workspace) => workspace.putFiles(request));
    return { ...toCommitFields(name, result), written: [...result.written], unchanged: [...result.unchanged] };
  },
  render: ({ written, unchanged, ...fields }) =>
    [
      `Written: ${written.length === 0 ? 'nothing' : written.map(shownPath).join(', ')}.`,
      ...(unchanged.length === 0 ? [] : [`Unchanged: ${unchanged.join(', ')}.`]),
      renderCommit(fields),
    ].join('\n'),
});
