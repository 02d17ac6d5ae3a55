/** What is indexed already benefits from better versions of what derives it: just the documents concerned are derived again. */
import { expect, it } from 'vitest';
import { type IndexedRepository, indexedRepository, textSyntax } from '../../../test/indexed.ts';
import { MASKING, type Masking } from '../../lib/secrets/masking.ts';
import type { Language, SyntaxApi } from '../../syntax/service.ts';
import { searchParts } from '../search/parts.ts';
import type { IndexPart, LiveDocument } from './part.ts';

const NEW_PATTERN: Masking = {
  version: 'with tickets',
  mask(text) {
    const { secrets } = MASKING.mask(text);
    const line = text.split('\n').findIndex((each) => each.includes('TICKET-77')) + 1;
    return line === 0
      ? MASKING.mask(text)
      : { text: text.replace('TICKET-77', '*'.repeat(9)), secrets: [...secrets, { line, kind: 'ticket' }] };
  },
};

/** A syntax engine of these versions that knows Python by its ending, and notes the paths it is asked about. */
function syntaxOf(versions: Partial<Record<Language, string>>, name = 'found') {
  const paths: string[] = [];
  const syntax = textSyntax({
    async analyze(files) {
      paths.push(...files.map(({ path }) => path));
      const facts = await textSyntax().analyze(files);
      return facts.map((each, at) =>
        files[at]?.path.endsWith('.py') !== true
          ? each
          : {
              ...each,
              language: 'python' as const,
              symbols: [
                {
                  name,
                  kind: 'function' as const,
                  scope: '',
                  nameLine: 1,
                  lineStart: 1,
                  lineEnd: 1,
                  signature: '',
                  doc: '',
                },
              ],
            },
      );
    },
    info: async () => ({
      treeSitterVersion: '',
      tokenizer: '',
      heapBytes: 0,
      versions: new Map<Language, string>([
        ['python', versions.python ?? '1'],
        ['text', versions.text ?? '1'],
      ]),
    }),
  });
  return { syntax, paths };
}

/** A part that notes what it is told. */
class NotingPart implements IndexPart {
  readonly name: string;
  readonly version: string;
  readonly told: string[] = [];

  constructor(name: string, version: string) {
    this.name = name;
    this.version = version;
  }
  add({ id }: LiveDocument): void {
    this.told.push(`add ${id}`);
  }
  remove({ id }: LiveDocument): void {
    this.told.push(`remove ${id}`);
  }
}

const FILES = { 'a.py': 'print("TICKET-77")\n', 'b.py': 'pass\n', 'notes.txt': 'some notes\n' };

interface Options {
  readonly syntax: SyntaxApi;
  readonly masking?: Masking;
  readonly parts?: readonly IndexPart[];
}

/** As after a deployment: other objects over the same database. */
function reopened({ database }: Pick<IndexedRepository, 'database'>, { parts = [], ...options }: Options) {
  return indexedRepository({ database, parts: () => parts, ...options });
}

async function finish({ indexer }: IndexedRepository): Promise<void> {
  await indexer.work(Number.POSITIVE_INFINITY);
}

function symbols({ database: { sql } }: IndexedRepository): readonly unknown[] {
  return sql.exec('SELECT name FROM symbol ORDER BY id').toArray();
}

it('derives nothing again while versions stay', async () => {
  const first = syntaxOf({});
  const workspace = indexedRepository({ syntax: first.syntax });
  await workspace.push(FILES);
  const { syntax, paths } = syntaxOf({});
  const next = reopened(workspace, { syntax });
  await next.indexer.prepare();
  expect(next.indexer.coverage('everything')).toMatchObject({ complete: true, filesOutdated: 0 });
  await finish(next);
  expect(paths).toEqual([]);
});

it('analyses the documents of a language again when its grammar is another, and finds them as they were meanwhile', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}, 'old').syntax });
  await workspace.push(FILES);
  const { syntax, paths } = syntaxOf({ python: '2' }, 'new');
  const next = reopened(workspace, { syntax });
  await next.indexer.prepare();
  expect(next.indexer.coverage('documents')).toMatchObject({
    complete: false,
    filesIndexed: 3,
    filesPending: 0,
    filesOutdated: 2,
  });
  expect(symbols(next)).toEqual([{ name: 'old' }, { name: 'old' }]);
  await finish(next);
  expect(paths.sort()).toEqual(['a.py', 'b.py']);
  expect(symbols(next)).toEqual([{ name: 'new' }, { name: 'new' }]);
  expect(next.indexer.coverage('everything')).toMatchObject({ complete: true, filesOutdated: 0 });
});

