/** What is stored of a review in the background: where it is, its steps, and what each of them found. */
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Finding } from '../finding.ts';
import type { Outline } from '../review.ts';
import type { ChecksReport } from '../run-checks.ts';
import type { PlannedStep } from './plan.ts';
import type { SessionState, StartRequest } from './service.ts';

/** The tables, for the object's migrations. */
export const SESSION_SCHEMA = `
  CREATE TABLE session (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- JSON.
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    -- Why it failed.
    error TEXT,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- When a step began or ended last.
    active_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- Times that planning began.
    plans INTEGER NOT NULL DEFAULT 0,
    -- JSON: what is known of the change; NULL until it is planned.
    outline TEXT,
    -- Reads of files, and those answered from memory.
    reads INTEGER NOT NULL DEFAULT 0,
    hits INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE step (
    number INTEGER PRIMARY KEY,
    -- JSON.
    plan TEXT NOT NULL,
    -- pending, running, done or failed.
    state TEXT NOT NULL,
    -- Times that it failed or was lost.
    failures INTEGER NOT NULL DEFAULT 0,
    -- Times that it began: what an earlier beginning reports is not taken.
    claim INTEGER NOT NULL DEFAULT 0,
    -- JSON: what it reports besides findings.
    report TEXT
  ) STRICT;
  CREATE TABLE finding (
    step INTEGER NOT NULL,
    place INTEGER NOT NULL,
    -- JSON.
    finding TEXT NOT NULL,
    PRIMARY KEY (step, place)
  ) STRICT;
`;

