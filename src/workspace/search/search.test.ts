/** The engine over real SQLite: what it answers depends on the covered commit alone. */
import { describe, expect, it } from 'vitest';
import { indexedRepository } from '../../../test/indexed.ts';
import { searchParts } from './parts.ts';
import { searchByMeaning } from './search.ts';
import { NO_SIMILARITY, type SearchRequest, type SearchResult } from './service.ts';

const ALL: SearchRequest = {
  query: '',
  topK: 50,
  minScore: 0,
  paths: [],
  excludePaths: [],
  fileTypes: [],
  includeTests: true,
};

function workspace() {
  const repository = indexedRepository({ parts: ({ sql }) => searchParts(sql) });
  const { database, indexer } = repository;
  const search = (query: string, options: Partial<SearchRequest> = {}): SearchResult =>
    searchByMeaning(database.sql, { ...ALL, ...options, query }, [NO_SIMILARITY], indexer.coverage('documents'));
  /** Tables of the words, without the ids that depend on history. */
  const words = () => ({
    totals: database.sql.exec('SELECT chunks, length FROM word_total').toArray(),
    terms: database.sql.exec('SELECT term, chunks FROM word_term ORDER BY term').toArray(),
  });
  return { ...repository, search, words };
}

/** Files of many lines that share words, so that scores are near and ties happen. */
function files(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `lib/part${index}.txt`,
      `shared cache of connections ${index % 7}\n${`eviction policy ${index % 3}\n`.repeat(index % 5)}`,
    ]),
  );
}

it('answers alike after one push and after many', async () => {
  const target = files(40);
  const once = workspace();
  await once.push(target);
  const steps = workspace();
  await steps.push(Object.fromEntries(Object.entries(target).toReversed().slice(0, 10)));
  await steps.push({ ...files(60), 'other.txt': 'cache cache cache eviction' });
  await steps.push({ 'lib/part3.txt': 'nothing of it' });
  await steps.push(target);
  expect(steps.words()).toEqual(once.words());
  for (const query of ['eviction policy', 'shared connections cache 3', 'cache 6 part12']) {
    const { coverage: _, ...expected } = once.search(query);
    expect(expected.hits.length).toBeGreaterThan(5);
    expect(steps.search(query)).toMatchObject(expected);
    expect(JSON.stringify(once.search(query))).toBe(JSON.stringify(once.search(query)));
  }
});

it('cuts equal candidates by path, whatever came first', async () => {
  const equal = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`f${1000 + index}.txt`, `alike ${index}`]),
  );
  const once = workspace();
  await once.push(equal);
  const reversed = workspace();
  for (const part of [Object.entries(equal).slice(200), Object.entries(equal)]) {
    await reversed.push(Object.fromEntries(part));
  }
  const paths = (result: SearchResult) => result.hits.map(({ file }) => file);
  expect(paths(once.search('alike', { topK: 3 }))).toEqual(['f1000.txt', 'f1001.txt', 'f1002.txt']);
  expect(paths(reversed.search('alike'))).toEqual(paths(once.search('alike')));
  expect(once.search('alike').total).toBe(300);
});

it('forgets what has left', async () => {
  const { push, search, words } = workspace();
  await push({ 'a.txt': 'ephemeral', 'b.txt': 'lasting' });
  await push({ 'b.txt': 'lasting' });
  expect(search('ephemeral')).toMatchObject({ hits: [], total: 0, unknownWords: ['ephemeral'] });
  expect(words()).toEqual({ totals: [{ chunks: 1, length: 1 }], terms: [{ term: 'last', chunks: 1 }] });
});

describe('what counts', () => {
  it('finds identifiers by their parts, and parts by identifiers', async () => {
    const { push, search } = workspace();
    await push({ 'a.txt': 'getUserName()', 'b.txt': 'HTTP_SERVER_PORT', 'c.txt': 'the user name' });
    const found = (query: string) => search(query).hits.map(({ file }) => file);
    expect(found('user names')).toEqual(['c.txt', 'a.txt']);
    expect(found('get_user_name')[0]).toBe('a.txt');
    expect(found('server port')).toEqual(['b.txt']);
  });

  it('puts quoted phrases first', async () => {
    const { push, search } = workspace();
    await push({
      'a.txt': 'release the lock, lock the release',
      'b.txt': 'when we acquire and release a\n   lock to read a file, which is a longer text about a lock release',
    });
    expect(search('lock release').hits[0]?.reasons).toEqual(['words: lock, release']);
    expect(search('"release a lock"').hits.map(({ reasons }) => reasons[0])).toContain('phrase: "release a lock"');
  });

  it('prefers programs to texts about them, and finds both', async () => {
    const { push, search } = workspace();
    await push({ 'notes.md': 'parse the header', 'parser.go': 'parse the header' });
    expect(search('parse header').hits.map(({ file }) => file)).toEqual(['parser.go', 'notes.md']);
  });

  it('finds files by their paths, wherever they move', async () => {
    const { push, search } = workspace();
    await push({ 'src/invoice/total.txt': 'adds numbers' });
    expect(search('invoices').hits).toMatchObject([{ file: 'src/invoice/total.txt', reasons: ['path: invoices'] }]);
    await push({ 'src/billing/total.txt': 'adds numbers' });
    expect(search('invoices')).toMatchObject({ hits: [], unknownWords: ['invoices'] });
    expect(search('billing').hits).toHaveLength(1);
  });

  it('gives at most three places of a file', async () => {
    const { push, search } = workspace();
    await push({ 'long.txt': 'needle\n'.repeat(1000), 'short.txt': 'needle' });
    const files = search('needle').hits.map(({ file }) => file);
    expect(files.filter((file) => file === 'long.txt')).toHaveLength(3);
    expect(files).toContain('short.txt');
  });
});
