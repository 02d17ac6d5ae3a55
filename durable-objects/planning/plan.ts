/** One Durable Object per plan. */
import { DurableObject } from 'cloudflare:workers';
import { type ObjectState, openState } from '../../src/lib/object-state.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { PlanBook } from '../../src/planning/book.ts';
import { driftOf, headOf } from '../../src/planning/drift/compare.ts';
import { executeStep } from '../../src/planning/execution/execute.ts';
import type { StepState } from '../../src/planning/graph/states.ts';
import { act, completable, conclude } from '../../src/planning/operations/acting.ts';
import { requestApproval, respondApproval } from '../../src/planning/operations/approving.ts';
import { editPlan, mergeFork, replacePlan, rollBack } from '../../src/planning/operations/editing.ts';
import {
  compareVersions,
  documentOf,
  driftsOf,
  historyOf,
  nextOf,
  overviewOf,
  statusOf,
  stepOf,
} from '../../src/planning/operations/reporting.ts';
import { branchMadeFor, ownPlace } from '../../src/planning/own-commit.ts';
import type { Draft } from '../../src/planning/plan.ts';
import type { Actor, EvidenceRecord, PlanFacts } from '../../src/planning/records.ts';
import type {
  Acted,
  Action,
  Adopted,
  ApprovalRequest,
  ApprovalResponse,
  Change,
  Comparison,
  Completed,
  Completion,
  DriftReport,
  Edited,
  Executed,
  ExecutionRequest,
  History,
  MergeAnswer,
  NextSteps,
  OpenApproval,
  PlanApi,
  PlanDocument,
  PlanOverview,
  PlanStatus,
  Theirs,
  Timing,
} from '../../src/planning/service.ts';
import type { PlanningServices } from '../../src/planning/services.ts';
import { verified } from '../../src/planning/verify.ts';
import { type Edit, planOf } from '../../src/planning/versions/edit.ts';
import { PLAN_MIGRATIONS } from './migrations.ts';
import { type PlanningEnv, planningServices } from './services.ts';

