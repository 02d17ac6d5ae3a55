/** What reviews of one user ask. */
import type { UserId } from '../lib/object-name.ts';
import type { PythonSessionApi } from '../python/api.ts';
import type { SymbolicApi } from '../symbolic/api.ts';
import type { SyntaxApi } from '../syntax/api.ts';
import type { WorkspaceApi } from '../workspace/api.ts';
import type { Analyzer } from './static/analyzer.ts';

/** The services; each is guarded: a lost instance is a `ToolFailure` of the type `RuntimeError`. */
export interface ReviewServices {
  readonly owner: UserId;
  readonly symbolic: SymbolicApi;
  readonly syntax: SyntaxApi;
  readonly analyzers: readonly Analyzer[];
  /** Whether a check ends over a sandbox that is lost, since it is made again. */
  readonly throwsLost: boolean;
  /** A workspace of the user, by its name. */
  workspace(name: string): WorkspaceApi;
  /** A session for tests, by a name that nobody else uses; whoever asks for it erases it. */
  testSandbox(name: string): PythonSessionApi;
}
