/** The versions of a plan: each part is stored once for as long as it stays as it is. */
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Plan, PlanHead, Step } from '../plan.ts';
import type { Actor } from '../records.ts';

/** Versions that are kept. */
export const MOST_VERSIONS = 500;

const HEAD = '';

/** A version without what it holds. */
export interface VersionFacts {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: Actor;
  /** In a line. */
  readonly changes: string;
}

/** A plan and the version that it is. */
export interface VersionedPlan {
  readonly version: number;
  readonly plan: Plan;
}

/** The highest number that a step ever had, and how many identities were given. */
export interface Counters {
  readonly highest: number;
  readonly named: number;
}

type PartRow = { key: string; body: string };
type VersionRow = { version: number; at: number; by: string; changes: string };

/** The store of versions; methods that write are to be called in a transaction. */
export class PlanDocuments {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  get #sql() {
    return this.#database.sql;
  }

  /** The newest version; undefined when nothing was written. */
  current(): VersionedPlan | undefined {
    const [row] = this.#sql.exec<{ version: number }>('SELECT version FROM plan').toArray();
    if (row === undefined) return undefined;
    const rows = this.#sql.exec<PartRow>('SELECT key, body FROM part WHERE until IS NULL').toArray();
    return { version: row.version, plan: planOfRows(rows) };
  }

  /** The plan at a version; undefined for one that is not kept. */
  at(version: number): Plan | undefined {
    if (this.versions(version, 1).every((each) => each.version !== version)) return undefined;
    const rows = this.#sql
      .exec<PartRow>('SELECT key, body FROM part WHERE since <= ? AND (until IS NULL OR until > ?)', version, version)
      .toArray();
    return planOfRows(rows);
  }

  counters(): Counters {
    const [row] = this.#sql.exec<{ highest: number; named: number }>('SELECT highest, named FROM plan').toArray();
    return row ?? { highest: 0, named: 0 };
  }

  /** Writes a plan as the version after `before`, of which only what differs is stored; returns its number. */
  write(
    before: VersionedPlan | undefined,
    plan: Plan,
    { at, by, changes }: Omit<VersionFacts, 'version'>,
    named: number,
  ): number {
    const version = (before?.version ?? 0) + 1;
    const old = before === undefined ? new Map<string, string>() : partsOf(before.plan);
    const parts = partsOf(plan);
    for (const [key, body] of parts) {
      if (old.get(key) === body) continue;
      if (old.has(key)) this.#end(key, version);
      this.#sql.exec('INSERT INTO part (key, since, body) VALUES (?, ?, ?)', key, version, body);
    }
    for (const key of old.keys()) if (!parts.has(key)) this.#end(key, version);
    const highest = Math.max(0, ...plan.steps.map(({ number }) => number));
    this.#sql.exec(
      'UPDATE plan SET version = ?, highest = max(highest, ?), named = max(named, ?), updated_at = ?',
      version,
      highest,
      named,
      at,
    );
    this.#sql.exec(
      'INSERT INTO version (version, at, by, changes) VALUES (?, ?, ?, ?)',
      version,
      at,
      JSON.stringify(by),
      changes,
    );
    this.#forget(version - MOST_VERSIONS);
    return version;
  }

  /** Versions up to `newest`, the newest first, at most `most`. */
  versions(newest: number, most: number): readonly VersionFacts[] {
    return this.#sql
      .exec<VersionRow>('SELECT * FROM version WHERE version <= ? ORDER BY version DESC LIMIT ?', newest, most)
      .toArray()
      .map(({ by, ...row }) => ({ ...row, by: JSON.parse(by) }));
  }

  /** How many versions are kept, and the oldest of them. */
  kept(): { readonly count: number; readonly oldest: number } {
    return this.#sql
      .exec<{ count: number; oldest: number }>(
        'SELECT count(*) AS count, coalesce(min(version), 0) AS oldest FROM version',
      )
      .one();
  }

  #end(key: string, version: number): void {
    this.#sql.exec('UPDATE part SET until = ? WHERE key = ? AND until IS NULL', version, key);
  }

  /** Forgets versions up to `last`, and what only they have. */
  #forget(last: number): void {
    if (last < 1) return;
    this.#sql.exec('DELETE FROM version WHERE version <= ?', last);
    this.#sql.exec('DELETE FROM part WHERE until <= ?', last + 1);
  }
}

function partsOf({ head, steps }: Plan): ReadonlyMap<string, string> {
  return new Map([[HEAD, JSON.stringify(head)], ...steps.map((step) => [step.id, JSON.stringify(step)] as const)]);
}

function planOfRows(rows: readonly PartRow[]): Plan {
  let head: PlanHead | undefined;
  const steps: Step[] = [];
  // Written by this class.
  for (const { key, body } of rows) {
    if (key === HEAD) head = JSON.parse(body) as PlanHead;
    else steps.push(JSON.parse(body) as Step);
  }
  if (head === undefined) throw new Error('The plan has no head.');
  return { head, steps: steps.sort((left, right) => left.number - right.number) };
}
