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
  testSandbox(name: string): PythonSessionApi;
  /** Reaches the session in which the symbolic engine replays. */
  replaySession(name: string): PythonSessionApi;
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

/**
 * Milliseconds that an engine has worked on a call at least when it is ended since it hangs: `npm start` waits for 30 s, Cloudflare allows 30 s
 * of CPU. What is lost sooner was lost by something else.
 */
const HANG_MS = 20_000;

/** Engines of `user`; each is {@link guarded}, and tells by `onHang` of each call that it worked on when it hung and was ended. */
export function enginesOf(bindings: EngineBindings, user: UserId, onHang: () => void = () => undefined): Engines {
  const { SYMBOLIC, PYTHON_SESSION, WORKSPACE, REVIEW, REVIEW_SESSION, REASONING, CONVERSATION } = bindings;
  const { PLANNING, PLAN, SCAFFOLDS, CERTIFICATION } = bindings;
  const session = (kind: 'python' | 'replay' | 'tests', id: string) => {
    const name = objectName(user, kind, id);
    const stub = PYTHON_SESSION.getByName(name);
    return guarded(kind === 'tests' ? 'session for tests' : 'Python session', stub, {
      onHang,
      introduce: () => stub.introduce(name),
    });
  };
  const own = <Api extends object>(engine: string, stub: Api) => guarded(engine, stub, { onHang });
  return {
    symbolic: own('symbolic engine', SYMBOLIC),
    pythonSession: (id) => session('python', id),
    testSandbox: (name) => session('tests', name),
    replaySession: (name) => session('replay', name),
    workspace: (name) => own('workspace', WORKSPACE.getByName(objectName(user, 'workspace', name))),
    review: own('review engine', REVIEW),
    reviewSession: (id) => own('review', REVIEW_SESSION.getByName(objectName(user, 'review', id))),
    reasoning: own('reasoning engine', REASONING),
    conversation: (id) => own('conversation', CONVERSATION.getByName(objectName(user, 'conversation', id))),
    planning: own('planning engine', PLANNING),
    plan: (id) => own('plan', PLAN.getByName(objectName(user, 'plan', id))),
    scaffolds: own('engine of scaffolds', SCAFFOLDS),
    certification: (id) => own('certification', CERTIFICATION.getByName(objectName(user, 'certification', id))),
  };
}

/** What is done about some of an engine's errors. */
interface Reactions {
  /** Called when the object says {@link NAMELESS}; the call is then made again. */
  readonly introduce?: () => Promise<void>;
  /** Called when the engine was lost since it hung while it worked on a call. */
  readonly onHang?: (() => void) | undefined;
}

/**
 * A stub whose errors are typed. `ToolFailure` and `Cancelled` come out as they were thrown, a lost instance as a `ToolFailure` that says to
 * call again, and everything else as an `InternalError`, its cause in the log.
 */
export function guarded<Api extends object>(engine: string, stub: Api, { introduce, onHang }: Reactions = {}): Api {
  return new Proxy(stub, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      const call = (...args: unknown[]) => Reflect.apply(method, target, args);
      return (...args: unknown[]) => guard(engine, name, () => introduced(() => call(...args), introduce), onHang);
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

async function guard(
  engine: string,
  method: string | symbol,
  call: () => Promise<unknown>,
  onHang: () => void = () => undefined,
): Promise<unknown> {
  const begun = Date.now();
  try {
    return await call();
  } catch (error) {
    // Names and fields of errors survive RPC, their classes do not.
    if (error instanceof Error && error.name === 'Cancelled') throw new Cancelled();
    const where = `${engine}, ${String(method)}`;
    const failure =
      asToolFailure(error) ??
      storageFailure(error, engine, BEGUN_ANEW[engine] ?? 'Start another one.') ??
      (isLostInstance(error) ? lostInstance(engine, where, error) : undefined);
    if (failure === undefined) throw internalError(error, where);
    if (failure.failure.lost === true && Date.now() - begun >= HANG_MS) onHang();
    throw failure;
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
    ...(ended === undefined && { lost: true }),
    message: `The ${engine} ${what}; what it has stored is kept.`,
    advice: 'Call again: a fresh instance starts by itself.',
  });
}
