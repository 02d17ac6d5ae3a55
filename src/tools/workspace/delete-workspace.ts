/** `delete_workspace`: erases a workspace for good. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { DEFAULT_WORKSPACE } from '../../workspace/workspaces.ts';

export default defineTool({
  name: 'delete_workspace',
  toolset: 'context',
  title: 'Delete a workspace',
  description:
    'Erases a workspace for good: its repository with all branches, its index and its memories. confirm must be its name. The default ' +
    'workspace comes back empty.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  endsWorkspace: true,
  input: z.strictObject({
    workspace: z.string().describe('Workspace to delete.'),
    confirm: z.string().describe('The same name again.'),
  }),
  output: z.object({
    workspace: z.string(),
    status: z.literal('deleted'),
    total_workspaces: z.int().describe('Those that are left.'),
    message: z.string(),
  }),
  async handler({ workspace, confirm }, { workspaces }) {
    if (confirm !== workspace) throw notConfirmed(workspace, confirm);
    await workspaces.erase(workspace);
    await workspaces.settle();
    const back = workspace === DEFAULT_WORKSPACE ? ' It is the default workspace, so it comes back empty.' : '';
    return {
      workspace,
      status: 'deleted' as const,
      total_workspaces: workspaces.list().length,
      message: `Workspace '${workspace}' was erased: its repository, its index and its memories.${back}`,
    };
  },
  render: ({ message, total_workspaces }) => `${message} Workspaces in total: ${total_workspaces}.`,
});

function notConfirmed(workspace: string, confirm: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `confirm is ${JSON.stringify(confirm.slice(0, 100))}, not the name of the workspace, so nothing was deleted.`,
    advice: `To erase the workspace and all its branches for good, call again with confirm ${JSON.stringify(workspace.slice(0, 100))}.`,
  });
}
