/** What the objects and the namespace of a server hold: every row of every object, as the runtime stores it. */
import type { TestHarness } from 'wrangler';

/** Every class of objects, by the Worker that has it. */
const CLASSES = [
  ['lemma', 'UserSpace'],
  ['lemma', 'Accounts'],
  ['lemma', 'Renewals'],
  ['lemma-python', 'PythonSession'],
  ['lemma-workspace', 'Workspace'],
  ['lemma-review', 'ReviewSession'],
  ['lemma-reasoning', 'Conversation'],
  ['lemma-planning', 'Plan'],
  ['lemma-scaffolds', 'Certification'],
] as const;

/** Tables of the runtime, and the steps of the schema, which an object has as soon as it is looked at. */
const ITS_OWN = /^(?:_cf_|sqlite_)|^schema_step$/;

/** Rows by their table. */
export type Rows = Readonly<Record<string, readonly unknown[]>>;

/** The rows of one object, by the table. */
export async function rowsOf(server: TestHarness, worker: string, type: string, id: string): Promise<Rows> {
  const storage = await server.getWorker(worker).getDurableObjectStorage(type, { id });
  const tables = await storage.exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const rows: Record<string, readonly unknown[]> = {};
  for (const { name } of tables) {
    if (ITS_OWN.test(name)) continue;
    const found = await storage.exec(`SELECT * FROM "${name}"`).catch(() => []);
    if (found.length > 0) rows[name] = found;
  }
  return rows;
}

/** The rows of all objects, by class and id. */
export async function heldByObjects(server: TestHarness): Promise<ReadonlyMap<string, Rows>> {
  const held = new Map<string, Rows>();
  for (const [worker, type] of CLASSES) {
    // The runtime's own file is listed with the objects.
    const ids = (await server.getWorker(worker).listDurableObjectIds(type)).filter((id) => /^[0-9a-f]{64}$/.test(id));
    for (const id of ids) {
      held.set(`${type} ${id}`, await rowsOf(server, worker, type, id));
    }
  }
  return held;
}

/** What is asked of a namespace. */
interface Namespace {
  list(): Promise<{ readonly keys: readonly { readonly name: string }[] }>;
  get(name: string): Promise<string | null>;
}

/** The entries of the namespace, by their names. */
export async function heldByNamespace(server: TestHarness): Promise<ReadonlyMap<string, string>> {
  const { OAUTH_KV } = await server.getWorker<{ OAUTH_KV: Namespace }>('lemma').getEnv();
  const { keys } = await OAUTH_KV.list();
  const entries = new Map<string, string>();
  for (const { name } of keys) entries.set(name, (await OAUTH_KV.get(name)) ?? '');
  return entries;
}
