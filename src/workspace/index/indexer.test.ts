import { expect, it } from 'vitest';
import { commitFiles, type FileContent } from '../../../test/commits.ts';
import { amount } from '../../../test/generated.ts';
import { type IndexedRepository, indexedRepository, textSyntax } from '../../../test/indexed.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import type { IndexPart, LiveDocument } from './part.ts';

/** A syntax engine that notes the paths it is asked about. */
function watchedSyntax(analyze: SyntaxApi['analyze'] = textSyntax().analyze) {
  const paths: string[] = [];
  const syntax = textSyntax({
    analyze(files) {
      paths.push(...files.map(({ path }) => path));
      return analyze(files);
    },
  });
  return { syntax, paths };
}

/** A part that holds the texts of live documents, and settles in three slices after every change. */
class TextsPart implements IndexPart {
  readonly name = 'texts';
  readonly texts = new Map<number, string>();
  left = 0;
  settled = 0;

  add({ id, text }: LiveDocument): void {
    if (this.texts.has(id)) throw new Error('A document was added twice.');
    this.texts.set(id, text);
    this.left = 3;
  }
  remove({ id, text }: LiveDocument): void {
    if (this.texts.get(id) !== text) throw new Error('A document was removed that was not there.');
    this.texts.delete(id);
    this.left = 3;
  }
  settle(): boolean {
    if (this.left === 0) return false;
    this.settled++;
    return --this.left > 0;
  }
}

function liveTexts({ database }: IndexedRepository): Record<string, string> {
  const rows = database.sql.exec<{ path: string; text: string }>(
    'SELECT path, text FROM file JOIN document ON document.id = file.document WHERE live = 1 ORDER BY path',
  );
  return Object.fromEntries(Array.from(rows, ({ path, text }) => [path, text]));
}

function skips({ sql }: SqlDatabase): Record<string, string> {
  const rows = sql.exec<{ path: string; skipped: string }>('SELECT path, skipped FROM file WHERE skipped IS NOT NULL');
  return Object.fromEntries(Array.from(rows, ({ path, skipped }) => [path, skipped]));
}

/** Rows of a repository's tables without their ids: what does not depend on the order in which commits came. */
function state({ database: { sql } }: IndexedRepository): unknown {
  const files = sql.exec(
    `SELECT path, file.blob, skipped, detail, suffix, language, live, lines, bytes, text,
       (SELECT json_group_array(json_array(line_start, line_end, scope, tokens)) FROM
         (SELECT * FROM chunk WHERE chunk.document = document.id ORDER BY line_start)) AS chunks
     FROM file LEFT JOIN document ON document.id = file.document ORDER BY path`,
  );
  return files.toArray();
}

it('indexes a commit, and of the next one only what changed', async () => {
  const { syntax, paths } = watchedSyntax();
  const part = new TextsPart();
  const workspace = indexedRepository({ syntax, parts: () => [part] });
  await workspace.push({ 'a.ts': 'a', 'lib/b.ts': 'b', 'lib/c.ts': 'c' });
  expect(paths.splice(0)).toEqual(['a.ts', 'lib/b.ts', 'lib/c.ts']);
  expect(part.settled).toBe(3);
  const commit = await workspace.push({ 'a.ts': 'a', 'lib/b.ts': 'B', 'new.ts': 'n' });
  expect(paths).toEqual(['lib/b.ts', 'new.ts']);
  expect(liveTexts(workspace)).toEqual({ 'a.ts': 'a', 'lib/b.ts': 'B', 'new.ts': 'n' });
  expect([...part.texts.values()].sort()).toEqual(['B', 'a', 'n']);
  expect(workspace.indexer.coverage('everything')).toEqual({
    branch: 'main',
    commit,
    complete: true,
    filesIndexed: 3,
    filesPending: 0,
    filesSkipped: 0,
    filesOutdated: 0,
  });
});

it('analyses nothing for renames, copies, or a branch that comes back', async () => {
  const { syntax, paths } = watchedSyntax();
  const part = new TextsPart();
  const workspace = indexedRepository({ syntax, parts: () => [part] });
  const first = { 'a.ts': 'a', 'old/b.ts': 'b', 'same.ts': 'same' };
  await workspace.push(first);
  paths.length = 0;
  await workspace.push({ 'z.ts': 'a', 'new/b.ts': 'b', 'same.ts': 'same', 'copy.ts': 'same' });
  expect(paths).toEqual([]);
  await workspace.push({ 'other.ts': 'o' }, 'refs/heads/other');
  expect([...part.texts.values()]).toEqual(['o']);
  expect(paths.splice(0)).toEqual(['other.ts']);
  await workspace.push({ ...first, 'other.ts': 'o' });
  expect([...part.texts.values()].sort()).toEqual(['a', 'b', 'o', 'same']);
  expect(paths).toEqual([]);
});

