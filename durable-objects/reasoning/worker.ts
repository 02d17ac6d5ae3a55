/** The Worker of reasoning: a stateless engine, and conversations as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import type { CheckedClaims, ClaimsRequest } from '../../src/reasoning/claims/service.ts';
import { checkedClaims } from '../../src/reasoning/claims/workspace-claims.ts';
import { costOf } from '../../src/reasoning/cost/cost.ts';
import type { CostAnswer, CostRequest } from '../../src/reasoning/cost/service.ts';
import { materialOf, testedHypotheses, tournamentOf } from '../../src/reasoning/hypotheses/hypotheses.ts';
import type {
  HypothesesRequest,
  HypothesisScope,
  TestedHypotheses,
  Tournament,
} from '../../src/reasoning/hypotheses/service.ts';
import { impactOf } from '../../src/reasoning/impact/impact.ts';
import type { ImpactAnswer, ImpactRequest } from '../../src/reasoning/impact/service.ts';
import { readIndexed } from '../../src/reasoning/read-indexed.ts';
import type { ReasoningApi, ReasoningInfo } from '../../src/reasoning/service.ts';
import type { TraceAnswer, TraceRequest } from '../../src/reasoning/trace/service.ts';
import { tracedPaths } from '../../src/reasoning/trace/traced-paths.ts';
import { isTestFile } from '../../src/review/tests/changed-functions.ts';
import { type ReasoningEnv, reasoningServices } from './services.ts';

export { Conversation } from './conversation.ts';

/** The Worker's interface; see {@link ReasoningApi}. */
export class ReasoningEngine extends WorkerEntrypoint<ReasoningEnv> implements ReasoningApi {
  impact(request: ImpactRequest, onProgress: OnProgress): Promise<ImpactAnswer> {
    const { syntax, workspace } = reasoningServices(this.env, request.owner);
    const services = { syntax, workspace, read: readIndexed(workspace(request.workspace)), isTest: isTestFile };
    return impactOf(request, services, onProgress);
  }

  tracePath(request: TraceRequest, onProgress: OnProgress): Promise<TraceAnswer> {
    return tracedPaths(request, reasoningServices(this.env, request.owner), onProgress);
  }

  hypothesisMaterial(scope: HypothesisScope): ReturnType<ReasoningApi['hypothesisMaterial']> {
    return materialOf(scope, reasoningServices(this.env, scope.owner));
  }

  testHypotheses(request: HypothesesRequest, onProgress: OnProgress): Promise<TestedHypotheses> {
    return testedHypotheses(request, reasoningServices(this.env, request.scope.owner), onProgress, clock);
  }

  runTournament(request: HypothesesRequest, onProgress: OnProgress): Promise<Tournament> {
    return tournamentOf(request, reasoningServices(this.env, request.scope.owner), onProgress, clock);
  }

  cost(request: CostRequest, onProgress: OnProgress): Promise<CostAnswer> {
    return costOf(request, reasoningServices(this.env, request.owner), onProgress);
  }

  checkClaims(request: ClaimsRequest, onProgress: OnProgress): Promise<CheckedClaims> {
    return checkedClaims(request, reasoningServices(this.env, request.scope.owner), onProgress);
  }

  async info(): Promise<ReasoningInfo> {
    return { version: VERSION };
  }
}

/** Stands still while the CPU is busy where Workers run for many: what waits for other engines is measured. */
const clock = () => Math.round(performance.now());

export default {
  fetch(): Response {
    return new Response('Reasoning is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
