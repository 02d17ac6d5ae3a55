/** How many tags in a row the tags of a push make: whoever lists refs follows all of them. */
import type { Sql } from '../../../lib/sql.ts';
import { fromHex } from '../bytes.ts';
import { BadObject, type Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';
import { DEEPEST_TAG, targetOfTag } from '../tags.ts';
import type { RunningPush } from './quarantine.ts';

/** Tags that are listed in one statement, and those whose depth is kept in memory. */
const BATCH = 500;
const KEPT = 100_000;
/** Microseconds that looking at a tag takes. */
const TAG_UNITS = 40;

/** Follows the tags of one push. */
export class TagDepths {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;
  readonly #rowOf: (oid: Uint8Array) => number | undefined;
  /** Tags in a row from one on, by row. */
  readonly #depths = new Map<number, number>();

  /** `rowOf` finds objects of the push and of the repository. */
  constructor(sql: Sql, objects: ObjectStore, rowOf: (oid: Uint8Array) => number | undefined) {
    this.#sql = sql;
    this.#objects = objects;
    this.#rowOf = rowOf;
  }

  /** Follows all tags of a push whose objects are all there. Yields units of work. Throws `BadObject` for one beyond the limit. */
  *measure({ id, first }: RunningPush): Generator<number, void> {
    const query = "SELECT id, oid FROM git_object WHERE id > ? AND push = ? AND type = 'tag' ORDER BY id LIMIT ?";
    for (let after = first - 1; ; ) {
      const tags = this.#sql.exec<{ id: number; oid: Oid }>(query, after, id, BATCH).toArray();
      for (const { id: row, oid } of tags) {
        yield this.#follow(row, oid) * TAG_UNITS;
        after = row;
      }
      if (tags.length < BATCH) return;
    }
  }

  /** Returns how many tags were looked at. */
  #follow(start: number, oid: Oid): number {
    const rows: number[] = [];
    let known = 0;
    for (let row: number | undefined = start; row !== undefined && known === 0; ) {
      rows.push(row);
      if (rows.length > DEEPEST_TAG) break;
      const target = targetOfTag(this.#objects.readAt(row).data);
      row = target?.isTag ? this.#rowOf(fromHex(target.oid)) : undefined;
      known = row === undefined ? 0 : (this.#depths.get(row) ?? 0);
    }
    if (known + rows.length > DEEPEST_TAG)
      throw new BadObject(`tag ${oid}: more than ${DEEPEST_TAG} tags in a row begin with it, which is the limit`);
    if (this.#depths.size >= KEPT) this.#depths.clear();
    for (const [index, row] of rows.entries()) this.#depths.set(row, known + rows.length - index);
    return rows.length;
  }
}