it('drops the oldest documents of earlier commits when they are many', async () => {
  const workspace = indexedRepository();
  for (const round of Array.from({ length: 10 }).keys()) {
    await workspace.push({ 'a.txt': `${round}\n`.repeat(600_000), 'b.txt': 'same' });
  }
  const { sql } = workspace.database;
  const kept = sql.exec<{ first: string }>(
    'SELECT substr(text, 1, 1) AS first FROM document WHERE live = 0 ORDER BY id',
  );
  expect(Array.from(kept, ({ first }) => first)).toEqual(['3', '4', '5', '6', '7', '8']);
  expect(sql.exec('SELECT 1 FROM chunk WHERE document NOT IN (SELECT id FROM document)').toArray()).toEqual([]);
});

const HISTORY: readonly Readonly<Record<string, FileContent>>[] = [
  { a: 'x', b: 'y', 'lib/c.py': 'z' },
  { a: { link: 'b' }, 'b/b': 'y', 'lib/c.py': 'z', '.gitignore': 'lib\n' },
  { a: 'x', b: 'y', 'lib/c.py': 'z', 'lib/d.bin': new Uint8Array([0, 1]), '.gitignore': '*.log\n', 'x.log': 'log' },
  { a: 'x', b: { submodule: '1'.repeat(40) }, 'lib/c.py': 'q', 'lib/sub/.contextignore': '!e\n', 'lib/sub/e': 'e' },
  { a: 'x', 'b/c': 'new', 'lib/c.py': 'z', 'lib/sub/e': 'e', '.contextignore': 'e\n', 'lib/x.min.js': 'x' },
];

it('comes to the same state step by step and at once', async () => {
  const slow = indexedRepository();
  for (const files of HISTORY) {
    await slow.push(files);
    const quick = indexedRepository();
    await quick.push(files);
    expect(state(slow)).toEqual(state(quick));
  }
});

it('covers nothing when its branch is gone', async () => {
  const part = new TextsPart();
  const workspace = indexedRepository({ parts: () => [part] });
  await workspace.push({ a: 'x' });
  workspace.indexer.uncover();
  await workspace.indexer.work(Number.POSITIVE_INFINITY);
  expect(part.texts.size).toBe(0);
  expect(workspace.indexer.coverage('everything')).toEqual({
    complete: true,
    filesIndexed: 0,
    filesPending: 0,
    filesSkipped: 0,
    filesOutdated: 0,
  });
});

it('says that it is incomplete until every part is settled', async () => {
  const workspace = indexedRepository({ parts: () => [new TextsPart()] });
  const commit = commitFiles(workspace.repository, { a: 'x', b: 'y' });
  workspace.indexer.cover('refs/heads/main', commit);
  const seen = [workspace.indexer.coverage('everything')];
  while (await workspace.indexer.work(1)) seen.push(workspace.indexer.coverage('everything'));
  expect(seen.every(({ complete }) => !complete)).toBe(true);
  expect(seen[0]).toMatchObject({ filesPending: 2, filesIndexed: 0 });
  expect(seen.at(-1)).toMatchObject({ filesPending: 0, filesIndexed: 2 });
  expect(workspace.indexer.coverage('everything').complete).toBe(true);
});

it('has all documents before parts that settle late', async () => {
  const prompt = new TextsPart();
  const late = Object.assign(new TextsPart(), { settlesLate: true });
  const workspace = indexedRepository({ parts: () => [late, prompt] });
  workspace.indexer.cover('refs/heads/main', commitFiles(workspace.repository, { a: 'x', b: 'y' }));
  expect(await workspace.indexer.work(Number.POSITIVE_INFINITY, 'documents')).toBe(false);
  expect(workspace.indexer.coverage('documents')).toMatchObject({ complete: true, filesIndexed: 2, filesPending: 0 });
  expect(workspace.indexer.coverage('everything').complete).toBe(false);
  expect([prompt.settled, late.settled]).toEqual([3, 0]);
  expect(await workspace.indexer.work(Number.POSITIVE_INFINITY)).toBe(false);
  expect([prompt.settled, late.settled]).toEqual([3, 3]);
  expect(workspace.indexer.coverage('everything').complete).toBe(true);
});

it('skips a file that the syntax engine fails over, and tries it again with the next commit', async () => {
  let broken = true;
  const { syntax, paths } = watchedSyntax(async (files) => {
    if (broken && files.some(({ text }) => text === 'bad')) throw new Error('out of memory');
    return textSyntax().analyze(files);
  });
  const workspace = indexedRepository({ syntax });
  await workspace.push({ a: 'x', b: 'bad', c: 'y' });
  expect(liveTexts(workspace)).toEqual({ a: 'x', c: 'y' });
  expect(
    workspace.database.sql.exec('SELECT path, skipped, detail FROM file WHERE skipped IS NOT NULL').toArray(),
  ).toEqual([{ path: 'b', skipped: 'not_analysed', detail: expect.stringContaining('(reference ') }]);
  expect(workspace.indexer.coverage('everything')).toMatchObject({ complete: true, filesSkipped: 1 });
  broken = false;
  paths.length = 0;
  await workspace.push({ a: 'x', b: 'bad', c: 'y', d: 'x' });
  expect(paths).toEqual(['b', 'd']);
  expect(liveTexts(workspace)).toMatchObject({ b: 'bad' });
});

