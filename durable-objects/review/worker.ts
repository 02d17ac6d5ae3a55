/** The Worker of reviews: a stateless engine, and reviews in the background as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { ReviewApi, ReviewInfo } from '../../src/review/service.ts';
import type { ReviewEnv } from './services.ts';

export { ReviewSession } from './review-session.ts';

/** The Worker's interface; see {@link ReviewApi}. */
export class ReviewEngine extends WorkerEntrypoint<ReviewEnv> implements ReviewApi {
  async info(): Promise<ReviewInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Reviews are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
