/** The Worker of reasoning: a stateless engine. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { CostAnswer, CostRequest } from '../../src/reasoning/cost/service.ts';
import type { ReasoningApi, ReasoningInfo } from '../../src/reasoning/service.ts';
import { costOf } from './cost.ts';
import { type ReasoningEnv, reasoningServices } from './services.ts';

/** The Worker's interface; see {@link ReasoningApi}. */
export class ReasoningEngine extends WorkerEntrypoint<ReasoningEnv> implements ReasoningApi {
  cost(request: CostRequest): Promise<CostAnswer> {
    return costOf(request, reasoningServices(this.env, request.owner));
  }

  async info(): Promise<ReasoningInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Reasoning is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
