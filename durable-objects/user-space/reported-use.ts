/** Reports to the object of accounts what the user of this space has used: a few minutes after it was counted, at most once in that time. */
import type { Background, Turn } from '../../src/lib/background.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { UsedOnDay } from '../accounts/counts.ts';
import type { OwnId } from './own-id.ts';

/** The name of the work; it is stored. */
export const REPORTED_USE = 'reported-use';
/** Milliseconds between two messages. */
const PAUSE_MS = 300_000;

/** What is needed of the object of accounts. */
export interface UseHeard {
  noteUse(userId: string, days: readonly UsedOnDay[]): Promise<void>;
}

/** The use, in the database of the space. */
export class ReportedUse {
  readonly #sql: Sql;
  readonly #ownId: OwnId;
  readonly #accounts: () => UseHeard;

  constructor(sql: Sql, ownId: OwnId, accounts: () => UseHeard) {
    this.#sql = sql;
    this.#ownId = ownId;
    this.#accounts = accounts;
  }

  /** Something was counted. */
  async wake(background: Background): Promise<void> {
    this.#ownId.keep();
    await background.wake(REPORTED_USE, PAUSE_MS);
  }

  /** Reports what is stored: the newest day, and the one before. What was not saved when a day ended, a minute's use at most, is lost. */
  async turn(): Promise<Turn> {
    const user = this.#ownId.value;
    if (user === undefined) return 'done';
    await this.#accounts().noteUse(user, this.#days());
    return 'done';
  }

  #days(): readonly UsedOnDay[] {
    const rows = this.#sql.exec<{ day: string; measure: string; amount: number }>('SELECT * FROM day_use').toArray();
    return [...new Set(rows.map(({ day }) => day))].map((day) => {
      const amount = (measure: string) => rows.find((row) => row.day === day && row.measure === measure)?.amount ?? 0;
      return {
        day,
        calls: amount('calls'),
        engineSeconds: amount('engineSeconds'),
        bytes: amount('bytes'),
        modelTokens: this.#modelTokens(day),
      };
    });
  }

  #modelTokens(day: string): number {
    const select = 'SELECT input_tokens + output_tokens AS tokens FROM model_use WHERE day = ?';
    return this.#sql.exec<{ tokens: number }>(select, day).toArray()[0]?.tokens ?? 0;
  }
}
