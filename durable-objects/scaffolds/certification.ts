/** One Durable Object per certification: which tests there are, and what came of each. */
import { DurableObject } from 'cloudflare:workers';
import { type ObjectState, openState } from '../../src/lib/object-state.ts';
import { judgeInSteps } from '../../src/scaffolds/certification/judge.ts';
import { partsOf, questionOf } from '../../src/scaffolds/certification/prompt.ts';
import type {
  CertificationApi,
  CertificationFacts,
  CertificationRecord,
  CertificationStatus,
  OpenTest,
  Outcome,
} from '../../src/scaffolds/certification/service.ts';
import { CertificationStore } from '../../src/scaffolds/certification/store.ts';
import { manifestOf, testsOf } from '../../src/scaffolds/certification/suite.ts';
import { CERTIFICATION_MIGRATIONS } from './migrations.ts';
import { sliced } from './sliced.ts';

/** A certification; its name is made by `objectName`. */
export class Certification extends DurableObject<object> implements CertificationApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #store: ObjectState<CertificationStore>;

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env);
    this.#store = openState(
      ctx.storage,
      CERTIFICATION_MIGRATIONS,
      Date.now,
      (storage) => new CertificationStore(storage),
    );
  }

  async start(facts: CertificationFacts): Promise<CertificationStatus> {
    const store = this.#store();
    if (store.hasBegun) return store.status();
    const tests = await sliced((slices) => testsOf(facts.suite, slices));
    if (!store.hasBegun) store.start(facts, tests);
    return store.status();
  }

  async status(): Promise<CertificationStatus> {
    return this.#store().status();
  }

  async next(most: number): Promise<readonly OpenTest[]> {
    return this.#store()
      .next(most)
      .map(({ id, scaffold, task, input }) => {
        return { id, scaffold, task, input, request: questionOf({ scaffold, task, input }) };
      });
  }

  async take(outcomes: readonly Outcome[]): Promise<CertificationStatus> {
    const store = this.#store();
    // An id that is none leaves the others as they were.
    const tests = outcomes.map(({ id }) => store.waiting(id));
    for (const [index, outcome] of outcomes.entries()) {
      const test = tests[index];
      if (test === undefined) continue;
      if (outcome.kind === 'missed') {
        store.miss(test, outcome.why, outcome.again, outcome.usage);
        continue;
      }
      const given = outcome.kind === 'parts' ? outcome.given : partsOf(outcome.text);
      const result = await sliced((slices) => judgeInSteps(test, given, slices));
      // While it was judged, another call may have answered it, or ended all.
      if (store.waiting(test.id) === undefined) continue;
      store.settle(outcome.kind === 'text' ? { ...result, response: outcome.text } : result, outcome.usage);
    }
    return store.status();
  }

  async note(trouble: string): Promise<void> {
    this.#store().note(trouble);
  }

  async end(): Promise<CertificationStatus> {
    const store = this.#store();
    store.end();
    return store.status();
  }

  async record(): Promise<CertificationRecord> {
    const store = this.#store();
    const { facts, state } = store.status();
    return { facts, state, results: store.results(), manifest: await manifestOf(store.tests()) };
  }

  async erase(): Promise<void> {
    await this.#store.erase();
  }
}
