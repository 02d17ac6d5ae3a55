/** The list of a user's reviews in the background, in the SQLite database of the user's space. */
import { z } from 'zod';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../../lib/owned-objects.ts';
import { isDamaged } from '../../lib/storage-failure.ts';
import { DEFAULT_CONFIG, isEnded, type ReviewSessionApi } from './service.ts';

/** Reviews that a user may have; those that have ended make room for new ones. */
export const MOST_SESSIONS = 20;

/** A review and the id that it goes by. */
export interface OpenReview {
  readonly id: string;
  readonly session: ReviewSessionApi;
}

/** The reviews of one user. */
export interface ReviewSessions {
  /** The review of that id. Throws `ToolFailure` when there is none, or it has expired. */
  open(id: string): OpenReview;
  /** A new one, to be started; the oldest that has ended makes room. Throws `ToolFailure` when too many go on. */
  create(): Promise<OpenReview>;
  /** Takes one off the list that could not be started. */
  remove(id: string): void;
  /** Ids, the oldest first. */
  list(): readonly string[];
}

const RULES: ObjectRules<object> = {
  kind: 'review',
  noun: 'review',
  facts: z.object({}),
  most: MOST_SESSIONS,
  errorTypes: { notFound: 'SESSION_NOT_FOUND', refused: 'INVALID_INPUT' },
  listedBy: 'get_review_telemetry',
  advice: {
    notFound: 'start_reactive_review makes one; it is erased 7 days after its start.',
    exists: 'Start another one.',
    tooMany: 'Cancel one with cancel_reactive_review, or wait until one has ended.',
  },
};

/** {@link ReviewSessions} by `OwnedObjects`. */
export class StoredReviewSessions implements ReviewSessions {
  readonly #objects: OwnedObjects<object, ReviewSessionApi>;
  readonly #connect: (id: string) => ReviewSessionApi;

  /** `connect` reaches a review by its id. */
  constructor(lists: ObjectLists, connect: (id: string) => ReviewSessionApi) {
    this.#objects = new OwnedObjects(lists, RULES, connect);
    this.#connect = connect;
  }

  open(id: string): OpenReview {
    this.#forgetExpired();
    return { id, session: this.#objects.open(id) };
  }

  async create(): Promise<OpenReview> {
    this.#forgetExpired();
    if (this.#objects.list().length >= MOST_SESSIONS) await this.#makeRoom();
    const id = `review-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return { id, session: this.#objects.create(id) };
  }

  remove(id: string): void {
    this.#objects.remove(id);
  }

  list(): readonly string[] {
    this.#forgetExpired();
    return this.#objects.list().map(({ name }) => name);
  }

  async #makeRoom(): Promise<void> {
    for (const { name } of this.#objects.list()) {
      const isOver = await this.#isOver(name);
      // Another call may have made room meanwhile.
      if (!isOver || !this.#objects.has(name)) continue;
      await this.#objects.erase(name, (session) => session.erase());
      return;
    }
  }

  /** One whose state is damaged goes on no more. */
  async #isOver(name: string): Promise<boolean> {
    try {
      return isEnded((await this.#connect(name).status()).state);
    } catch (error) {
      if (isDamaged(error)) return true;
      throw error;
    }
  }

  /** A review erases itself. */
  #forgetExpired(): void {
    const oldest = Date.now() - DEFAULT_CONFIG.sessionTimeoutMs;
    for (const { name, createdAt } of this.#objects.list()) {
      if (Date.parse(createdAt) < oldest) this.#objects.remove(name);
    }
  }
}
