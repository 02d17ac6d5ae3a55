/** One Durable Object per review in the background. */
import { DurableObject } from 'cloudflare:workers';
import { Background } from '../../src/lib/background.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import type { UserId } from '../../src/lib/object-name.ts';
import { type ObjectState, openState, readable } from '../../src/lib/object-state.ts';
import {
  DEFAULT_CONFIG,
  isEnded,
  type ReviewSessionApi,
  type SessionFindings,
  type SessionState,
  type SessionStatus,
  type StartRequest,
} from '../../src/review/reactive/service.ts';
import { SessionWork } from '../../src/review/reactive/session-work.ts';
import { notStarted, statusOf } from '../../src/review/reactive/status.ts';
import { SessionStore } from '../../src/review/reactive/store.ts';
import { reviewOf } from '../../src/review/reactive/summary.ts';
import { REVIEW_MIGRATIONS } from './migrations.ts';
import { type ReviewEnv, reviewServices } from './services.ts';

/** Who works in the background of a review; the names are stored. */
const BACKGROUND = { work: 'work', expiry: 'expiry' } as const;

/** What a review is made of. */
interface Parts {
  readonly store: SessionStore;
  readonly work: SessionWork;
  readonly background: Background;
}

/** A review; its name is made by `objectName`. */
export class ReviewSession extends DurableObject<ReviewEnv> implements ReviewSessionApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #parts: ObjectState<Parts>;

  constructor(ctx: DurableObjectState, env: ReviewEnv) {
    super(ctx, env);
    this.#parts = openState(ctx.storage, REVIEW_MIGRATIONS, Date.now, (storage) => {
      const store = new SessionStore(storage);
      const servicesOf = (owner: UserId) => reviewServices(env, owner, true);
      const work = new SessionWork(store, servicesOf, () => Math.round(performance.now()));
      const background = new Background(storage, [
        { name: BACKGROUND.work, turn: () => work.turn() },
        {
          name: BACKGROUND.expiry,
          longestMs: DEFAULT_CONFIG.sessionTimeoutMs,
          turn: async () => {
            await this.erase();
            return 'done';
          },
        },
      ]);
      ctx.waitUntil(background.start());
      return { store, work, background };
    });
  }

  override async alarm(): Promise<void> {
    await this.#parts().background.alarm();
  }

  async start(request: StartRequest): Promise<SessionStatus> {
    const { store, background } = this.#parts();
    if (store.read() !== undefined) throw refused('It was started before.', 'get_reactive_status tells how far it is.');
    store.start(request);
    await background.wake(BACKGROUND.expiry, request.config.sessionTimeoutMs);
    await background.wake(BACKGROUND.work);
    return this.status();
  }

  async status(): Promise<SessionStatus> {
    const { store, work } = this.#parts();
    return statusOf(store, work.entries, Date.now());
  }

  async pause(): Promise<SessionStatus> {
    const state = this.#state();
    if (state === 'paused') return this.status();
    if (isEnded(state)) throw refused(`It is ${state} already.`, 'Only a review that goes on can be paused.');
    return this.#stop('paused');
  }

  async resume(): Promise<SessionStatus> {
    const { store, background } = this.#parts();
    const state = this.#state();
    if (state !== 'paused') throw refused(`It is ${state}, not paused.`, 'get_reactive_status tells how far it is.');
    store.enter(store.read()?.outline === undefined ? 'pending' : 'executing');
    await background.hurry(BACKGROUND.work);
    return this.status();
  }

  async cancel(): Promise<SessionStatus> {
    const state = this.#state();
    if (state === 'cancelled') return this.status();
    if (isEnded(state)) throw refused(`It is ${state} already.`, 'get_reactive_findings has what it found.');
    return this.#stop('cancelled');
  }

  async findings(): Promise<SessionFindings> {
    const { store } = this.#parts();
    return { status: await this.status(), review: await reviewOf(store), complete: store.isComplete() };
  }

  async erase(): Promise<void> {
    readable(this.#parts)?.work.giveUp();
    await this.#parts.erase();
  }

  async #stop(state: SessionState): Promise<SessionStatus> {
    const { store, work } = this.#parts();
    store.enter(state);
    work.giveUp();
    return this.status();
  }

  #state(): SessionState {
    const session = this.#parts().store.read();
    if (session === undefined) throw notStarted();
    return session.state;
  }
}

function refused(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}
