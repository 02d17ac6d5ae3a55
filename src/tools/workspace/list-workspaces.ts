/** `list_workspaces`: the caller's workspaces. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';

export default defineTool({
  name: 'list_workspaces',
  toolset: 'context',
  title: 'List workspaces',
  description: 'Lists your workspaces by name; get_workspace_info tells what is in one.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({
    workspaces: z.array(z.object({ workspace: z.string(), created_at: z.string().describe('ISO 8601.') })),
    total_workspaces: z.int(),
  }),
  async handler(_args, { workspaces }) {
    await workspaces.settle();
    const all = workspaces.list();
    return {
      workspaces: all.map(({ name, createdAt }) => ({ workspace: name, created_at: createdAt })),
      total_workspaces: all.length,
    };
  },
  render: ({ workspaces, total_workspaces }) =>
    [
      ...workspaces.map(({ workspace, created_at }) => `'${workspace}', created ${created_at}`),
      `Workspaces in total: ${total_workspaces}.`,
    ].join('\n'),
});
