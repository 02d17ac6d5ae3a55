/** The Worker of reviews: a stateless engine, and reviews in the background as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Shown } from '../../src/lib/secrets/mask.ts';
import { VERSION } from '../../src/lib/version.ts';
import { guarded } from '../../src/mcp/engines.ts';
import { scrub } from '../../src/review/content/scrub.ts';
import type { Scrubbed, Validation, ValidationRequest } from '../../src/review/content/service.ts';
import { validate } from '../../src/review/content/validate.ts';
import type { ReviewApi, ReviewInfo } from '../../src/review/service.ts';
import type { ReviewEnv } from './services.ts';

export { ReviewSession } from './review-session.ts';

/** The Worker's interface; see {@link ReviewApi}. */
export class ReviewEngine extends WorkerEntrypoint<ReviewEnv> implements ReviewApi {
  async scrub(text: string, shown: Shown): Promise<Scrubbed> {
    return scrub(text, shown);
  }

  validate(request: ValidationRequest): Promise<Validation> {
    return validate(request, guarded('syntax engine', this.env.SYNTAX));
  }

  async info(): Promise<ReviewInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Reviews are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
