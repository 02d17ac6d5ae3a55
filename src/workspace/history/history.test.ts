import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit, type LocalGit, loadObjects } from '../../../test/local-git.ts';
import { MASKING, type Masking } from '../../lib/secrets/masking.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import { Repository } from '../git/repository.ts';
import { findCommits } from './find-commits.ts';
import { HistoryIndex } from './history-index.ts';
import type { FindCommitsRequest, FoundCommit } from './service.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const BOB = 'Bob Šedý <bob@example.com>';

let local: LocalGit;
const ids: Record<string, string> = {};
beforeAll(async () => {
  local = await createLocalGit();
  const { commit, git } = local;
  ids.root = await commit('Begin with a parser', {
    'src/parser.ts': 'export function parseHeader() {}\n',
    'notes.txt': 'one\ntwo\n',
  });
  const date = '2026-05-01T00:00:00Z';
  ids.cache = await commit(
    'Evict old entries of the cache\n\nMemory grew without bound.\n',
    { 'src/cache.ts': 'evict\n' },
    { date },
  );
  ids.rename = await commit(
    'Move the parser',
    { 'lib/parser.ts': 'export function parseHeader() {}\n', 'src/parser.ts': null },
    { author: BOB, date: '2026-05-02T00:00:00Z' },
  );
  await git('checkout', '-q', '-b', 'topic');
  ids.topic = await commit('Name notes', { 'notes.txt': 'one\ntwo\nthree\n' }, { date: '2026-05-03T00:00:00Z' });
  await git('checkout', '-q', 'main');
  ids.main = await commit(
    'Quicken lookups',
    { 'src/cache.ts': 'evict\nsessionStore.lookup()\n' },
    { date: '2026-06-14T00:00:00Z' },
  );
  await git('merge', '-q', '--no-ff', '--no-commit', 'topic');
  ids.merge = await commit('Merge topic', {}, { date: '2026-06-14T01:00:00Z' });
});
afterAll(() => local.remove());

/** A history index over the local repository; `at` moves its tip. */
function historyOf(masking: Masking = MASKING, kept?: SqlDatabase, giveWay = async () => {}) {
  const { database, repository } =
    kept === undefined ? loadObjects(local.folder) : { database: kept, repository: new Repository(kept.sql) };
  let tip: string | undefined;
  const wanted = () => (tip === undefined ? undefined : { branch: 'refs/heads/main', commit: tip });
  const index = new HistoryIndex({ database, source: repository, masking, wanted, giveWay });
  const reader = {
    sql: database.sql,
    source: repository,
    commitsStarting: (digits: string, most: number) => repository.objects.commitsStarting(digits, most),
  };
  const history = {
    database,
    index,
    wants(commit: string | undefined) {
      tip = commit;
      return history;
    },
    async at(commit: string | undefined) {
      tip = commit;
      while (await index.work(1)) expect(index.coverage().complete).toBe(false);
      expect(index.coverage()).toMatchObject({ complete: true });
      return history;
    },
    find: (query: string, options: Partial<FindCommitsRequest> = {}) =>
      findCommits(reader, { query, most: 10, now: NOW, ...options }, index.coverage()),
    words: () => database.sql.exec('SELECT rowid FROM history_words').toArray().length,
  };
  return history;
}

const subjects = (commits: readonly FoundCommit[]) => commits.map(({ message }) => message.split('\n')[0]);

