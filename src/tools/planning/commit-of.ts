/** Which commit a revision is. */
import type { WorkspaceApi } from '../../workspace/service.ts';

/** The commit of a branch, tag or commit. Throws `ToolFailure` for one that is not there. */
export async function commitOf(ref: string, workspace: Pick<WorkspaceApi, 'listFiles'>): Promise<string> {
  const page = { folder: '', paths: [], excludePaths: [], fileTypes: [], offset: 0, limit: 1 };
  return (await workspace.listFiles({ ...page, ref })).commit;
}
