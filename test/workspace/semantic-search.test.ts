/** `semantic_search` and `codebase_retrieval` through MCP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

const FILES = {
  'src/auth/login.ts': `/** Checks what a visitor typed against the stored hash. */
export function verifyPassword(plain: string, stored: string): boolean {
  return hashOf(plain) === stored;
}

function hashOf(text: string): string {
  return text.split('').reverse().join('');
}
`,
  'src/cache/eviction.py': `class LruCache:
    """Keeps the entries used last; the oldest ones go first."""

    def evict_oldest(self):
        self.entries.popitem(last=False)
`,
  'src/net/retry.go': `package net

// Backoff waits longer after every failed attempt.
func Backoff(attempt int) int {
	return 1 << attempt
}
`,
  'test/login.test.ts': `it('verifies the password of a visitor', () => verifyPassword('a', 'b'));\n`,
  'README.md': 'Logs visitors in with a password.\n',
};

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, 'meaning', 'put_files', texts(FILES));
});

interface Hit {
  readonly file: string;
  readonly content: string;
  readonly score: number;
  readonly line_start: number;
  readonly line_end: number;
  readonly reasons: readonly string[];
}

function hitsOf({ results }: Facts): readonly Hit[] {
  return results as readonly Hit[];
}

function places(answer: Facts): readonly string[] {
  return hitsOf(answer).map(({ file, line_start }) => `${file}:${line_start}`);
}

function search(query: string, options: Facts = {}): Promise<Facts> {
  return callAs(base, 'meaning', 'semantic_search', { query, ...options });
}

it('finds code by what it does, with its place, a score and the reasons', async () => {
  const answer = await search('verifying passwords', { include_tests: true });
  expect(hitsOf(answer)[0]).toEqual({
    file: 'src/auth/login.ts',
    content: FILES['src/auth/login.ts'].trimEnd(),
    score: expect.any(Number),
    line_start: 1,
    line_end: 8,
    language: 'typescript',
    reasons: [
      'defines: verifyPassword',
      'words: verifying, passwords',
      'related words: verifypassword, visitor',
      'called by hit 2: verifyPassword',
    ],
  });
  expect(answer).toMatchObject({ query: 'verifying passwords', total_results: 3, embeddings: 'none' });
  expect(answer.index).toMatchObject({ complete: true, files_indexed: 5 });
  const scores = hitsOf(answer).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
});

it('lists at most top_k, and only what min_score lets through', async () => {
  const all = hitsOf(await search('password visitor'));
  expect(places(await search('password visitor', { top_k: 1 }))).toEqual([`${all[0]?.file}:${all[0]?.line_start}`]);
  const least = all[1]?.score ?? 0;
  const answer = await search('password visitor', { min_score: least });
  expect(places(answer)).toHaveLength(2);
  expect(answer.total_results).toBe(2);
});

it('searches only the paths of file_filter', async () => {
  const answer = await search('password', { file_filter: ['*.md'] });
  expect(hitsOf(answer).map(({ file }) => file)).toEqual(['README.md']);
});

describe('codebase_retrieval', () => {
  const retrieve = (options: Facts) =>
    callAs(base, 'meaning', 'codebase_retrieval', { query: 'password visitor', options });
  const files = async (options: Facts) =>
    hitsOf(await retrieve(options))
      .map(({ file }) => file)
      .toSorted();

  it('leaves tests out unless asked for', async () => {
    expect(await files({})).toEqual(['README.md', 'src/auth/login.ts']);
    expect(await files({ include_tests: true })).toEqual(['README.md', 'src/auth/login.ts', 'test/login.test.ts']);
  });

  it('filters by extension and path, and says what was searched', async () => {
    expect(await files({ file_types: ['md'] })).toEqual(['README.md']);
    expect(await files({ exclude_paths: ['src/'] })).toEqual(['README.md']);
    expect(await files({ paths: ['*.md'] })).toEqual(['README.md']);
    expect((await retrieve({ exclude_paths: ['src/'] })).filters).toEqual({
      file_types: [],
      paths: [],
      exclude_paths: ['src/'],
      include_tests: false,
      files_searched: 1,
    });
  });
});

describe('pages and phrasings', () => {
  const retrieve = (query: string, options: Facts) =>
    callAs(base, 'meaning', 'codebase_retrieval', { query, options: { include_tests: true, ...options } });

  it('goes on where an answer ended', async () => {
    const whole = await retrieve('password visitor', {});
    const first = await retrieve('password visitor', { top_k: 1 });
    expect(first).toMatchObject({ next_offset: 1, total_results: whole.total_results });
    const rest = await retrieve('password visitor', { offset: Number(first.next_offset) });
    expect([...places(first), ...places(rest)]).toEqual(places(whole));
    expect(rest).not.toHaveProperty('next_offset');
  });

  it('fuses phrasings: each finds what the others have no word for', async () => {
    const one = places(await retrieve('password', {}));
    const other = places(await retrieve('invoice', {}));
    const both = places(await retrieve('password', { queries: ['invoice'] }));
    expect(both.toSorted()).toEqual([...new Set([...one, ...other])].toSorted());
  });
});

describe('queries of any kind', () => {
  it.each(['', '   ', '...', '"*" (^) -', 'the of and', 'x'])('says that %j has no words', async (query) => {
    expect(await search(query)).toMatchObject({ error_type: 'INVALID_INPUT' });
  });

  it.each([
    'password" OR 1=1; DROP TABLE chunk; --',
    'NEAR(password visitor, 5) AND NOT terms:x*',
    '{terms} : password + visitor ^ "unbalanced',
  ])('takes %j for data', async (query) => {
    expect(hitsOf(await search(query)).map(({ file }) => file)).toContain('src/auth/login.ts');
  });

  it('answers words that no file has', async () => {
    expect(await search('Zahlungsabwicklung 検索機能')).toMatchObject({
      results: [],
      total_results: 0,
      unknown_words: ['Zahlungsabwicklung', '検索機能'],
    });
  });

  it('reads the beginning of a long query', async () => {
    const answer = await search(`verify password ${'lorem ipsum '.repeat(8_000)}`);
    expect(answer.query_cut).toBe(true);
    expect(hitsOf(answer)[0]?.file).toBe('src/auth/login.ts');
  });
});
