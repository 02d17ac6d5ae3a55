/** The stored state of one plan: what it is now, and the only ways in which that changes. */
import { fingerprint } from '../lib/fingerprint.ts';
import type { SqlDatabase } from '../lib/sql.ts';
import { otherCall, otherVersion, unknownPlan, unknownStep, unknownVersion } from './failures.ts';
import { networkOf } from './graph/network.ts';
import type { Plan, Step } from './plan.ts';
import { numbersIn, type PlanView, viewOf } from './progress/view.ts';
import type { Actor, PlanEvent, PlanFacts, Progress } from './records.ts';
import type { Adopted, Change, Edited } from './service.ts';
import { PlanDocuments, type VersionedPlan } from './store/documents.ts';
import { PlanRecords } from './store/records.ts';
import { changesBetween, isSame, summaryOf } from './versions/changes.ts';

/** Changes that a conflict names. */
const MOST_CHANGES = 5;

type PlanRow = { facts: string; created_at: number; updated_at: number };

/** What became of a step; undefined: it is yet to be done. */
export interface Recording {
  readonly step: Step;
  readonly progress: Progress | undefined;
}

type NewEvent = Pick<PlanEvent, 'action' | 'by' | 'commit' | 'note'>;

/** A plan's state. Methods throw `ToolFailure`, and change nothing then. */
export class PlanBook {
  readonly documents: PlanDocuments;
  readonly records: PlanRecords;
  readonly now: () => number;
  readonly #database: SqlDatabase;
  #view: PlanView | undefined;
  #progress: Map<string, Progress> | undefined;
  #given = 0;

  constructor(database: SqlDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.documents = new PlanDocuments(database);
    this.records = new PlanRecords(database);
    this.now = now;
  }

  get isBegun(): boolean {
    return this.#row() !== undefined;
  }

  /** Begins the plan with its first version; a fork takes along what was done. */
  begin(facts: PlanFacts, plan: Plan, by: Actor, adopted?: Adopted): void {
    const from = facts.forkOf === undefined ? '' : `, a copy of version ${facts.forkOf.version} of ${facts.forkOf.id}`;
    const changes = `made with ${plan.steps.length} steps${from}`;
    this.transaction(() => {
      networkOf(plan.steps);
      const at = this.now();
      this.#database.sql.exec(
        'INSERT INTO plan (one, facts, version, highest, named, created_at, updated_at) VALUES (1, ?, 0, 0, 0, ?, ?)',
        JSON.stringify(facts),
        at,
        at,
      );
      const version = this.documents.write(undefined, plan, { at, by, changes }, this.#given);
      this.records.addEvent({ at, action: 'created', by, version, note: changes });
      for (const [step, progress, evidence] of adopted?.progress ?? []) {
        this.records.setProgress(step, progress);
        for (const one of evidence.toReversed()) this.records.addEvidence(step, one);
      }
    });
  }

  /** What was completed, for a plan that takes it along. */
  taken(): Adopted['progress'] {
    const { plan, states, progress } = this.view;
    return plan.steps.flatMap(({ id }, index) => {
      const own = progress[index];
      return states[index] === 'completed' && own !== undefined ? [[id, own, this.records.evidence(id)] as const] : [];
    });
  }

  get facts(): PlanFacts {
    const row = this.#row();
    if (row === undefined) throw unknownPlan('that was not begun');
    // Written by this class.
    return JSON.parse(row.facts) as PlanFacts;
  }

  setFacts(facts: PlanFacts): void {
    this.#database.sql.exec('UPDATE plan SET facts = ?', JSON.stringify(facts));
  }

  /** In milliseconds since 1970. */
  get times(): { readonly createdAt: number; readonly updatedAt: number } {
    const row = this.#row();
    return { createdAt: row?.created_at ?? 0, updatedAt: row?.updated_at ?? 0 };
  }

  /** The plan as it stands. Throws when nothing was begun. */
  get view(): PlanView {
    this.#view ??= this.#derive();
    return this.#view;
  }

  /** The plan at a version that is kept. */
  planAt(version: number): Plan {
    const { view } = this;
    if (version === view.version) return view.plan;
    const plan = this.documents.at(version);
    if (plan === undefined) throw unknownVersion(version, this.documents.kept().oldest, view.version);
    return plan;
  }

  /** Index of the step of that number. */
  indexOf(number: number): number {
    const { network, plan } = this.view;
    const index = network.indexOf.get(number);
    if (index === undefined)
      throw unknownStep(
        number,
        plan.steps.map((step) => step.number),
      );
    return index;
  }

  /** The step of that number. */
  stepOf(number: number): Step {
    const step = this.view.plan.steps[this.indexOf(number)];
    if (step === undefined) throw new Error(`The plan has no step at the place of ${number}.`);
    return step;
  }

