/** The Worker of reasoning: a stateless engine. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { impactOf } from '../../src/reasoning/impact/impact.ts';
import type { ImpactAnswer, ImpactRequest } from '../../src/reasoning/impact/service.ts';
import type { ReasoningApi, ReasoningInfo } from '../../src/reasoning/service.ts';
import { isTestFile } from '../../src/review/tests/changed-functions.ts';
import { readIndexed } from './read-indexed.ts';
import { type ReasoningEnv, reasoningServices } from './services.ts';

/** The Worker's interface; see {@link ReasoningApi}. */
export class ReasoningEngine extends WorkerEntrypoint<ReasoningEnv> implements ReasoningApi {
  impact(request: ImpactRequest, onProgress: OnProgress): Promise<ImpactAnswer> {
    const { syntax, workspace } = reasoningServices(this.env, request.owner);
    const services = { syntax, workspace, read: readIndexed(workspace(request.workspace)), isTest: isTestFile };
    return impactOf(request, services, onProgress);
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
