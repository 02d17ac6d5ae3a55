/** Which commits can be reached from the covered one: found in steps, along parents. */
import type { Sql } from '../../lib/sql.ts';
import type { HistorySource } from './changes.ts';

/** Commits that are removed in one step. */
const SWEPT = 500;

type State = { tip: string | null; previous: string | null; walk: number; phase: Phase; met: number };
type Phase = 'ahead' | 'all' | 'sweep' | 'walked';

/**
 * Keeps `history_commit` at the commits that can be reached from a tip. When the tip moves on, only new commits are looked at;
 * when it moves elsewhere, all are, and those that are out of reach go.
 */
export class HistoryWalk {
  readonly #sql: Sql;
  readonly #source: HistorySource;

  constructor(sql: Sql, source: HistorySource) {
    this.#sql = sql;
    this.#source = source;
  }

  get tip(): string | undefined {
    return this.#state.tip ?? undefined;
  }

  get done(): boolean {
    return this.#state.phase === 'walked';
  }

  /** Goes for another tip; undefined stands for an empty history. */
  start(tip: string | undefined): void {
    const state = this.#state;
    // Of a walk that was not finished it is not known what it would have kept.
    const previous = state.phase === 'walked' ? state.tip : null;
    this.#sql.exec(
      'UPDATE history_state SET tip = ?, previous = ?, walk = walk + 1, phase = ?, met = 0',
      tip ?? null,
      previous,
      previous === null ? 'all' : 'ahead',
    );
    this.#begin(tip);
  }

  /** One step; to be called until {@link done}. */
  step(): void {
    const state = this.#state;
    if (state.phase === 'walked') return;
    if (state.phase === 'sweep') return this.#sweep(state);
    const [next] = this.#sql.exec<{ oid: string }>('SELECT oid FROM history_frontier LIMIT 1').toArray();
    if (next === undefined) return this.#arrive(state);
    this.#sql.exec('DELETE FROM history_frontier WHERE oid = ?', next.oid);
    this.#visit(next.oid, state);
  }

  get #state(): State {
    return this.#sql.exec<State>('SELECT tip, previous, walk, phase, met FROM history_state').one();
  }

  #begin(tip: string | undefined): void {
    this.#sql.exec('DELETE FROM history_frontier');
    if (tip !== undefined) this.#sql.exec('INSERT INTO history_frontier VALUES (?)', tip);
  }

  #visit(oid: string, { phase, walk, previous }: State): void {
    const [known] = this.#sql.exec<{ walk: number }>('SELECT walk FROM history_commit WHERE oid = ?', oid).toArray();
    if (oid === previous) this.#sql.exec('UPDATE history_state SET met = 1');
    if (known?.walk === walk || (known !== undefined && phase === 'ahead')) return;
    const commit = this.#source.commit(oid);
    if (known === undefined) {
      const { author, committer } = commit;
      this.#sql.exec(
        `INSERT INTO history_commit (oid, seconds, author, walk, indexed, more_files, lines_added, lines_removed, lines_complete, words)
         VALUES (?, ?, ?, ?, 0, 0, 0, 0, 0, 0)`,
        oid,
        committer.seconds,
        `${author.name} <${author.email}>`,
        walk,
      );
    } else this.#sql.exec('UPDATE history_commit SET walk = ? WHERE oid = ?', walk, oid);
    for (const parent of commit.parents) {
      // What lies before a shallow clone is not there.
      if (this.#source.has(parent)) this.#sql.exec('INSERT OR IGNORE INTO history_frontier VALUES (?)', parent);
    }
  }

  /** The frontier is empty. */
  #arrive({ phase, met, tip }: State): void {
    if (phase === 'all') this.#sql.exec("UPDATE history_state SET phase = 'sweep'");
    else if (met === 1) this.#sql.exec("UPDATE history_state SET phase = 'walked', previous = NULL");
    else {
      this.#sql.exec("UPDATE history_state SET phase = 'all', walk = walk + 1");
      this.#begin(tip ?? undefined);
    }
  }

  #sweep({ walk }: State): void {
    const lost = this.#sql
      .exec<{ id: number; indexed: number }>(
        'SELECT id, indexed FROM history_commit WHERE walk <> ? ORDER BY id LIMIT ?',
        walk,
        SWEPT,
      )
      .toArray();
    for (const { id, indexed } of lost) {
      if (indexed !== 0) this.#sql.exec('DELETE FROM history_words WHERE rowid = ?', id);
      this.#sql.exec('DELETE FROM history_commit WHERE id = ?', id);
    }
    if (lost.length < SWEPT) this.#sql.exec("UPDATE history_state SET phase = 'walked', previous = NULL");
  }
}