  /** Makes identities that no step of the plan `id`, of its forks or of its origin has. */
  newIds(id: string): () => string {
    return () => {
      this.#given = Math.max(this.#given, this.documents.counters().named) + 1;
      return `${id.slice(-8)}.${this.#given}`;
    };
  }

  /** Runs `work` so that all of it or nothing is stored. */
  transaction<Result>(work: () => Result): Result {
    try {
      return this.#database.transactionSync(work);
    } catch (error) {
      this.#view = undefined;
      this.#progress = undefined;
      throw error;
    }
  }

  /** What a change answered that was made before under its name; else `work` in a transaction, kept under that name. */
  once<Answer>(change: Change, request: unknown, work: () => Answer): Answer {
    const { key, expectedVersion } = change;
    return this.transaction(() => {
      const asked = fingerprint(request);
      const known = key === undefined ? undefined : this.records.call(key);
      if (key !== undefined && known !== undefined) {
        if (known.request !== asked) throw otherCall(key);
        // The same request was answered with it.
        return JSON.parse(known.answer) as Answer;
      }
      this.expectVersion(expectedVersion);
      const answer = work();
      if (key !== undefined) this.records.addCall(key, asked, JSON.stringify(answer));
      return answer;
    });
  }

  /** Throws when the plan is at another version than the caller expects. */
  expectVersion(expected: number | undefined): void {
    const { version } = this.view;
    if (expected === undefined || expected === version) return;
    const since = this.documents.versions(version, MOST_CHANGES).filter((one) => one.version > expected);
    throw otherVersion(expected, version, since.map((one) => `${one.version}: ${one.changes}`).reverse());
  }

  /** Makes `plan` the newest version, in a transaction. Nothing differs: nothing is written. `why` stands before what changed. */
  write(plan: Plan, by: Actor, why = ''): Edited {
    const before = this.view;
    const network = networkOf(plan.steps);
    const changes = changesBetween(before.plan, plan);
    const was: VersionedPlan = { version: before.version, plan: before.plan };
    const summary = `${why}${summaryOf(changes)}`;
    let { version } = before;
    if (!isSame(changes)) {
      const at = this.now();
      version = this.documents.write(was, plan, { at, by, changes: summary }, this.#given);
      this.records.addEvent({ at, action: 'changed', by, version, note: summary });
    }
    const after = viewOf(version, plan, this.#recorded(), this.records.approvals(), network);
    this.#view = after;
    const oldStates = new Map(before.plan.steps.map(({ id }, index) => [id, before.states[index]]));
    return {
      version,
      changes: summary,
      added: changes.added.map((step) => step.number),
      reopened: plan.steps.flatMap(({ id, number }, index) => {
        const wasDone = oldStates.get(id) === 'completed' && after.states[index] !== 'completed';
        return wasDone ? [number] : [];
      }),
      state: after.state,
      ready: numbersIn(after, 'ready'),
    };
  }

  /** The step of that identity. */
  stepById(id: string): Step | undefined {
    return this.view.plan.steps.find((step) => step.id === id);
  }

  /** Records what became of a step, and the event; in a transaction. */
  record(step: Step, progress: Progress | undefined, event: NewEvent): void {
    this.recordAll([{ step, progress }], event);
  }

  /** The same of several steps, each with an event of its own. */
  recordAll(changes: readonly Recording[], event: NewEvent): void {
    const known = this.#recorded();
    for (const { step, progress } of changes) {
      this.records.setProgress(step.id, progress);
      if (progress === undefined) known.delete(step.id);
      else known.set(step.id, progress);
      this.note(step, event);
    }
    this.refresh();
  }

  /** Adds an event of a step. */
  note(step: Step, event: NewEvent): void {
    const at = this.now();
    this.records.addEvent({ at, step: step.id, version: this.view.version, ...event });
    this.#database.sql.exec('UPDATE plan SET updated_at = ?', at);
  }

  /** Derives the view anew from what is recorded; the network stays. */
  refresh(): void {
    const { version, plan, network } = this.view;
    this.#view = viewOf(version, plan, this.#recorded(), this.records.approvals(), network);
  }

  #recorded(): Map<string, Progress> {
    this.#progress ??= this.records.progress();
    return this.#progress;
  }

  #derive(): PlanView {
    const current = this.documents.current();
    if (current === undefined) throw unknownPlan('that was not begun');
    return viewOf(current.version, current.plan, this.#recorded(), this.records.approvals());
  }

  #row(): PlanRow | undefined {
    return this.#database.sql.exec<PlanRow>('SELECT facts, created_at, updated_at FROM plan').toArray()[0];
  }
}
