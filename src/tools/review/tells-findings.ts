/** How the tools that find faults tell a conversation: the commit that was looked at, and the places of what they found. */
import { workspaceOfPath } from './workspace-path.ts';

interface Args {
  readonly session_id?: string | undefined;
  readonly workspace?: string | undefined;
  readonly workspace_path?: string | undefined;
}

/** Of a result that may be a question, which has no findings. */
interface Facts {
  readonly status?: string;
  /** Absent where the side that was looked at is in no commit, as of a diff: nothing can be read of it. */
  readonly head?: string | undefined;
  readonly findings?: readonly { readonly file: string; readonly line: number }[];
}

/** For the definition of a tool. */
export const tellsFindings = {
  session: ({ session_id }: Args) => session_id,
  about({ findings = [], head }: Facts, { workspace, workspace_path }: Args) {
    const name = workspace ?? (workspace_path === undefined ? undefined : workspaceOfPath(workspace_path));
    if (name === undefined || head === undefined) return { places: [] };
    return {
      workspace: name,
      commit: head,
      places: findings.map(({ file, line }) => ({ file, line })),
    };
  },
};
