/** The engines as a user's tools see them: a broken engine is a failure that says so, never a raw exception. */
import { ToolFailure } from '../lib/errors.ts';
import { objectName } from '../lib/object-name.ts';
import { Cancelled } from '../lib/work.ts';
import type { PythonSessionApi } from '../python/protocol.ts';
import type { SymbolicApi } from '../symbolic/service.ts';

/** The engines of one user. */
export interface Engines {
  readonly symbolic: SymbolicApi;
  pythonSession(handle: string): PythonSessionApi;
}

/** The bindings that reach the engines. */
export interface EngineBindings {
  readonly SYMBOLIC: SymbolicApi;
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** Engines of `principal`. Their methods throw `ToolFailure` when the engine's instance is lost, `Cancelled` when the caller is. */
export function enginesOf(bindings: EngineBindings, principal: string): Engines {
  const { SYMBOLIC } = bindings;
  const symbolic = <T>(call: () => Promise<T>) => guard('symbolic engine', call);
  const python = <T>(call: () => Promise<T>) => guard('Python session', call);
  return {
    symbolic: {
      check: (request, checkpoint) => symbolic(() => SYMBOLIC.check(request, checkpoint)),
      findPathToException: (request, checkpoint) => symbolic(() => SYMBOLIC.findPathToException(request, checkpoint)),
      compare: (request, checkpoint) => symbolic(() => SYMBOLIC.compare(request, checkpoint)),
      analyzeBranches: (request, checkpoint) => symbolic(() => SYMBOLIC.analyzeBranches(request, checkpoint)),
      info: () => symbolic(() => SYMBOLIC.info()),
    },
    pythonSession(handle) {
      const session = bindings.PYTHON_SESSION.getByName(objectName(principal, 'python', handle));
      return {
        run: (request, listener) => python(() => session.run(request, listener)),
        evaluate: (request) => python(() => session.evaluate(request)),
        interrupt: () => python(() => session.interrupt()),
        info: () => python(() => session.info()),
      };
    },
  };
}

async function guard<T>(engine: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Names of errors survive RPC, their classes do not.
    if (error instanceof Error && error.name === 'Cancelled') throw new Cancelled();
    console.error(`${engine} failed:`, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure({
      errorType: 'RuntimeError',
      message: `The ${engine} stopped while it worked on this call: ${reason}`,
      advice: 'Call the tool again: a fresh instance starts by itself.',
    });
  }
}
