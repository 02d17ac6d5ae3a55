/** `list_workspaces`: the caller's workspaces. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';

/** Workspaces of an ordinary page. */
const PAGE = 50;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'list_workspaces',
  toolset: 'context',
  title: 'List workspaces',
  description: 'Lists your workspaces by name; get_workspace_info tells what is in one.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(pageParameters(PAGE, 1000)),
  output: z.object({
    workspaces: z.array(z.object({ workspace: z.string(), created_at: z.string().describe('ISO 8601.') })),
    total_workspaces: z.int(),
  }),
  tokens,
  more: { workspaces: next },
  async handler({ limit, offset }, { workspaces }) {
    await workspaces.settle();
    const all = workspaces.list();
    return {
      workspaces: all
        .slice(offset, offset + limit)
        .map(({ name, createdAt }) => ({ workspace: name, created_at: createdAt })),
      total_workspaces: all.length,
    };
  },
  render: ({ workspaces, total_workspaces }) =>
    [
      ...workspaces.map(({ workspace, created_at }) => `'${workspace}', created ${created_at}`),
      `Workspaces in total: ${total_workspaces}.`,
    ].join('\n'),
});
