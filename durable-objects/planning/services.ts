/** What plans of one user ask, from the Worker's bindings. */
import { objectName, type UserId } from '../../src/lib/object-name.ts';
import { type EngineBindings, guarded } from '../../src/mcp/engines.ts';
import type { PlanningServices } from '../../src/planning/services.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';

/** Bindings of the Worker. */
export interface PlanningEnv extends Pick<EngineBindings, 'PYTHON_SESSION' | 'WORKSPACE' | 'REVIEW' | 'REASONING'> {
  readonly SYNTAX: SyntaxApi;
}

/** The services of `owner`. */
export function planningServices(env: PlanningEnv, owner: UserId): PlanningServices {
  return {
    owner,
    review: guarded('review engine', env.REVIEW),
    reasoning: guarded('reasoning engine', env.REASONING),
    syntax: guarded('syntax engine', env.SYNTAX),
    workspace: (name) => guarded('workspace', env.WORKSPACE.getByName(objectName(owner, 'workspace', name))),
    sandbox(name) {
      const object = objectName(owner, 'tests', name);
      const stub = env.PYTHON_SESSION.getByName(object);
      return guarded('empty sandbox', stub, { introduce: () => stub.introduce(object) });
    },
  };
}
