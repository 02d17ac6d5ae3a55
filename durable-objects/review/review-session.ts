/** One Durable Object per review in the background. */
import { DurableObject } from 'cloudflare:workers';
import { Background } from '../../src/lib/background.ts';
import { openState } from '../../src/lib/migrations.ts';
import { type ReviewSessionApi, SESSION_ERASED } from '../../src/review/service.ts';
import { REVIEW_MIGRATIONS } from './migrations.ts';
import type { ReviewEnv } from './services.ts';

/** A review; its name is made by `objectName`. */
export class ReviewSession extends DurableObject<ReviewEnv> implements ReviewSessionApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #background: () => Background;

  constructor(ctx: DurableObjectState, env: ReviewEnv) {
    super(ctx, env);
    this.#background = openState(ctx.storage, REVIEW_MIGRATIONS, Date.now(), () => {
      const background = new Background(ctx.storage, []);
      ctx.waitUntil(background.start());
      return background;
    });
  }

  override async alarm(): Promise<void> {
    await this.#background().alarm();
  }

  async erase(): Promise<void> {
    await this.#background().stop();
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.sync();
    // What still runs here must not write into the next life of the review.
    this.ctx.abort(SESSION_ERASED);
  }
}
