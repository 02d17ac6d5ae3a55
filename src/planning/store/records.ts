/** What happened to a plan's steps: progress, evidence, approvals and events. They belong to steps, whatever the version. */
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Approval, EvidenceRecord, PlanEvent, Progress } from '../records.ts';

/** Events that are kept, and pieces of evidence of one step. */
export const MOST_EVENTS = 10_000;
export const MOST_EVIDENCE = 20;
/** Calls under a name that are known. */
const MOST_CALLS = 300;

type BodyRow = { body: string };

/** The store of records; methods that write are to be called in a transaction. */
export class PlanRecords {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  get #sql() {
    return this.#database.sql;
  }

  /** Progress by the identity of steps. */
  progress(): Map<string, Progress> {
    const rows = this.#sql.exec<{ step: string; body: string }>('SELECT step, body FROM progress').toArray();
    // Written by this class, as all that follows.
    return new Map(rows.map(({ step, body }) => [step, JSON.parse(body) as Progress]));
  }

  setProgress(step: string, progress: Progress | undefined): void {
    if (progress === undefined) this.#sql.exec('DELETE FROM progress WHERE step = ?', step);
    else this.#sql.exec('INSERT OR REPLACE INTO progress (step, body) VALUES (?, ?)', step, JSON.stringify(progress));
  }

  /** Evidence of a step, the newest first. */
  evidence(step: string): readonly EvidenceRecord[] {
    return this.#sql
      .exec<BodyRow>('SELECT body FROM evidence WHERE step = ? ORDER BY id DESC', step)
      .toArray()
      .map(({ body }) => JSON.parse(body) as EvidenceRecord);
  }

  /** Adds evidence; of what was refused only the newest is kept, of what completed a step all. */
  addEvidence(step: string, evidence: EvidenceRecord): void {
    this.#sql.exec('INSERT INTO evidence (step, body) VALUES (?, ?)', step, JSON.stringify(evidence));
    this.#sql.exec(
      `DELETE FROM evidence WHERE step = ? AND body ->> '$.outcome' = 'refused' AND id NOT IN (
         SELECT id FROM evidence WHERE step = ? ORDER BY id DESC LIMIT ?
       )`,
      step,
      step,
      MOST_EVIDENCE,
    );
  }

  /** In the order in which they were requested. */
  approvals(): readonly Approval[] {
    return this.#sql
      .exec<{ id: number; body: string }>('SELECT id, body FROM approval ORDER BY id')
      .toArray()
      .map(({ id, body }) => ({ ...(JSON.parse(body) as Omit<Approval, 'id'>), id }));
  }

  addApproval(approval: Omit<Approval, 'id'>): Approval {
    const { id } = this.#sql
      .exec<{ id: number }>('INSERT INTO approval (body) VALUES (?) RETURNING id', JSON.stringify(approval))
      .one();
    return { ...approval, id };
  }

  setApproval({ id, ...approval }: Approval): void {
    this.#sql.exec('UPDATE approval SET body = ? WHERE id = ?', JSON.stringify(approval), id);
  }

  addEvent({ at, step, ...event }: Omit<PlanEvent, 'seq'>): void {
    this.#sql.exec('INSERT INTO event (at, step, body) VALUES (?, ?, ?)', at, step ?? null, JSON.stringify(event));
    this.#sql.exec('DELETE FROM event WHERE seq <= (SELECT max(seq) FROM event) - ?', MOST_EVENTS);
  }

  /** The newest first, from before `before` on; of one step where one is named. */
  events(most: number, before = Number.MAX_SAFE_INTEGER, step?: string): readonly PlanEvent[] {
    return this.#sql
      .exec<{ seq: number; at: number; step: string | null; body: string }>(
        'SELECT * FROM event WHERE seq < ? AND (? IS NULL OR step = ?) ORDER BY seq DESC LIMIT ?',
        before,
        step ?? null,
        step ?? null,
        most,
      )
      .toArray()
      .map(({ seq, at, step: of, body }) => ({ ...JSON.parse(body), seq, at, ...(of !== null && { step: of }) }));
  }

  /** Events that are kept, and the first of them; it is 1 while none was forgotten. */
  eventsKept(): { readonly count: number; readonly first: number } {
    return this.#sql
      .exec<{ count: number; first: number }>('SELECT count(*) AS count, coalesce(min(seq), 1) AS first FROM event')
      .one();
  }

  /** The call that was made under a name. */
  call(key: string): { readonly request: string; readonly answer: string } | undefined {
    return this.#sql
      .exec<{ request: string; answer: string }>('SELECT request, answer FROM call WHERE key = ?', key)
      .toArray()[0];
  }

  addCall(key: string, request: string, answer: string): void {
    this.#sql.exec('INSERT INTO call (key, request, answer) VALUES (?, ?, ?)', key, request, answer);
    this.#sql.exec(
      'DELETE FROM call WHERE rowid NOT IN (SELECT rowid FROM call ORDER BY rowid DESC LIMIT ?)',
      MOST_CALLS,
    );
  }
}
