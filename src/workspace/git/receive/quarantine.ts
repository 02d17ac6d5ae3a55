/** Objects of pushes that are not accepted: apart from the repository's, and gone without a trace when their push fails. */
import type { Sql } from '../../../lib/sql.ts';
import type { ObjectStore } from '../object-store.ts';

/** A push that has begun. */
export interface RunningPush {
  readonly id: number;
  /** Its objects have this row or a later one. */
  readonly first: number;
}

/** A condition that only rows of a push fulfil; it takes `first` and `id`. */
const OF_PUSH = 'git_object.id >= ? AND git_object.push = ?';

/** The pushes that run in one repository. */
export class Quarantine {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;

  /** What pushes left behind when the object was evicted in their midst is removed. */
  constructor(sql: Sql, objects: ObjectStore) {
    this.#sql = sql;
    this.#objects = objects;
    for (const push of sql.exec<{ id: number; first: number }>('SELECT id, first FROM git_push').toArray()) {
      this.discard(push);
    }
  }

  begin(): RunningPush {
    return this.#sql
      .exec<{ id: number; first: number }>(
        'INSERT INTO git_push (first) SELECT coalesce(max(id), 0) + 1 FROM git_object RETURNING id, first',
      )
      .one();
  }

  /** Makes the objects of a push the repository's; those that it has by now stay as they are. To be called in a transaction. */
  accept({ id, first }: RunningPush): void {
    this.#sql.exec(
      `INSERT OR IGNORE INTO git_oid SELECT oid, id FROM git_object WHERE ${OF_PUSH} ORDER BY oid`,
      first,
      id,
    );
    this.#dropTwins({ id, first });
    this.#sql.exec('DELETE FROM git_push WHERE id = ?', id);
  }

  /** Removes a push and its objects, unless it was accepted. */
  discard({ id, first }: RunningPush): void {
    const running = this.#sql.exec<{ id: number }>('DELETE FROM git_push WHERE id = ? RETURNING id', id).toArray();
    if (running.length === 0) return;
    this.#sql.exec(
      `DELETE FROM git_object_part WHERE object IN
         (SELECT id FROM git_object WHERE ${OF_PUSH} AND data IS NULL)`,
      first,
      id,
    );
    this.#sql.exec(`DELETE FROM git_tree WHERE object IN (SELECT id FROM git_object WHERE ${OF_PUSH})`, first, id);
    this.#sql.exec(`DELETE FROM git_object WHERE ${OF_PUSH}`, first, id);
    this.#sql.exec('DELETE FROM git_waiting_delta WHERE push = ?', id);
    this.#objects.forget();
  }

  /** Drops rows whose object the repository has in another row. */
  #dropTwins({ id, first }: RunningPush): void {
    const twin = `${OF_PUSH} AND NOT EXISTS
      (SELECT 1 FROM git_oid WHERE git_oid.oid = git_object.oid AND git_oid.object = git_object.id)`;
    const { twins } = this.#sql
      .exec<{ twins: number }>(`SELECT count(*) AS twins FROM git_object WHERE ${twin}`, first, id)
      .one();
    if (twins === 0) return;
    this.#sql.exec(
      `UPDATE git_object SET base = (SELECT object FROM git_object AS base JOIN git_oid USING (oid) WHERE base.id = git_object.base)
       WHERE ${OF_PUSH} AND base IN (SELECT id FROM git_object WHERE ${twin})`,
      first,
      id,
      first,
      id,
    );
    this.#sql.exec(
      `DELETE FROM git_object_part WHERE object IN (SELECT id FROM git_object WHERE data IS NULL AND ${twin})`,
      first,
      id,
    );
    this.#sql.exec(`DELETE FROM git_tree WHERE object IN (SELECT id FROM git_object WHERE ${twin})`, first, id);
    this.#sql.exec(`DELETE FROM git_object WHERE ${twin}`, first, id);
    this.#objects.forget();
  }
}
