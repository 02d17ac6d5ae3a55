import { expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../src/lib/migrations.ts';
import { type ObjectRules, OwnedObjects, objectLists } from '../../src/lib/owned-objects.ts';
import { readReport } from '../../src/mcp/report/read.ts';
import { StoredReports } from '../../src/mcp/stored-reports.ts';
import { StoredSessions } from '../../src/python/stored-sessions.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { pythonSession } from '../../test/tool-context.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';

const facts = z.object({ title: z.string().default('untitled') });

const PLAN: ObjectRules<z.output<typeof facts>> = {
  kind: 'plan',
  noun: 'plan',
  facts,
  most: 3,
  names: { pattern: /^[a-z]+$/, rule: 'Use small letters.' },
  errorTypes: { notFound: 'INVALID_INPUT', refused: 'INVALID_INPUT' },
  listedBy: 'list_plans',
  advice: { notFound: 'create_plan makes one.', exists: 'Choose another name.', tooMany: 'Delete one.' },
};

/** The plans of one user, which are their own names. */
function plans(kind = PLAN, schema = '') {
  const database = createDatabase(schema);
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const { sql } = database;
  return { sql, plans: new OwnedObjects(objectLists(sql), kind, (name) => name) };
}

const names = (objects: OwnedObjects<object, unknown>) => objects.list().map(({ name }) => name);
const failure = (message: string, advice: string) =>
  expect.objectContaining({ failure: { errorType: 'INVALID_INPUT', message, advice } });
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it('lists the objects of a kind with their facts, the oldest first', () => {
  const { sql, plans: list } = plans();
  expect(list.list()).toEqual([]);
  expect(list.create('second', { title: 'Two' })).toBe('second');
  expect(list.openOrCreate('first')).toBe('first');
  new OwnedObjects(objectLists(sql), { ...PLAN, kind: 'review' }, (name) => name).create('other');
  expect(list.list()).toMatchObject([
    { name: 'second', facts: { title: 'Two' } },
    { name: 'first', facts: { title: 'untitled' } },
  ]);
  list.update('first', { title: 'One' });
  expect(list.list()[1]?.facts).toEqual({ title: 'One' });
  list.remove('second');
  expect(names(list)).toEqual(['first']);
});

it('has an object that is always there where the kind says so', () => {
  const { plans: list } = plans({ ...PLAN, always: 'main' });
  expect(list.open('main')).toBe('main');
  list.remove('main');
  expect(names(list)).toEqual(['main']);
});

it('says what is wrong with a name, and what to do', () => {
  const { plans: list } = plans();
  expect(thrownBy(() => list.open('a'))).toEqual(
    failure("Plan 'a' not found", 'Your plans: none. create_plan makes one.'),
  );
  list.create('a');
  expect(thrownBy(() => list.create('a'))).toEqual(failure("Plan 'a' already exists", 'Choose another name.'));
  expect(thrownBy(() => list.open('A'))).toEqual(failure('"A" cannot be the name of a plan.', 'Use small letters.'));
  list.create('b');
  list.create('c');
  expect(thrownBy(() => list.openOrCreate('d'))).toEqual(
    failure('There are 3 plans already, which is the most a user may have.', 'Delete one.'),
  );
  expect(list.openOrCreate('c')).toBe('c');
});

it('keeps an object whose erasure fails, and one that is made while another is erased', async () => {
  const { plans: list } = plans();
  list.create('a', { title: 'A' });
  const [before] = list.list();
  await expect(list.erase('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(list.list()).toEqual([before]);
  const erased = list.erase('a', async (name) => {
    expect(names(list)).toEqual([]);
    list.create('a', { title: 'again' });
    return `${name} is gone`;
  });
  expect(await erased).toBe('a is gone');
  expect(list.list()).toMatchObject([{ name: 'a', facts: { title: 'again' } }]);
});

it('takes the lists of a database that has a table for each', () => {
  const { sql } = plans(
    PLAN,
    `CREATE TABLE python_session (id TEXT PRIMARY KEY, description TEXT, created_at INTEGER NOT NULL,
       last_activity INTEGER NOT NULL, active INTEGER NOT NULL) STRICT;
     INSERT INTO python_session VALUES ('work', 'Figures', 1000, 2000, 1), ('default', NULL, 500, 500, 0);
     CREATE TABLE workspace (name TEXT PRIMARY KEY, created_at INTEGER NOT NULL) STRICT;
     INSERT INTO workspace VALUES ('shop', 3000);`,
  );
  const sessions = new StoredSessions(objectLists(sql), () => pythonSession());
  expect(sessions.active).toBe('work');
  expect(sessions.list()).toEqual([
    { id: 'default', createdAt: '1970-01-01T00:00:00.500Z', lastActivity: '1970-01-01T00:00:00.500Z' },
    {
      id: 'work',
      description: 'Figures',
      createdAt: '1970-01-01T00:00:01.000Z',
      lastActivity: '1970-01-01T00:00:02.000Z',
    },
  ]);
  const rows = sql.exec("SELECT name, created_at, facts FROM owned_object WHERE kind = 'workspace'").toArray();
  expect(rows).toEqual([{ name: 'shop', created_at: 3000, facts: '{}' }]);
  expect(sql.exec("SELECT name FROM sqlite_schema WHERE name IN ('python_session', 'workspace')").toArray()).toEqual(
    [],
  );
});

it('keeps reports that are Markdown readable, and shows facts that no tool can read as they are', async () => {
  const uri = `lemma://reports/${'0'.repeat(32)}`;
  const { sql } = plans(
    PLAN,
    `CREATE TABLE report (uri TEXT PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL, kept_at INTEGER NOT NULL) STRICT;
     INSERT INTO report VALUES ('${uri}', 'Old <b>run</b>', '# Old <run>', ${Date.now()});`,
  );
  const reports = new StoredReports(sql);
  const read = async (at: string) => {
    const { contents } = await readReport({ reports, catalog: new Map() }, at);
    return contents.map((content) => ('text' in content ? content.text : '')).join('');
  };
  expect(await read(uri)).toBe('# Old <run>');
  expect(await read(`${uri}.html`)).toContain('<h1>Old &lt;b&gt;run&lt;/b&gt;</h1>\n<pre>\n# Old &lt;run&gt;</pre>');
  await expect(read(`${uri}.sarif`)).rejects.toThrow('is kept as text, without the facts that SARIF needs');
  const kept = await reports.keep({ kind: 'facts', title: 'New', tool: 'gone', version: '0.0.1', facts: { n: 7 } });
  expect(reports.list()).toEqual([
    { uri: kept, title: 'New' },
    { uri, title: 'Old <b>run</b>' },
  ]);
  expect(await read(kept)).toContain('Kept by gone of version 0.0.1');
  expect(await read(kept)).toContain('"n": 7');
  expect(await reports.keep({ kind: 'facts', title: 'New', tool: 'gone', version: '0.0.2', facts: { n: 7 } })).toBe(
    kept,
  );
});
