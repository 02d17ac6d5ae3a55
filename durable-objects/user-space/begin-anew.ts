/** A user's space whose database is damaged begins anew. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { migrate } from '../../src/lib/migrations.ts';
import { eraseStorage, readable } from '../../src/lib/object-state.ts';
import { restoreLists, salvagedLists } from '../../src/lib/owned-objects.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';

/** Keeps the lists of objects, as far as they can be read; `kept` is how many are on them. Throws `ToolFailure` where nothing is damaged. */
export async function beginAnew(
  storage: DurableObjectStorage,
  open: () => unknown,
): Promise<{ readonly kept: number; readonly whole: boolean }> {
  if (readable(open) !== undefined && isWhole(storage.sql)) {
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message: 'Your space is not damaged, so nothing was deleted.',
      advice: 'Delete what you no longer need by the tool for it, such as delete_session or delete_workspace.',
    });
  }
  const { rows, whole } = salvagedLists(storage.sql);
  await eraseStorage(storage);
  migrate(storage, USER_SPACE_MIGRATIONS, Date.now());
  restoreLists(storage.sql, rows);
  await storage.sync();
  return { kept: rows.length, whole };
}

/** What SQLite itself says of the database. */
function isWhole(sql: SqlStorage): boolean {
  const said = readable(() => sql.exec<{ quick_check: string }>('PRAGMA quick_check').toArray());
  return said?.every(({ quick_check }) => quick_check === 'ok') ?? false;
}