it('goes on where it was after an eviction', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}).syntax });
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at}.py`, `print(${at})\n`]));
  await workspace.push(files);
  const before = syntaxOf({ python: '2' });
  await reopened(workspace, { syntax: before.syntax }).indexer.work(1);
  const after = syntaxOf({ python: '2' });
  await finish(reopened(workspace, { syntax: after.syntax }));
  expect(before.paths.length).toBeGreaterThan(0);
  expect(after.paths.length).toBeGreaterThan(0);
  expect([...before.paths, ...after.paths].sort()).toEqual(Object.keys(files).sort());
});

it('masks what a new pattern finds in documents that are indexed, and analyses no others', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}).syntax, parts: ({ sql }) => searchParts(sql) });
  await workspace.push(FILES);
  const { sql } = workspace.database;
  const texts = () => JSON.stringify(sql.exec('SELECT text FROM document').toArray());
  const terms = () => JSON.stringify(sql.exec('SELECT term FROM word_term').toArray());
  expect(texts()).toContain('TICKET-77');
  expect(terms()).toContain('"ticket"');
  const { syntax, paths } = syntaxOf({});
  const next = reopened(workspace, { syntax, masking: NEW_PATTERN, parts: searchParts(sql) });
  expect(next.indexer.coverage('documents').filesOutdated).toBe(3);
  await finish(next);
  expect(paths).toEqual(['a.py']);
  expect(texts()).not.toContain('TICKET-77');
  expect(terms()).not.toContain('"ticket"');
  expect(sql.exec('SELECT line, kind FROM secret').toArray()).toEqual([{ line: 1, kind: 'ticket' }]);
});

it('lets just the part that is another forget documents and take them in again', async () => {
  const stays = new NotingPart('stays', '1');
  const workspace = indexedRepository({
    syntax: syntaxOf({}).syntax,
    parts: () => [new NotingPart('better', '1'), stays],
  });
  await workspace.push(FILES);
  stays.told.length = 0;
  const better = new NotingPart('better', '2');
  const { syntax, paths } = syntaxOf({});
  await finish(reopened(workspace, { syntax, parts: [better, stays] }));
  expect(better.told).toEqual(['remove 1', 'add 1', 'remove 2', 'add 2', 'remove 3', 'add 3']);
  expect(stays.told).toEqual([]);
  expect(paths).toEqual([]);
});

it('keeps the rows of a document whose new analysis is the same, so that its embeddings stay', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}).syntax });
  await workspace.push(FILES);
  const rows = () => workspace.database.sql.exec('SELECT id, document FROM chunk ORDER BY id').toArray();
  const before = rows();
  const { syntax, paths } = syntaxOf({ python: '2' });
  const part = new NotingPart('embeddings', '1');
  workspace.database.sql.exec("UPDATE derivation SET versions = json_set(versions, '$.parts.embeddings', '1')");
  await finish(reopened(workspace, { syntax, parts: [part] }));
  expect(paths).toHaveLength(2);
  expect(rows()).toEqual(before);
  expect(part.told).toEqual([]);
});

it('derives a document of earlier commits again when it comes back', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}, 'old').syntax });
  await workspace.push(FILES);
  await workspace.push({ 'notes.txt': 'some notes\n' });
  const { syntax, paths } = syntaxOf({ python: '2' }, 'new');
  const next = reopened(workspace, { syntax });
  await finish(next);
  expect(paths).toEqual([]);
  await next.push(FILES);
  expect(paths.sort()).toEqual(['a.py', 'b.py']);
  expect(symbols(next)).toEqual([{ name: 'new' }, { name: 'new' }]);
});

it('looks again at files that other rules skipped', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}).syntax });
  await workspace.push({ ...FILES, 'a.min.js': 'x', 'b.bin': new Uint8Array([0]) });
  const { sql } = workspace.database;
  // As rules would have left it that took notes for something generated.
  sql.exec("UPDATE file SET document = NULL, skipped = 'generated', detail = '' WHERE path = 'notes.txt'");
  sql.exec("UPDATE index_state SET skipped_by = 'other rules'");
  const next = reopened(workspace, { syntax: syntaxOf({}).syntax });
  expect(next.indexer.coverage('documents')).toMatchObject({ complete: false, filesPending: 3 });
  await finish(next);
  const skipped = sql.exec('SELECT path FROM file WHERE skipped IS NOT NULL ORDER BY path').toArray();
  expect(skipped).toEqual([{ path: 'a.min.js' }, { path: 'b.bin' }]);
});

it('waits for a syntax engine that is away, and answers from what there is', async () => {
  const workspace = indexedRepository({ syntax: syntaxOf({}, 'old').syntax });
  await workspace.push(FILES);
  const { syntax } = syntaxOf({ python: '2' }, 'new');
  let away = true;
  const next = reopened(workspace, {
    syntax: { ...syntax, info: () => (away ? Promise.reject(new Error('away')) : syntax.info()) },
  });
  await next.indexer.prepare();
  await finish(next);
  expect(symbols(next)).toEqual([{ name: 'old' }, { name: 'old' }]);
  away = false;
  await finish(next);
  expect(symbols(next)).toEqual([{ name: 'new' }, { name: 'new' }]);
});
