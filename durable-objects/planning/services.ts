/** What plans of one user ask, from the Worker's bindings. */
import { objectName, type UserId } from '../../src/lib/object-name.ts';
import { type EngineBindings, guarded } from '../../src/mcp/engines.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import type { ReasoningApi } from '../../src/reasoning/service.ts';
import type { ReviewApi } from '../../src/review/service.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';

/** Bindings of the Worker. */
export interface PlanningEnv extends Pick<EngineBindings, 'PYTHON_SESSION' | 'WORKSPACE' | 'REVIEW' | 'REASONING'> {
  readonly SYNTAX: SyntaxApi;
}

/** The services; each is guarded: a lost instance is a `ToolFailure` of the type `RuntimeError`. */
export interface PlanningServices {
  readonly owner: UserId;
  readonly review: ReviewApi;
  readonly reasoning: ReasoningApi;
  readonly syntax: SyntaxApi;
  /** A workspace of the user, by its name. */
  workspace(name: string): WorkspaceApi;
  /** An empty room, by a name that nobody else uses; whoever asks for it erases it. */
  room(name: string): PythonSessionApi;
}

/** The services of `owner`. */
export function planningServices(env: PlanningEnv, owner: UserId): PlanningServices {
  return {
    owner,
    review: guarded('review engine', env.REVIEW),
    reasoning: guarded('reasoning engine', env.REASONING),
    syntax: guarded('syntax engine', env.SYNTAX),
    workspace: (name) => guarded('workspace', env.WORKSPACE.getByName(objectName(owner, 'workspace', name))),
    room(name) {
      const object = objectName(owner, 'tests', name);
      const stub = env.PYTHON_SESSION.getByName(object);
      return guarded('empty room', stub, { introduce: () => stub.introduce(object) });
    },
  };
}
