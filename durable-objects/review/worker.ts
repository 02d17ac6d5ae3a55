/** The Worker of reviews: a stateless engine, and reviews in the background as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { Shown } from '../../src/lib/secrets/mask.ts';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { guarded } from '../../src/mcp/engines.ts';
import { checkInvariants } from '../../src/review/check-invariants.ts';
import { compareBehaviour } from '../../src/review/compare-behaviour.ts';
import { scrub } from '../../src/review/content/scrub.ts';
import type { Scrubbed, Validation, ValidationRequest } from '../../src/review/content/service.ts';
import { validate } from '../../src/review/content/validate.ts';
import type { InvariantsReport, InvariantsRequest } from '../../src/review/invariants/service.ts';
import { prepare } from '../../src/review/prepare/prepare.ts';
import { draftReview, finishReview } from '../../src/review/review.ts';
import type {
  BehaviourAnswer,
  BehaviourRequest,
  ReviewAnswer,
  ReviewApi,
  ReviewInfo,
  ReviewRequest,
} from '../../src/review/service.ts';
import type { StaticAnalysis, StaticAnalysisRequest } from '../../src/review/static/tool-service.ts';
import { analyzeStatically } from '../../src/review/static-analysis.ts';
import { type ReviewEnv, reviewServices } from './services.ts';

export { ReviewSession } from './review-session.ts';

/** The Worker's interface; see {@link ReviewApi}. */
export class ReviewEngine extends WorkerEntrypoint<ReviewEnv> implements ReviewApi {
  async review(request: ReviewRequest, onProgress: OnProgress): Promise<ReviewAnswer> {
    const input = await prepare(request, reviewServices(this.env, request.owner), onProgress, clock);
    const draft = await draftReview(input, onProgress, clock);
    if (draft.material !== undefined) return { kind: 'draft', draft };
    return { kind: 'review', review: await finishReview(draft) };
  }

  compareBehaviour(request: BehaviourRequest, onProgress: OnProgress): Promise<BehaviourAnswer> {
    return compareBehaviour(request, reviewServices(this.env, request.owner), onProgress);
  }

  async staticAnalysis(request: StaticAnalysisRequest, onProgress: OnProgress): Promise<StaticAnalysis> {
    return await analyzeStatically(request, reviewServices(this.env, request.owner), onProgress, clock);
  }

  async checkInvariants(request: InvariantsRequest, onProgress: OnProgress): Promise<InvariantsReport> {
    return checkInvariants(request, reviewServices(this.env, request.owner), onProgress);
  }

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

/** Stands still while the CPU is busy where Workers run for many: what waits for other engines is measured. */
const clock = () => Math.round(performance.now());

export default {
  fetch(): Response {
    return new Response('Reviews are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
