/** The Worker of reasoning: a stateless engine. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { ReasoningApi, ReasoningInfo } from '../../src/reasoning/service.ts';
import type { ReasoningEnv } from './services.ts';

/** The Worker's interface; see {@link ReasoningApi}. */
export class ReasoningEngine extends WorkerEntrypoint<ReasoningEnv> implements ReasoningApi {
  async info(): Promise<ReasoningInfo> {
    return { version: VERSION };
  }
}

export default {
  fetch(): Response {
    return new Response('Reasoning is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
