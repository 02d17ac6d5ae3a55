/** What a workspace answers. Methods throw `ToolFailure` for what the caller can act on. */
import type { Coverage } from './coverage.ts';

/** One workspace: a git repository and the index of one of its commits. */
export interface WorkspaceApi {
  /** Git's smart HTTP protocol; the path is what follows the workspace's name, such as `/info/refs`. */
  fetch(request: Request): Promise<Response>;
  /** What the index covers now. */
  coverage(): Promise<Coverage>;
  /** Deletes everything. */
  erase(): Promise<void>;
}
