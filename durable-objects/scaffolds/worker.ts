/** The Worker of scaffolds: a stateless engine behind RPC, and certifications as Durable Objects. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { linesOf, streamOf } from '../../src/scaffolds/certification/datasets.ts';
import type { Dataset } from '../../src/scaffolds/certification/formats.ts';
import type { Estimate, SuiteRequest } from '../../src/scaffolds/certification/service.ts';
import { estimateOf } from '../../src/scaffolds/certification/suite.ts';
import {
  casesOf,
  checkAnswer,
  checkTrace,
  describeScaffold,
  generateCases,
  listScaffolds,
  solveInstance,
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
  SolvedInstance,
  TestCase,
} from '../../src/scaffolds/service.ts';

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
    return generateCases(request);
  }

  async dataset(request: CasesRequest, dataset: Dataset): Promise<ReadableStream<Uint8Array>> {
    return streamOf(linesOf(dataset, casesOf(request)));
  }

  async check(instance: InstanceRequest, answer: unknown, withExpected: boolean): Promise<CheckedAnswer> {
    return checkAnswer(instance, answer, withExpected);
  }

  async checkTrace(instance: InstanceRequest, trace: unknown): Promise<CheckedTrace> {
    return checkTrace(instance, trace);
  }

  async solve(instance: InstanceRequest): Promise<SolvedInstance> {
    return solveInstance(instance);
  }

  async episode(wish: EpisodeWish): Promise<Episode> {
    return openEpisode(wish);
  }

  async grade(id: string, attempt: Attempt): Promise<Grade> {
    return gradeAttempt(id, attempt);
  }

  async estimate(suite: SuiteRequest): Promise<Estimate> {
    return estimateOf(suite);
  }
}

export default {
  fetch(): Response {
    return new Response('Scaffolds are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
