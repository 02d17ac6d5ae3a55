/** The Worker of plans: a stateless engine for what new plans rest on, and plans as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { PlanningApi, PlanningInfo } from '../../src/planning/service.ts';
import type { PlanningEnv } from './services.ts';

export { Plan } from './plan.ts';

/** The Worker's interface; see {@link PlanningApi}. */
export class PlanningEngine extends WorkerEntrypoint<PlanningEnv> implements PlanningApi {
  async info(): Promise<PlanningInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Plans are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
