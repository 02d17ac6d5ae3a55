/** The engines as a user's tools see them: what leaves them is one of the three kinds of errors, never a raw exception. */

import { asToolFailure, internalError, ToolFailure } from '../lib/errors.ts';
import { logLine } from '../lib/log-line.ts';
import { endedWorker, isLostInstance } from '../lib/lost-instance.ts';
import { objectName, type UserId } from '../lib/object-name.ts';
import { SPACE_BEGUN_ANEW, storageFailure } from '../lib/storage-failure.ts';
import { Cancelled } from '../lib/work.ts';
import type { PlanApi, PlanningApi } from '../planning/service.ts';
import { NAMELESS, type PythonSessionApi } from '../python/protocol.ts';
import type { ConversationApi } from '../reasoning/conversation/service.ts';
import type { ReasoningApi } from '../reasoning/service.ts';
import type { ReviewSessionApi } from '../review/reactive/service.ts';
import type { ReviewApi } from '../review/service.ts';
import type { CertificationApi } from '../scaffolds/certification/service.ts';
import type { ScaffoldsApi } from '../scaffolds/service.ts';
import type { SymbolicApi } from '../symbolic/service.ts';
import type { WorkspaceApi } from '../workspace/service.ts';

/** The engines of one user. */
export interface Engines {
  readonly symbolic: SymbolicApi;
  /** Reaches a Python session by its name. */
  pythonSession(id: string): PythonSessionApi;
  /** Reaches a session for tests by its name. */
  testRoom(name: string): PythonSessionApi;
  /** Reaches a workspace by its name. */
  workspace(name: string): WorkspaceApi;
  readonly review: ReviewApi;
  /** Reaches a review in the background by its name. */
  reviewSession(id: string): ReviewSessionApi;
  readonly reasoning: ReasoningApi;
  /** Reaches a conversation by its id. */
  conversation(id: string): ConversationApi;
  readonly planning: PlanningApi;
  /** Reaches a plan by its id. */
  plan(id: string): PlanApi;
  readonly scaffolds: ScaffoldsApi;
  /** Reaches a certification by its id. */
  certification(id: string): CertificationApi;
}

/** The bindings that reach the engines. */
export interface EngineBindings {
  readonly SYMBOLIC: SymbolicApi;
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
  readonly WORKSPACE: { getByName(name: string): WorkspaceApi };
  readonly REVIEW: ReviewApi;
  readonly REVIEW_SESSION: { getByName(name: string): ReviewSessionApi };
  readonly REASONING: ReasoningApi;
  readonly CONVERSATION: { getByName(name: string): ConversationApi };
  readonly PLANNING: PlanningApi;
  readonly PLAN: { getByName(name: string): PlanApi };
  readonly SCAFFOLDS: ScaffoldsApi;
  readonly CERTIFICATION: { getByName(name: string): CertificationApi };
}

/** Engines of `user`; each is {@link guarded}. */
export function enginesOf(bindings: EngineBindings, user: UserId): Engines {
  const { SYMBOLIC, PYTHON_SESSION, WORKSPACE, REVIEW, REVIEW_SESSION, REASONING, CONVERSATION } = bindings;
  const { PLANNING, PLAN, SCAFFOLDS, CERTIFICATION } = bindings;
  const session = (kind: 'python' | 'tests', id: string) => {
    const name = objectName(user, kind, id);
    const stub = PYTHON_SESSION.getByName(name);
    return guarded(kind === 'tests' ? 'session for tests' : 'Python session', stub, () => stub.introduce(name));
  };
  return {
    symbolic: guarded('symbolic engine', SYMBOLIC),
    pythonSession: (id) => session('python', id),
    testRoom: (name) => session('tests', name),
    workspace: (name) => guarded('workspace', WORKSPACE.getByName(objectName(user, 'workspace', name))),
    review: guarded('review engine', REVIEW),
    reviewSession: (id) => guarded('review', REVIEW_SESSION.getByName(objectName(user, 'review', id))),
    reasoning: guarded('reasoning engine', REASONING),
    conversation: (id) => guarded('conversation', CONVERSATION.getByName(objectName(user, 'conversation', id))),
    planning: guarded('planning engine', PLANNING),
    plan: (id) => guarded('plan', PLAN.getByName(objectName(user, 'plan', id))),
    scaffolds: guarded('engine of scaffolds', SCAFFOLDS),
    certification: (id) => guarded('certification', CERTIFICATION.getByName(objectName(user, 'certification', id))),
  };
}

/**
 * A stub whose errors are typed. `ToolFailure` and `Cancelled` come out as they were thrown, a lost instance as a `ToolFailure` that says to
 * call again, and everything else as an `InternalError`, its cause in the log. `introduce` is called when the object says {@link NAMELESS}, and
 * the call then made again.
 */
export function guarded<Api extends object>(engine: string, stub: Api, introduce?: () => Promise<void>): Api {
  return new Proxy(stub, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      const call = (...args: unknown[]) => Reflect.apply(method, target, args);
      return (...args: unknown[]) => guard(engine, name, () => introduced(() => call(...args), introduce));
    },
  });
}

async function introduced(call: () => Promise<unknown>, introduce?: () => Promise<void>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (introduce === undefined || !(error instanceof Error && error.message === NAMELESS)) throw error;
    await introduce();
    return await call();
  }
}

/** How each object is begun anew whose database is damaged. */
const BEGUN_ANEW: Readonly<Record<string, string>> = {
  plan: 'delete_plan deletes it, with all that it held; then save another one.',
  workspace: 'delete_workspace deletes it, with all that it held; then push again.',
  'Python session': 'delete_session deletes it, with all that it held; the default one comes back empty.',
  'user space': SPACE_BEGUN_ANEW,
};

async function guard(engine: string, method: string | symbol, call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    // Names and fields of errors survive RPC, their classes do not.
    if (error instanceof Error && error.name === 'Cancelled') throw new Cancelled();
    const where = `${engine}, ${String(method)}`;
    const refused = asToolFailure(error) ?? storageFailure(error, engine, BEGUN_ANEW[engine] ?? 'Start another one.');
    if (refused !== undefined) throw refused;
    if (isLostInstance(error)) throw lostInstance(engine, where, error);
    throw internalError(error, where);
  }
}

function lostInstance(engine: string, where: string, cause: unknown): ToolFailure {
  console.warn(`instance lost (${where}): ${logLine(cause)}`);
  const ended = endedWorker(cause);
  const what =
    ended === undefined
      ? 'was lost while it worked on this call'
      : `does not answer: the process of ${ended} is being started again`;
  return new ToolFailure({
    errorType: 'RuntimeError',
    message: `The ${engine} ${what}; what it has stored is kept.`,
    advice: 'Call again: a fresh instance starts by itself.',
  });
}
