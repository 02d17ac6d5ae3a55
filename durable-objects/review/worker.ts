/** The Worker of reviews: a stateless engine, and reviews in the background as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import type { ReviewApi, ReviewInfo } from '../../src/review/service.ts';
import type { StaticAnalysis, StaticAnalysisRequest } from '../../src/review/static/tool-service.ts';
import { analyzersOf } from './analyzers.ts';
import { type ReviewEnv, reviewServices } from './services.ts';
import { analyzeStatically } from './static-analysis.ts';

export { ReviewSession } from './review-session.ts';

/** The Worker's interface; see {@link ReviewApi}. */
export class ReviewEngine extends WorkerEntrypoint<ReviewEnv> implements ReviewApi {
  async staticAnalysis(request: StaticAnalysisRequest, onProgress: OnProgress): Promise<StaticAnalysis> {
    const { owner, workspace } = request;
    const services = {
      analyzers: analyzersOf(this.env),
      ...(workspace !== undefined && { workspace: reviewServices(this.env, owner).workspace(workspace) }),
      now: () => Date.now(),
    };
    return await analyzeStatically(request, services, onProgress);
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