it('waits while the syntax engine is away, and loses nothing', async () => {
  let away = true;
  const refused = async () => {
    throw new Error('no such Worker');
  };
  const syntax = textSyntax({
    analyze: (files) => (away ? refused() : textSyntax().analyze(files)),
    info: () => (away ? refused() : textSyntax().info()),
  });
  const workspace = indexedRepository({ syntax });
  await workspace.push({ a: 'x' });
  expect(workspace.indexer.coverage('everything')).toMatchObject({ complete: false, filesPending: 1 });
  expect(await workspace.indexer.work(1)).toBe(true);
  expect(workspace.indexer.failures).toBe(2);
  away = false;
  expect(await workspace.indexer.work(Number.POSITIVE_INFINITY)).toBe(false);
  expect(workspace.indexer.failures).toBe(0);
  expect(liveTexts(workspace)).toEqual({ a: 'x' });
});

it('keeps the error of a part that fails, and goes on with the next call', async () => {
  const part = new TextsPart();
  let broken = true;
  part.settle = () => {
    if (broken) throw new Error('disk full');
    return false;
  };
  const workspace = indexedRepository({ parts: () => [part] });
  await workspace.push({ a: 'x' });
  expect(workspace.indexer.coverage('everything')).toMatchObject({ complete: false, filesIndexed: 1 });
  expect(workspace.database.sql.exec('SELECT failures, last_error FROM index_state').one()).toEqual({
    failures: 1,
    last_error: expect.stringContaining('(reference '),
  });
  broken = false;
  expect(await workspace.indexer.work(Number.POSITIVE_INFINITY)).toBe(false);
  expect(workspace.indexer.coverage('everything').complete).toBe(true);
});

it('does nothing when the same commit comes again', async () => {
  const part = new TextsPart();
  const workspace = indexedRepository({ parts: () => [part] });
  const commit = await workspace.push({ a: 'x' });
  workspace.indexer.cover('refs/heads/main', commit);
  expect(workspace.indexer.coverage('everything')).toMatchObject({ complete: true, commit });
});

it('indexes the newer commit when one comes in during analysis', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const syntax = textSyntax({
    async analyze(files) {
      await gate;
      return textSyntax().analyze(files);
    },
  });
  const workspace = indexedRepository({ syntax });
  workspace.indexer.cover('refs/heads/main', commitFiles(workspace.repository, { a: 'x', b: 'y' }));
  const working = workspace.indexer.work(Number.POSITIVE_INFINITY);
  workspace.indexer.cover('refs/heads/main', commitFiles(workspace.repository, { a: 'x', b: 'z', '.gitignore': 'a' }));
  open();
  await working;
  expect(liveTexts(workspace)).toEqual({ '.gitignore': 'a', b: 'z' });
  expect(skips(workspace.database)).toEqual({ a: 'ignored' });
});

it('never stores a secret', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
  const asked: string[] = [];
  const syntax = textSyntax({
    analyze(files) {
      asked.push(...files.map(({ text }) => text));
      return textSyntax().analyze(files);
    },
  });
  const workspace = indexedRepository({ syntax });
  await workspace.push({ 'src/a.ts': `first\nconst key = '${secret}';\n` });
  expect(asked).toEqual([`first\nconst key = '${'*'.repeat(secret.length)}';\n`]);
  const { sql } = workspace.database;
  const tables = sql.exec<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'git%'",
  );
  const rows = tables.toArray().map(({ name }) => JSON.stringify(sql.exec(`SELECT * FROM ${name}`).toArray()));
  expect(rows.join('\n')).toContain('const key');
  expect(rows.join('\n')).not.toContain(secret);
  expect(sql.exec('SELECT line, kind FROM secret').toArray()).toEqual([{ line: 2, kind: 'github_token' }]);
});

it('indexes very many files, and then one', async () => {
  const count = amount(20_000, 2000);
  const { syntax, paths } = watchedSyntax();
  const workspace = indexedRepository({ syntax });
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`d${at % 100}/f${at}.txt`, `text ${at}\n`]),
  );
  await workspace.push(files);
  expect(workspace.indexer.coverage('everything')).toMatchObject({ complete: true, filesIndexed: count });
  paths.length = 0;
  await workspace.push({ ...files, 'd7/f7.txt': 'other\n' });
  expect(paths).toEqual(['d7/f7.txt']);
});

it('blanks what no one wrote in notebooks, and still tells its secrets', async () => {
  const workspace = indexedRepository({ syntax: textSyntax() });
  const cell = (outputs: string): string =>
    `{"cells": [{"cell_type": "code", "source": ["a"], "outputs": ${outputs}}]}`;
  const key = `AKIA${'QWERTYUIOPASDFGH'}`;
  await workspace.push({ 'a.ipynb': cell(`[\n"${key}"\n]`), 'a.json': cell('["b"]') });
  expect(liveTexts(workspace)).toEqual({ 'a.ipynb': cell('[\n\n]'), 'a.json': cell('["b"]') });
  expect(workspace.database.sql.exec('SELECT line FROM secret').toArray()).toEqual([{ line: 2 }]);
});