/** What is lost is counted by itself. */
export const LOSSES_SCHEMA = `
  -- Times that an instance was lost over planning, or over the step.
  ALTER TABLE session ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE step ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Times that a step, or planning, may be lost with an instance: it says little of the work, unless it happens over and over. Each attempt waits
 * longer than the one before, so that a process has time to start.
 */
export const MOST_LOSSES = 10;

/** Why a step came to nothing: an instance was lost over it, or it failed by itself. */
export type StepEnd = { readonly kind: 'lost' | 'failed'; readonly why: string };

/** A step that has begun. */
export interface ClaimedStep {
  readonly number: number;
  readonly claim: number;
  readonly plan: PlannedStep;
  /** Whether it is tried again when an instance is lost over it, and when it fails by itself. */
  readonly triesAgain: { readonly lost: boolean; readonly failed: boolean };
}

/** What a step reports besides findings. */
export interface StepReport extends Omit<ChecksReport, 'findings'> {
  readonly lineHashes: Readonly<Record<string, string>>;
}

/** What is known of a change once it is planned. */
export interface PlannedOutline extends Outline {
  readonly base?: string;
  readonly head?: string;
  readonly omitted: ChecksReport['omitted'];
  readonly warnings: readonly string[];
}

/** The session as it is stored. */
export interface SessionRow {
  readonly request: StartRequest;
  readonly state: SessionState;
  readonly error?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly activeAt: number;
  readonly endedAt?: number;
  readonly plans: number;
  /** Times that an instance was lost over planning. */
  readonly losses: number;
  readonly outline?: PlannedOutline;
  readonly reads: number;
  readonly hits: number;
}

type Row = {
  request: string;
  state: string;
  error: string | null;
  created_at: number;
  updated_at: number;
  active_at: number;
  ended_at: number | null;
  plans: number;
  losses: number;
  outline: string | null;
  reads: number;
  hits: number;
};

/** The store; each method is one transaction. */
export class SessionStore {
  readonly #database: SqlDatabase;
  readonly #now: () => number;

  constructor(database: SqlDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  get #sql() {
    return this.#database.sql;
  }

  /** The session; undefined when none was started. */
  read(): SessionRow | undefined {
    const [row] = this.#sql.exec<Row>('SELECT * FROM session').toArray();
    if (row === undefined) return undefined;
    return {
      // Written by this class.
      request: JSON.parse(row.request) as StartRequest,
      state: row.state as SessionState,
      ...(row.error !== null && { error: row.error }),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      activeAt: row.active_at,
      ...(row.ended_at !== null && { endedAt: row.ended_at }),
      plans: row.plans,
      losses: row.losses,
      ...(row.outline !== null && { outline: JSON.parse(row.outline) as PlannedOutline }),
      reads: row.reads,
      hits: row.hits,
    };
  }

  start(request: StartRequest): void {
    const now = this.#now();
    this.#sql.exec(
      "INSERT INTO session (one, request, state, created_at, updated_at, active_at) VALUES (1, ?, 'pending', ?, ?, ?)",
      JSON.stringify(request),
      now,
      now,
      now,
    );
  }

  /** Goes to another state. What runs is given up where it may not run on. */
  enter(state: SessionState, error?: string): void {
    this.#database.transactionSync(() => {
      const now = this.#now();
      const hasEnded = state === 'completed' || state === 'cancelled' || state === 'failed';
      this.#sql.exec(
        'UPDATE session SET state = ?, error = ?, updated_at = ?, ended_at = ?, plans = 0, losses = 0',
        state,
        error ?? null,
        now,
        hasEnded ? now : null,
      );
      if (state !== 'executing') this.#sql.exec("UPDATE step SET state = 'pending' WHERE state = 'running'");
    });
  }

  /** Begins to plan; returns how often that was before. */
  beginPlan(): number {
    return this.#database.transactionSync(() => {
      const { plans } = this.#sql.exec<{ plans: number }>('SELECT plans FROM session').one();
      this.#sql.exec(
        "UPDATE session SET state = 'planning', plans = plans + 1, updated_at = ?, active_at = ?",
        this.#now(),
        this.#now(),
      );
      return plans;
    });
  }

  /** Takes a plan, unless the session was paused or ended meanwhile. */
  plan(outline: PlannedOutline, steps: readonly PlannedStep[]): void {
    this.#database.transactionSync(() => {
      if (this.#state() !== 'planning') return;
      this.#sql.exec('DELETE FROM step');
      for (const [index, step] of steps.entries()) {
        const plan = JSON.stringify(step);
        this.#sql.exec("INSERT INTO step (number, plan, state) VALUES (?, ?, 'pending')", index + 1, plan);
      }
      this.#sql.exec(
        "UPDATE session SET state = 'ready', outline = ?, updated_at = ?, active_at = ?",
        JSON.stringify(outline),
        this.#now(),
        this.#now(),
      );
    });
  }

  /** Steps that have begun and were lost with the instance: they count as failed once. */
  loseRunning(maxRetries: number): void {
    for (const { number } of this.#sql
      .exec<{ number: number }>("SELECT number FROM step WHERE state = 'running'")
      .toArray()) {
      this.fail(number, maxRetries, { kind: 'lost', why: 'The instance that worked on it was lost.' });
    }
  }

  /** Begins up to `most` steps, in their order. */
  claim(most: number, maxRetries: number): readonly ClaimedStep[] {
    return this.#database.transactionSync(() => {
      if (this.#state() !== 'executing') return [];
      const rows = this.#sql
        .exec<{ number: number; claim: number; plan: string; failures: number; losses: number }>(
          "SELECT number, claim, plan, failures, losses FROM step WHERE state = 'pending' ORDER BY number LIMIT ?",
          most,
        )
        .toArray();
      for (const { number } of rows) {
        this.#sql.exec("UPDATE step SET state = 'running', claim = claim + 1 WHERE number = ?", number);
      }
      this.#touch();
      return rows.map(({ number, claim, plan, failures, losses }) => ({
        number,
        claim: claim + 1,
        plan: JSON.parse(plan) as PlannedStep,
        triesAgain: { lost: losses < MOST_LOSSES, failed: failures < maxRetries },
      }));
    });
  }

  /** Takes what a step found, unless it was given up meanwhile: then it begins again, and nothing is there twice. */
  finish({ number, claim }: ClaimedStep, report: StepReport, findings: readonly Finding[]): void {
    this.#database.transactionSync(() => {
      const [row] = this.#sql
        .exec("SELECT 1 FROM step WHERE number = ? AND claim = ? AND state = 'running'", number, claim)
        .toArray();
      if (row === undefined) return;
      this.#sql.exec("UPDATE step SET state = 'done', report = ? WHERE number = ?", JSON.stringify(report), number);
      for (const [place, finding] of findings.entries()) {
        this.#sql.exec(
          'INSERT INTO finding (step, place, finding) VALUES (?, ?, ?)',
          number,
          place,
          JSON.stringify(finding),
        );
      }
      this.#touch();
    });
  }

  /** A step came to nothing: it is tried again, or has failed for good. */
  fail(number: number, maxRetries: number, { kind, why }: StepEnd): void {
    this.#database.transactionSync(() => {
      const [row] = this.#sql
        .exec<{ failures: number; losses: number; plan: string }>(
          "SELECT failures, losses, plan FROM step WHERE number = ? AND state = 'running'",
          number,
        )
        .toArray();
      if (row === undefined) return;
      const failures = row.failures + (kind === 'failed' ? 1 : 0);
      const losses = row.losses + (kind === 'lost' ? 1 : 0);
      const { label, checks } = JSON.parse(row.plan) as PlannedStep;
      const report: StepReport = {
        executed: 0,
        omitted: checks.map((check) => ({ what: label, why, check })),
        warnings: [],
        changes: [],
        different: [],
        stages: [],
        lost: checks,
        lineHashes: {},
      };
      const isLast = failures > maxRetries || losses > MOST_LOSSES;
      this.#sql.exec(
        'UPDATE step SET state = ?, failures = ?, losses = ?, report = ? WHERE number = ?',
        isLast ? 'failed' : 'pending',
        failures,
        losses,
        isLast ? JSON.stringify(report) : null,
        number,
      );
      this.#touch();
    });
  }

  /** Planning came to nothing, and is to begin again: an instance was lost over it, which is no failure of the plan, or it failed by itself. */
  planAgain(kind: StepEnd['kind']): void {
    const lost = kind === 'lost' ? 1 : 0;
    this.#sql.exec("UPDATE session SET state = 'pending', plans = plans - ?, losses = losses + ?", lost, lost);
  }

  /** Times that what is to be done next was lost. */
  losses(): number {
    const query =
      "SELECT max((SELECT losses FROM session), coalesce((SELECT max(losses) FROM step WHERE state = 'pending'), 0)) AS most";
    return this.#sql.exec<{ most: number }>(query).one().most;
  }

  /** Whether all steps have ended and nothing of them is missing. */
  isComplete(): boolean {
    // Steps of an earlier version do not tell what was lost.
    const isWhole = ({ state, report }: ReturnType<SessionStore['steps']>[number]) =>
      state === 'done' && (report?.lost ?? []).length === 0;
    return this.#state() === 'completed' && this.steps().every(isWhole);
  }

  /** Reads of files since the last time. */
  countReads(reads: number, hits: number): void {
    this.#sql.exec('UPDATE session SET reads = reads + ?, hits = hits + ?', reads, hits);
  }

  steps(): readonly { readonly state: string; readonly plan: PlannedStep; readonly report?: StepReport }[] {
    return this.#sql
      .exec<{ state: string; plan: string; report: string | null }>(
        'SELECT state, plan, report FROM step ORDER BY number',
      )
      .toArray()
      .map(({ state, plan, report }) => ({
        state,
        plan: JSON.parse(plan) as PlannedStep,
        ...(report !== null && { report: JSON.parse(report) as StepReport }),
      }));
  }

  findingCount(): number {
    return this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM finding').one().count;
  }

  findings(): readonly Finding[] {
    return this.#sql
      .exec<{ finding: string }>('SELECT finding FROM finding ORDER BY step, place')
      .toArray()
      .map(({ finding }) => JSON.parse(finding) as Finding);
  }

  #state(): string | undefined {
    return this.#sql.exec<{ state: string }>('SELECT state FROM session').toArray()[0]?.state;
  }

  #touch(): void {
    const now = this.#now();
    this.#sql.exec('UPDATE session SET updated_at = ?, active_at = ?', now, now);
  }
}

/** Findings of one step that are kept. */
export const MOST_STEP_FINDINGS = 2_000;
