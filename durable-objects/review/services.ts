/** What reviews of one user ask, from the Worker's bindings. */
import { objectName, type UserId } from '../../src/lib/object-name.ts';
import { type EngineBindings, guarded } from '../../src/mcp/engines.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import type { Analyzer } from '../../src/review/static/analyzer.ts';
import type { SymbolicApi } from '../../src/symbolic/service.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';
import { type AnalyzerEnv, analyzersOf } from './analyzers.ts';

/** Bindings of the Worker. */
export interface ReviewEnv extends Pick<EngineBindings, 'SYMBOLIC' | 'PYTHON_SESSION' | 'WORKSPACE'>, AnalyzerEnv {
  readonly SYNTAX: SyntaxApi;
}

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
  testRoom(name: string): PythonSessionApi;
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
    testRoom(name) {
      const object = objectName(owner, 'tests', name);
      const stub = env.PYTHON_SESSION.getByName(object);
      return guarded('session for tests', stub, { introduce: () => stub.introduce(object) });
    },
  };
}