describe('a search', () => {
  it('finds words in subjects, bodies, paths and changed lines, and says where', async () => {
    const { find } = await historyOf().at(ids.merge);
    const [best] = find('evict cache').commits;
    expect(best).toMatchObject({
      sha: ids.cache,
      author: 'Ada <ada@example.org>',
      date: '2026-05-01T00:00:00.000Z',
      files: [{ path: 'src/cache.ts', status: 'added' }],
      score: 1,
      matched: ['subject: evict, cache'],
      matchingLines: [{ path: 'src/cache.ts', sign: '+', text: 'evict' }],
      linesAdded: 1,
      linesRemoved: 0,
    });
    expect(find('memory').commits).toMatchObject([{ sha: ids.cache, score: 0.8, matched: ['body: memory'] }]);
    expect(find('lib').commits).toMatchObject([{ sha: ids.rename, score: 0.9, matched: ['path: lib'] }]);
    expect(find('session_store').commits).toMatchObject([
      { sha: ids.main, score: 0.5, matched: ['lines: session, store, sessionstore'], linesAdded: 1 },
    ]);
    expect(find('nothing-like-it')).toMatchObject({ commits: [], totalFound: 0 });
  });

  it('counts all that match, and stems words', async () => {
    const { find } = await historyOf().at(ids.merge);
    expect(find('parsers', { most: 1 })).toMatchObject({ totalFound: 2, commits: [{ score: 1 }] });
    expect(subjects(find('the').commits)).toEqual(['Move the parser', 'Evict old entries of the cache']);
  });

  it('knows renames, merges and the first commit', async () => {
    const { find } = await historyOf().at(ids.merge);
    expect(find('move').commits[0]).toMatchObject({
      files: [{ path: 'lib/parser.ts', status: 'renamed', from: 'src/parser.ts' }],
      linesAdded: 0,
      linesComplete: true,
    });
    expect(find('merge topic').commits[0]).toMatchObject({ sha: ids.merge, files: [], parents: [ids.main, ids.topic] });
    expect(find('begin').commits[0]).toMatchObject({
      parents: [],
      files: [{ path: 'notes.txt', status: 'added' }, { path: 'src/parser.ts' }],
    });
  });

  it('filters by time, author and path', async () => {
    const { find } = await historyOf().at(ids.merge);
    expect(subjects(find('', { since: '2 days ago', author: 'ADA@' }).commits)).toEqual([
      'Merge topic',
      'Quicken lookups',
    ]);
    expect(find('', { since: '2026-05-02' })).toMatchObject({ totalFound: 4, since: '2026-05-02T00:00:00.000Z' });
    expect(subjects(find('', { author: 'šedý' }).commits)).toEqual(['Move the parser']);
    expect(subjects(find('', { path: 'src/parser.ts' }).commits)).toEqual(['Move the parser', 'Begin with a parser']);
    expect(subjects(find('cache', { path: '**/*.txt' }).commits)).toEqual([]);
    expect(find('').notes).toEqual(['The query has no words: commits are listed newest first.']);
  });

  it('finds a commit by the beginning of its id', async () => {
    const { find } = await historyOf().at(ids.merge);
    for (const length of [4, 7, 40]) {
      expect(find((ids.cache ?? '').slice(0, length)).commits[0]).toMatchObject({ sha: ids.cache, score: 1 });
    }
  });

  it('takes any text as a query', async () => {
    const { find } = await historyOf().at(ids.merge);
    for (const query of [
      '"',
      "'",
      'AND OR NOT',
      'NEAR(a b)',
      'subject:evict',
      '*',
      'a*',
      '(',
      '{',
      '^x',
      '-evict',
      '\0',
      '𞤀𞤁 b𞤀c',
    ])
      expect(find(query).totalFound, query).toBeGreaterThanOrEqual(0);
    const long = find(`${'word '.repeat(20_000)}${Array.from({ length: 50 }, (_, index) => `w${index}`).join(' ')}`);
    expect(long.notes).toEqual(['The query has 51 different words; the first 32 were looked for.']);
  });
});

