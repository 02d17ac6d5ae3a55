/** What is stored of a certification: its tests, and the result of each. */
import { ToolFailure } from '../../lib/errors.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Usage } from '../../models/api.ts';
import type { TestCase } from '../service.ts';
import { failedResult, type TestResult } from './results.ts';
import {
  type CertificationFacts,
  type CertificationState,
  type CertificationStatus,
  MOST_ATTEMPTS,
} from './service.ts';

/** The tables, for the object's migrations. */
export const CERTIFICATION_SCHEMA = `
  CREATE TABLE certification (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- JSON.
    facts TEXT NOT NULL,
    -- 1 once it takes no more answers before all are there.
    ended INTEGER NOT NULL,
    -- Why nothing goes on, or what went wrong last.
    trouble TEXT
  ) STRICT;
  CREATE TABLE test (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    scaffold TEXT NOT NULL,
    tier TEXT NOT NULL,
    task TEXT NOT NULL,
    -- JSON.
    input TEXT NOT NULL,
    -- Times that a model failed at it.
    attempts INTEGER NOT NULL DEFAULT 0,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    -- JSON; NULL while there is none.
    result TEXT
  ) STRICT;
`;

/** Characters of a response that are kept, for whoever wants to see what was answered. */
const LONGEST_RESPONSE = 4_000;

type FactsRow = { facts: string; ended: number; trouble: string | null };
type TestRow = { id: string; scaffold: string; tier: string; task: string; input: string };
type ResultRow = Pick<TestRow, 'id' | 'scaffold' | 'tier'> & {
  input_tokens: number;
  output_tokens: number;
  result: string | null;
};

/** A test as it is stored. */
export type StoredTest = Pick<TestCase, 'id' | 'scaffold' | 'tier' | 'task' | 'input'>;

