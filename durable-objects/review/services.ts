/** What reviews of one user ask, from the Worker's bindings. */
import { objectName, type UserId } from '../../src/lib/object-name.ts';
import { type EngineBindings, guarded } from '../../src/mcp/engines.ts';
import type { ReviewServices } from '../../src/review/services.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import { type AnalyzerEnv, analyzersOf } from './analyzers.ts';

/** Bindings of the Worker. */
export interface ReviewEnv extends Pick<EngineBindings, 'SYMBOLIC' | 'PYTHON_SESSION' | 'WORKSPACE'>, AnalyzerEnv {
  readonly SYNTAX: SyntaxApi;
}

/** The services of `owner`. */
export function reviewServices(env: ReviewEnv, owner: UserId, throwsLost = false): ReviewServices {
  const syntax = guarded('syntax engine', env.SYNTAX);
  return {
    owner,
    throwsLost,
    symbolic: guarded('symbolic engine', env.SYMBOLIC),
    syntax,
    analyzers: analyzersOf(env, syntax),
    workspace: (name) => guarded('workspace', env.WORKSPACE.getByName(objectName(owner, 'workspace', name))),
    testSandbox(name) {
      const object = objectName(owner, 'tests', name);
      const stub = env.PYTHON_SESSION.getByName(object);
      return guarded('session for tests', stub, { introduce: () => stub.introduce(object) });
    },
  };
}
