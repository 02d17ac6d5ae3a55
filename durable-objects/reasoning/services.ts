/** What reasoning for one user asks, from the Worker's bindings. */
import { objectName, type UserId } from '../../src/lib/object-name.ts';
import { type EngineBindings, guarded } from '../../src/mcp/engines.ts';
import type { ReasoningServices } from '../../src/reasoning/services.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';

/** Bindings of the Worker. */
export interface ReasoningEnv extends Pick<EngineBindings, 'SYMBOLIC' | 'PYTHON_SESSION' | 'WORKSPACE'> {
  readonly SYNTAX: SyntaxApi;
}

/** The services of `owner`. */
export function reasoningServices(env: ReasoningEnv, owner: UserId): ReasoningServices {
  return {
    owner,
    symbolic: guarded('symbolic engine', env.SYMBOLIC),
    syntax: guarded('syntax engine', env.SYNTAX),
    workspace: (name) => guarded('workspace', env.WORKSPACE.getByName(objectName(owner, 'workspace', name))),
    sandbox(name) {
      const object = objectName(owner, 'tests', name);
      const stub = env.PYTHON_SESSION.getByName(object);
      return guarded('empty sandbox', stub, { introduce: () => stub.introduce(object) });
    },
  };
}
