/** What reasoning for one user asks. */
import type { UserId } from '../lib/object-name.ts';
import type { PythonSessionApi } from '../python/api.ts';
import type { SymbolicApi } from '../symbolic/api.ts';
import type { SyntaxApi } from '../syntax/api.ts';
import type { WorkspaceApi } from '../workspace/api.ts';

/** The services; each is guarded: a lost instance is a `ToolFailure` of the type `RuntimeError`. */
export interface ReasoningServices {
  readonly owner: UserId;
  readonly symbolic: SymbolicApi;
  readonly syntax: SyntaxApi;
  /** A workspace of the user, by its name. */
  workspace(name: string): WorkspaceApi;
  /** An empty sandbox, by a name that nobody else uses; whoever asks for it erases it. */
  sandbox(name: string): PythonSessionApi;
}