describe('the index', () => {
  it('is the same whichever way its tip came', async () => {
    const straight = await historyOf().at(ids.merge);
    const around = historyOf();
    for (const tip of [ids.root, ids.topic, ids.main, undefined, ids.cache, ids.merge]) await around.at(tip);
    for (const query of ['evict', 'parser', 'notes three', ''])
      expect(around.find(query)).toEqual(straight.find(query));
    expect(around.words()).toBe(6);
  });

  it('holds what the tip reaches only', async () => {
    const history = await historyOf().at(ids.merge);
    await history.at(ids.topic);
    expect(history.index.coverage()).toMatchObject({ commitsIndexed: 4, commitsTotal: 4, commit: ids.topic });
    expect(history.find('quicken').totalFound).toBe(0);
    expect(history.words()).toBe(4);
    await history.at(undefined);
    expect(history.index.coverage()).toEqual({ commitsIndexed: 0, commitsTotal: 0, complete: true });
    expect(history.words()).toBe(0);
  });

  it('goes on from where it was when its tip moves ahead, or moves in the middle of a walk', async () => {
    const history = await historyOf().at(ids.rename);
    const rows = () =>
      history.database.sql.exec<{ id: number; oid: string }>('SELECT id, oid FROM history_commit').toArray();
    const before = rows();
    await history.at(ids.merge);
    expect(rows()).toEqual(expect.arrayContaining(before));
    expect(history.index.coverage().commitsIndexed).toBe(6);
  });

  it('counts a moved line as taken and put in, as git does', async () => {
    await local.commit('Begin a list', { 'list.txt': 'a\n}\nb\n}\nc\n' });
    const moved = await local.commit('Turn the list', { 'list.txt': 'c\na\n}\nb\n}\n}\n' });
    const numstat = await local.git('show', '--numstat', '--format=', moved);
    expect(numstat.trim()).toBe('2\t1\tlist.txt');
    const [found] = (await historyOf().at(moved)).find('turn').commits;
    expect(found).toMatchObject({ sha: moved, linesAdded: 2, linesRemoved: 1, linesComplete: true });
    await local.git('reset', '-q', '--hard', ids.merge ?? '');
  });

  it('says that there are more lines when too many were moved', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}\n`);
    await local.commit('Begin a long list', { 'list.txt': lines.join('') });
    const turned = await local.commit('Reverse it', { 'list.txt': `new\n${lines.toReversed().join('')}` });
    const [found] = (await historyOf().at(turned)).find('reverse').commits;
    expect(found).toMatchObject({ linesAdded: 1, linesRemoved: 0, linesComplete: false });
    await local.git('reset', '-q', '--hard', ids.merge ?? '');
  });

  it('keeps no secrets', async () => {
    const key = `AKIA${'Q3EGRIVWHJ2XKZ7T'}`;
    const commit = await local.commit('Configure access', { 'config.txt': `aws_key = ${key}\nregion = eu\n` });
    const { find } = await historyOf().at(commit);
    expect(find('region').commits[0]).toMatchObject({ sha: commit });
    expect(find(key).totalFound).toBe(0);
    expect(JSON.stringify(find('aws configure'))).not.toContain(key);
    await local.git('reset', '-q', '--hard', ids.merge ?? '');
  });
});

describe('a history that another version has indexed', () => {
  it('is read again, is found as it was meanwhile, and benefits', async () => {
    const first = await historyOf().at(ids.merge);
    expect(first.find('session_store').totalFound).toBe(1);
    const masking = {
      version: 'with stores',
      mask: (text: string) => ({ text: text.replaceAll('sessionStore', '*'.repeat(12)), secrets: [] }),
    };
    const again = historyOf(masking, first.database).wants(ids.merge);
    const { commitsTotal } = again.index.coverage();
    expect(again.index.coverage()).toMatchObject({ complete: false, commitsIndexed: 0 });
    expect(again.find('evict cache').commits[0]).toMatchObject({ sha: ids.cache });
    await again.at(ids.merge);
    expect(again.index.coverage()).toMatchObject({ complete: true, commitsIndexed: commitsTotal, commitsTotal });
    expect(again.find('session_store').totalFound).toBe(0);
    expect(again.find('evict cache').commits[0]).toMatchObject({ sha: ids.cache });
    expect(again.words()).toBe(commitsTotal);
  });
});

it('lets others in while it is made', async () => {
  let turns = 0;
  const { index } = historyOf(MASKING, undefined, async () => void turns++).wants(ids.merge);
  // Several calls share the work.
  expect(await Promise.all([index.work(1), index.work(1)])).toEqual([false, false]);
  expect(turns).toBeGreaterThan(0);
  expect(index.coverage()).toMatchObject({ complete: true });
});

it('takes the next commit from an index, also when all are of one second', () => {
  const { database } = historyOf();
  const plan = database.sql.exec(
    'EXPLAIN QUERY PLAN SELECT id, oid FROM history_commit WHERE indexed = 0 ORDER BY seconds DESC, id DESC LIMIT 1',
  );
  expect(JSON.stringify(plan.toArray())).not.toContain('B-TREE');
});