/** A plan; its name is made by `objectName`. */
export class Plan extends DurableObject<PlanningEnv> implements PlanApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #book: ObjectState<PlanBook>;
  /** What was compared last, and of what; made anew after an eviction. */
  #drift: { readonly book: PlanBook; readonly of: string; readonly report: DriftReport } | undefined;

  constructor(ctx: DurableObjectState, env: PlanningEnv) {
    super(ctx, env);
    this.#book = openState(ctx.storage, PLAN_MIGRATIONS, Date.now, (storage) => new PlanBook(storage));
  }

  async create(facts: PlanFacts, { steps, ...head }: Draft, by: Actor, adopted?: Adopted): Promise<PlanDocument> {
    const book = this.#book();
    if (book.isBegun) return documentOf(book);
    const { madeOn: asked, ...others } = facts;
    const code = planningServices(this.env, facts.owner).workspace(facts.workspace);
    const madeOn = await branchMadeFor(asked, facts.commit, code);
    const known = { ...others, ...(madeOn !== undefined && { madeOn }) };
    if (!book.isBegun) book.begin(known, planOf(head, steps, book.newIds(facts.id)), by, adopted);
    return documentOf(book);
  }

  async document(version?: number): Promise<PlanDocument> {
    return documentOf(this.#book(), version);
  }

  async overview(): Promise<PlanOverview> {
    return overviewOf(this.#book());
  }

  async timing(): Promise<Timing> {
    return this.#book().view.timing;
  }

  async status(page: {
    readonly offset: number;
    readonly limit: number;
    readonly state?: StepState;
  }): Promise<PlanStatus> {
    const drift = await this.#compareCode();
    return statusOf(this.#book(), page, drift);
  }

  async compareCode(): Promise<void> {
    await this.#compareCode();
  }

  async next(most: number): Promise<NextSteps> {
    const book = this.#book();
    const known = this.#drift?.book === book ? this.#drift.report : undefined;
    return nextOf(book, most, known ?? { drifts: [] });
  }

  async step(number: number) {
    const book = this.#book();
    const status = stepOf(book, number);
    const drift = await this.#compareCode();
    return { ...status, evidence: book.records.evidence(status.step.id), drifts: driftsOf(drift, number) };
  }

  async edit(
    edit: Edit,
    { ref, ...change }: Change & { readonly commit?: string; readonly ref?: string },
  ): Promise<Edited> {
    const book = this.#book();
    const { workspace } = book.facts;
    const { commit } = change;
    const madeOn = commit && (await branchMadeFor(ref, commit, this.#services().workspace(workspace)));
    return editPlan(book, edit, { ...change, ...(madeOn !== undefined && { madeOn }) });
  }

  async replace(draft: Draft, change: Change): Promise<Edited> {
    return replacePlan(this.#book(), draft, change);
  }

  async rollback(version: number, change: Change): Promise<Edited> {
    return rollBack(this.#book(), version, change);
  }

  async history(page: {
    readonly most: number;
    readonly before?: number;
    readonly events: number;
    readonly step?: number;
  }): Promise<History> {
    return historyOf(this.#book(), page);
  }

  async compare(from: number, to?: number): Promise<Comparison> {
    return compareVersions(this.#book(), from, to);
  }

  async forked(): Promise<Theirs> {
    const book = this.#book();
    const { facts, view } = book;
    const { version, plan } = view;
    return { id: facts.id, base: book.planAt(facts.mergedAt ?? 1), plan, version, progress: book.taken() };
  }

  async merge(theirs: Theirs, change: Change): Promise<MergeAnswer> {
    return mergeFork(this.#book(), theirs, change);
  }

  async wasMerged(version: number): Promise<void> {
    const book = this.#book();
    book.setFacts({ ...book.facts, mergedAt: version });
  }

  async act(action: Action, change: Change): Promise<Acted> {
    const book = this.#book();
    if (action.kind !== 'start') return act(book, action, change);
    const place = await ownPlace(book.facts, this.#services().workspace(book.facts.workspace));
    return act(book, { ...action, ...(place !== undefined && { base: place.commit }) }, change);
  }

  async complete(completion: Completion, { by, expectedVersion }: Change, onProgress: OnProgress): Promise<Completed> {
    const book = this.#book();
    book.expectVersion(expectedVersion);
    const begun = completable(book, completion.step, by);
    if (begun.done !== undefined) {
      const acted = conclude(book, begun, begun.done, []);
      return { completed: true, already: true, evidence: begun.done, acted };
    }
    const { checked, files } = await verified(begun, book.facts, completion, this.#services(), onProgress);
    const holds = checked.results.length > 0 && checked.results.every(({ outcome }) => outcome === 'holds');
    const { override } = completion;
    const evidence: EvidenceRecord = {
      ...checked,
      at: book.now(),
      by,
      outcome: holds ? 'passed' : override === undefined ? 'refused' : 'overridden',
      ...(!holds && override !== undefined && { reason: override }),
    };
    const acted = conclude(book, begun, evidence, files);
    return { completed: evidence.outcome !== 'refused', already: false, evidence, acted };
  }

  async execute(request: ExecutionRequest, { by, expectedVersion }: Change, onProgress: OnProgress): Promise<Executed> {
    const book = this.#book();
    book.expectVersion(expectedVersion);
    return executeStep({ book, request, by, services: this.#services(), onProgress }, () => performance.now());
  }

  async requestApproval(request: ApprovalRequest, change: Change): Promise<OpenApproval> {
    return requestApproval(this.#book(), request, change);
  }

  async respondApproval(response: ApprovalResponse, change: Change): Promise<OpenApproval> {
    return respondApproval(this.#book(), response, change);
  }

  async erase(): Promise<void> {
    await this.#book.erase();
  }

  #services(): PlanningServices {
    return planningServices(this.env, this.#book().facts.owner);
  }

  /** Compares the plan's commit with the workspace, unless that was done of these steps and commits. */
  async #compareCode(): Promise<DriftReport> {
    const book = this.#book();
    const { view, facts } = book;
    const services = this.#services();
    const of = [view.version, facts.commit, facts.madeOn, ...view.states].join();
    const known = this.#drift;
    if (known?.book === book && known.of === of && known.report.commit !== undefined) {
      const commit = await headOf(facts, services.workspace(facts.workspace));
      if (commit === known.report.commit) return known.report;
    }
    const report = await driftOf(view, facts, services);
    this.#drift = { book, of, report };
    return report;
  }
}
