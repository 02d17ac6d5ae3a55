/** The engines as a user's tools see them: a broken engine is a failure that says so, never a raw exception. */

import { ToolFailure } from '../lib/errors.ts';
import { logLine } from '../lib/log-line.ts';
import { objectName, type UserId } from '../lib/object-name.ts';
import { Cancelled } from '../lib/work.ts';
import type { PythonSessionApi } from '../python/protocol.ts';
import type { SymbolicApi } from '../symbolic/service.ts';
import { ERASED, type WorkspaceApi } from '../workspace/service.ts';

/** The engines of one user. */
export interface Engines {
  readonly symbolic: SymbolicApi;
  /** Reaches a Python session by its name. */
  pythonSession(id: string): PythonSessionApi;
  /** Reaches a workspace by its name. */
  workspace(name: string): WorkspaceApi;
}

/** The bindings that reach the engines. */
export interface EngineBindings {
  readonly SYMBOLIC: SymbolicApi;
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
  readonly WORKSPACE: { getByName(name: string): WorkspaceApi };
}

/** Engines of `user`. Their methods throw `ToolFailure` when the engine's instance is lost, `Cancelled` when the caller is. */
export function enginesOf({ SYMBOLIC, PYTHON_SESSION, WORKSPACE }: EngineBindings, user: UserId): Engines {
  return {
    symbolic: guarded('symbolic engine', SYMBOLIC),
    pythonSession: (id) => guarded('Python session', PYTHON_SESSION.getByName(objectName(user, 'python', id))),
    workspace: (name) => guarded('workspace', WORKSPACE.getByName(objectName(user, 'workspace', name))),
  };
}

/** An RPC stub whose failures are typed: `ToolFailure` and `Cancelled` come out as they were thrown, everything else as a `ToolFailure`. */
export function guarded<Api extends object>(engine: string, stub: Api): Api {
  return new Proxy(stub, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => guard(engine, name, () => Reflect.apply(method, target, args));
    },
  });
}

async function guard(engine: string, method: string | symbol, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    // Names and fields of errors survive RPC, their classes do not.
    if (error instanceof Error && error.name === 'Cancelled') throw new Cancelled();
    if (error instanceof Error && isFailure(error)) throw new ToolFailure(error.failure);
    if (method === 'erase' && error instanceof Error && error.message === ERASED) return undefined;
    console.error(`${engine} failed: ${logLine(error)}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure({
      errorType: 'RuntimeError',
      message: `The ${engine} stopped while it worked on this call: ${reason}`,
      advice: 'Call the tool again: a fresh instance starts by itself.',
    });
  }
}

function isFailure(error: Error): error is ToolFailure {
  return error.name === 'ToolFailure' && 'failure' in error;
}
