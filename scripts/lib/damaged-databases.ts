/** Databases of a folder of state that cannot be opened: their objects could not even be started to be erased. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The lists of a user's objects (`src/lib/owned-objects.ts`), which are kept where they can be read. */
const LISTS = 'owned_object';

/**
 * Moves each aside, to a name that says so, and leaves a database in its place that tells its object what happened. To be called while no
 * server uses `state`. Returns where they are now.
 */
export function setDamagedAside(state: string): readonly string[] {
  const folder = join(state, 'v3/do');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sqlite') && !opens(join(folder, path)))
    .map((path) => setAside(join(folder, path)));
}

/** Reads what workerd and miniflare read before an object begins: the schema, and tables of their own. Other damage is told by whoever meets it. */
function opens(path: string): boolean {
  const isRead = reading(path, (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '_*'");
    for (const { name } of tables.all()) database.exec(`SELECT * FROM "${name}" LIMIT 1`);
    return true;
  });
  return isRead ?? false;
}

function setAside(path: string): string {
  const aside = `${path}.damaged-${Date.now()}`;
  renameSync(path, aside);
  for (const end of ['-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end);
  const schema = reading(aside, (damaged) =>
    damaged.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(LISTS),
  );
  const lists = reading(aside, (damaged) => damaged.prepare(`SELECT * FROM ${LISTS}`).all()) ?? [];
  const database = new DatabaseSync(path);
  // What src/lib/migrations.ts looks for.
  database.exec('CREATE TABLE set_aside (path TEXT NOT NULL) STRICT');
  database.prepare('INSERT INTO set_aside VALUES (?)').run(aside);
  if (typeof schema?.['sql'] === 'string') {
    database.exec(schema['sql']);
    for (const row of lists) {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join(', ');
      database.prepare(`INSERT INTO ${LISTS} (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(row));
    }
  }
  database.close();
  return aside;
}

/** What `read` finds in a database; undefined where it cannot be read. */
function reading<Result>(path: string, read: (database: DatabaseSync) => Result): Result | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    return read(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
