/** One Durable Object per certification: which tests there are, and what came of each. */
import { DurableObject } from 'cloudflare:workers';
import { type ObjectState, openState } from '../../src/lib/object-state.ts';
import { judgeAnswer } from '../../src/scaffolds/certification/judge.ts';
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
    if (!store.hasBegun) store.start(facts, testsOf(facts.suite));
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
      const { usage } = outcome;
      switch (outcome.kind) {
        case 'parts':
          store.settle(judgeAnswer(test, outcome.given), usage);
          break;
        case 'text':
          store.settle({ ...judgeAnswer(test, partsOf(outcome.text)), response: outcome.text }, usage);
          break;
        case 'missed':
          store.miss(test, outcome.why, outcome.again, usage);
      }
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
