/** The Worker of plans: a stateless engine for what new plans rest on, and plans as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { gatherEvidence } from '../../src/planning/generation/evidence.ts';
import type { EvidenceRequest, GoalEvidence } from '../../src/planning/generation/service.ts';
import type { PlanningApi, PlanningInfo } from '../../src/planning/service.ts';
import { type PlanningEnv, planningServices } from './services.ts';

export { Plan } from './plan.ts';

/** The Worker's interface; see {@link PlanningApi}. */
export class PlanningEngine extends WorkerEntrypoint<PlanningEnv> implements PlanningApi {
  evidence(request: EvidenceRequest, onProgress: OnProgress): Promise<GoalEvidence> {
    return gatherEvidence(request, planningServices(this.env, request.owner), onProgress);
  }

  async info(): Promise<PlanningInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Plans are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
