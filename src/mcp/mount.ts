/** How tools of several folders word what a Python session has mounted. */
import { z } from 'zod';

/** The field `mount`. */
export const mountSchema = z.object({
  workspace: z.string(),
  commit: z.string(),
  path: z.string().describe('Where code of the session finds its files.'),
});

export function renderMount({ workspace, commit, path }: z.output<typeof mountSchema>): string {
  return `Workspace '${workspace}' at commit ${commit.slice(0, 12)} is at ${path}, read-only.`;
}
