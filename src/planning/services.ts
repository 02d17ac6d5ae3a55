/** What plans of one user ask. */
import type { UserId } from '../lib/object-name.ts';
import type { PythonSessionApi } from '../python/protocol.ts';
import type { ReasoningApi } from '../reasoning/service.ts';
import type { ReviewApi } from '../review/service.ts';
import type { SyntaxApi } from '../syntax/service.ts';
import type { WorkspaceApi } from '../workspace/service.ts';

/** The services; each is guarded: a lost instance is a `ToolFailure` of the type `RuntimeError`. */
export interface PlanningServices {
  readonly owner: UserId;
  readonly review: ReviewApi;
  readonly reasoning: ReasoningApi;
  readonly syntax: SyntaxApi;
  /** A workspace of the user, by its name. */
  workspace(name: string): WorkspaceApi;
  /** An empty sandbox, by a name that nobody else uses; whoever asks for it erases it. */
  sandbox(name: string): PythonSessionApi;
}
