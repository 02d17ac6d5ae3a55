/** `import_repository`: fills a workspace from a public git repository. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

export default defineTool({
  name: 'import_repository',
  toolset: 'context',
  title: 'Import a public repository',
  description:
    'Fetches a branch or tag of a public git repository over https into a workspace, with its history; again later, it fetches ' +
    'what is new.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    url: z.string().min(1).describe('https://github.com/owner/name.git'),
    ref: z.string().min(1).optional().describe("Branch or tag; HEAD's by default."),
    branch: z.string().min(1).optional().describe('Of the workspace; the same by default.'),
    depth: z.int().min(1).max(1_000_000).optional().describe('Commits of history; all by default.'),
    force: z.boolean().default(false).describe('Drop commits that only the workspace has.'),
    workspace: workspaceName,
  }),
  output: z.object({
    workspace: z.string(),
    url: z.string(),
    ref: z.string().describe('What was fetched, in full.'),
    branch: z.string(),
    commit: z.string(),
    previous: z.string().optional().describe('Where the branch was before.'),
    changed: z.boolean().describe('False when the branch was there already.'),
    bytes_received: z.int(),
    index: indexSchema,
  }),
  async handler({ url, ref, branch, depth, force, workspace: name }, { workspaces, onProgress }) {
    const request = {
      url,
      ...(ref !== undefined && { ref }),
      ...(branch !== undefined && { branch }),
      ...(depth !== undefined && { depth }),
      force,
    };
    const result = await workspaces.fill(name, (workspace) => workspace.importRepository(request, onProgress));
    const { previous } = result;
    return {
      workspace: name,
      url,
      ref: result.ref,
      branch: result.branch,
      commit: result.commit,
      ...(previous !== undefined && { previous }),
      changed: previous !== result.commit,
      bytes_received: result.bytes,
      index: toIndexField(result.coverage),
    };
  },
  render: ({ workspace, url, ref, branch, commit, previous, changed, bytes_received, index }) =>
    [
      changed
        ? `${ref} of ${url} is branch '${branch}' of workspace '${workspace}', at ${commit}` +
          `${previous === undefined ? '' : ` (before: ${previous})`}; ${bytes_received} bytes received.`
        : `Branch '${branch}' of workspace '${workspace}' is at ${commit} already, as ${ref} of ${url}.`,
      renderIndex(index),
    ].join('\n'),
});