/** The store; each method is one transaction. */
export class CertificationStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  get #sql() {
    return this.#database.sql;
  }

  /** Begins it, unless it was begun before. */
  start(facts: CertificationFacts, tests: readonly StoredTest[]): void {
    this.#database.transactionSync(() => {
      if (this.hasBegun) return;
      this.#sql.exec('INSERT INTO certification (one, facts, ended) VALUES (1, ?, 0)', JSON.stringify(facts));
      for (const { id, scaffold, tier, task, input } of tests)
        this.#sql.exec(
          'INSERT INTO test (id, scaffold, tier, task, input) VALUES (?, ?, ?, ?, ?)',
          id,
          scaffold,
          tier,
          task,
          JSON.stringify(input),
        );
    });
  }

  get hasBegun(): boolean {
    return this.#sql.exec('SELECT 1 FROM certification').toArray().length > 0;
  }

  /** How far it is. Throws `ToolFailure` when nothing was begun. */
  status(): CertificationStatus {
    const { facts, trouble } = this.#expect();
    const scaffolds = this.#sql
      .exec<{ scaffold: string; tests: number; done: number }>(
        'SELECT scaffold, count(*) AS tests, count(result) AS done FROM test GROUP BY scaffold ORDER BY min(place)',
      )
      .toArray();
    const usage = this.#sql
      .exec<{ input: number; output: number }>(
        'SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output FROM test',
      )
      .one();
    return {
      // Written by this class.
      facts: JSON.parse(facts) as CertificationFacts,
      state: this.#state(),
      tests: scaffolds.reduce((sum, each) => sum + each.tests, 0),
      done: scaffolds.reduce((sum, each) => sum + each.done, 0),
      scaffolds,
      ...(trouble !== null && { trouble }),
      usage,
    };
  }

  /** The first tests without a result, those that were tried least first; all of one scaffold. */
  next(most: number): readonly StoredTest[] {
    if (this.#state() !== 'open') return [];
    return this.#sql
      .exec<TestRow>(
        `SELECT id, scaffold, tier, task, input FROM test WHERE result IS NULL AND scaffold =
           (SELECT scaffold FROM test WHERE result IS NULL ORDER BY attempts, place LIMIT 1)
         ORDER BY attempts, place LIMIT ?`,
        most,
      )
      .toArray()
      .map(toTest);
  }

  /** All tests. */
  tests(): readonly StoredTest[] {
    return this.#sql
      .exec<TestRow>('SELECT id, scaffold, tier, task, input FROM test ORDER BY place')
      .toArray()
      .map(toTest);
  }

  /** The test of that id while it waits for a result; undefined when it has one. Throws `ToolFailure` for none, and when all has ended. */
  waiting(id: string): StoredTest | undefined {
    const [row] = this.#sql
      .exec<TestRow & { result: string | null }>(
        'SELECT id, scaffold, tier, task, input, result FROM test WHERE id = ?',
        id,
      )
      .toArray();
    if (row === undefined)
      throw refused(
        `${JSON.stringify(id.slice(0, 100))} is no test of this certification.`,
        'Answer the tests that are asked, by their ids.',
      );
    if (row.result !== null) return undefined;
    if (this.#state() === 'ended')
      throw refused('The certification has ended.', 'certification_report has what came of it.');
    return toTest(row);
  }

  /** Gives a test its result, if it has none. */
  settle(result: TestResult, usage: Usage | undefined): void {
    this.#database.transactionSync(() => {
      this.#spend(result.id, usage);
      const kept = JSON.stringify({ ...result, response: shortened(result.response) });
      this.#sql.exec('UPDATE test SET result = ? WHERE id = ? AND result IS NULL', kept, result.id);
      this.#sql.exec('UPDATE certification SET trouble = NULL');
    });
  }

  /** Notes that a model did not answer a test; it counts as wrong when it is not to be asked again. */
  miss({ id, scaffold, tier }: StoredTest, why: string, again: boolean, usage: Usage | undefined): void {
    this.#database.transactionSync(() => {
      this.#spend(id, usage);
      this.#sql.exec('UPDATE test SET attempts = attempts + 1 WHERE id = ?', id);
      this.#sql.exec(
        'UPDATE test SET result = ? WHERE id = ? AND result IS NULL AND (? OR attempts >= ?)',
        JSON.stringify(failedResult({ id, scaffold, tier }, why)),
        id,
        again ? 0 : 1,
        MOST_ATTEMPTS,
      );
      this.note(why);
    });
  }

  /** Notes why nothing goes on. */
  note(trouble: string): void {
    this.#sql.exec('UPDATE certification SET trouble = ?', trouble);
  }

  /** Takes no more answers. */
  end(): void {
    this.#sql.exec('UPDATE certification SET ended = 1, trouble = NULL');
  }

  /** The results; tests without one are there as errors. */
  results(): readonly TestResult[] {
    return this.#sql
      .exec<ResultRow>('SELECT id, scaffold, tier, input_tokens, output_tokens, result FROM test ORDER BY place')
      .toArray()
      .map(({ input_tokens: input, output_tokens: output, result, ...test }) => ({
        // Written by this class.
        ...(result === null
          ? failedResult(test as Pick<TestResult, 'id' | 'scaffold' | 'tier'>, 'the test was not answered')
          : (JSON.parse(result) as TestResult)),
        ...(input + output > 0 && { tokens: { input, output } }),
      }));
  }

  #spend(id: string, usage: Usage | undefined): void {
    if (usage === undefined) return;
    this.#sql.exec(
      'UPDATE test SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ? WHERE id = ?',
      Math.round(usage.input),
      Math.round(usage.output),
      id,
    );
  }

  #state(): CertificationState {
    const { ended } = this.#expect();
    const { left } = this.#sql.exec<{ left: number }>('SELECT count(*) - count(result) AS left FROM test').one();
    if (left === 0) return 'complete';
    return ended === 1 ? 'ended' : 'open';
  }

  #expect(): FactsRow {
    const [row] = this.#sql.exec<FactsRow>('SELECT facts, ended, trouble FROM certification').toArray();
    if (row === undefined) throw refused('The certification was not begun.', 'start_certification begins one.');
    return row;
  }
}

/** Written by this class. */
function toTest({ id, scaffold, tier, task, input }: TestRow): StoredTest {
  return { id, scaffold, tier: tier as StoredTest['tier'], task, input: JSON.parse(input) as object };
}

function shortened(response: unknown): string {
  const text = typeof response === 'string' ? response : (JSON.stringify(response) ?? '');
  if (text.length <= LONGEST_RESPONSE) return text;
  return `${text.slice(0, LONGEST_RESPONSE).toWellFormed()}\n[cut: ${text.length} characters]`;
}

function refused(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'ValueError', message, advice });
}
