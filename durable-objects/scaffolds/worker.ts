/** The Worker of scaffolds: a stateless engine behind RPC, and certifications as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { linesOf, streamOf } from '../../src/scaffolds/certification/datasets.ts';
import type { Dataset } from '../../src/scaffolds/certification/formats.ts';
import type { Estimate, SuiteRequest } from '../../src/scaffolds/certification/service.ts';
import { estimateOf } from '../../src/scaffolds/certification/suite.ts';
import {
  casesInSteps,
  checkAnswerInSteps,
  checkTraceInSteps,
  describeScaffold,
  generateInSteps,
  listScaffolds,
  solveInSteps,
} from '../../src/scaffolds/engine.ts';
import { gradeAttempt, openEpisode } from '../../src/scaffolds/environment/episodes.ts';
import type { Attempt, Episode, EpisodeWish, Grade } from '../../src/scaffolds/environment/service.ts';
import type { Category } from '../../src/scaffolds/scaffold.ts';
import type {
  CasesRequest,
  CheckedAnswer,
  CheckedTrace,
  InstanceRequest,
  ScaffoldDocument,
  ScaffoldOverview,
  ScaffoldsApi,
  Solution,
  TestCase,
} from '../../src/scaffolds/service.ts';
import { sliced } from './sliced.ts';

export { Certification } from './certification.ts';

/** The Worker's interface; see {@link ScaffoldsApi}. */
export class ScaffoldEngine extends WorkerEntrypoint implements ScaffoldsApi {
  async list(category?: Category): Promise<readonly ScaffoldOverview[]> {
    return listScaffolds(category);
  }

  async describe(name: string): Promise<ScaffoldDocument> {
    return describeScaffold(name);
  }

  async generate(request: CasesRequest): Promise<readonly TestCase[]> {
    return sliced((slices) => generateInSteps(request, slices));
  }

  async dataset(request: CasesRequest, dataset: Dataset): Promise<ReadableStream<Uint8Array>> {
    return streamOf(linesOf(dataset, await sliced((slices) => casesInSteps(request, slices))));
  }

  async check(instance: InstanceRequest, answer: unknown, withExpected: boolean): Promise<CheckedAnswer> {
    return sliced((slices) => checkAnswerInSteps(instance, answer, withExpected, slices));
  }

  async checkTrace(instance: InstanceRequest, trace: unknown): Promise<CheckedTrace> {
    return sliced((slices) => checkTraceInSteps(instance, trace, slices));
  }

  async solve(instance: InstanceRequest): Promise<Solution> {
    const { scaffold, task, answer, steps } = await sliced((slices) => solveInSteps(instance, slices));
    return { scaffold, task, answer, steps };
  }

  async episode(wish: EpisodeWish): Promise<Episode> {
    return sliced((slices) => openEpisode(wish, slices));
  }

  async grade(id: string, attempt: Attempt): Promise<Grade> {
    return sliced((slices) => gradeAttempt(id, attempt, slices));
  }

  async estimate(suite: SuiteRequest): Promise<Estimate> {
    return sliced((slices) => estimateOf(suite, slices));
  }
}

export default {
  fetch(): Response {
    return new Response('Scaffolds are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
