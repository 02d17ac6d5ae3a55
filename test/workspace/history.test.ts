/** `git_commit_retrieval` and `get_file` on a history that git pushed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
const local = await createLocalGit();
const ids: Record<string, string> = {};
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
  ids.first = await local.commit('Parse headers', { 'src/parse.ts': 'export const parse = 1;\n', 'a.txt': 'one\n' });
  await local.git('tag', '-a', 'v1.0', '-m', 'First release');
  ids.second = await local.commit(
    'Evict stale sessions',
    { 'src/store.ts': 'evictSessions();\n' },
    { date: '2026-02-01T10:00:00Z' },
  );
  await local.git('checkout', '-q', '-b', 'topic');
  ids.topic = await local.commit('Try another parser', { 'src/parse.ts': 'export const parse = 2;\n' });
  await local.git('checkout', '-q', 'main');
  await push('main', 'topic', 'v1.0');
});
afterAll(async () => {
  local.remove();
});

async function push(...refs: readonly string[]): Promise<void> {
  await local.git(
    '-c',
    'http.extraHeader=Authorization: Bearer git',
    'push',
    '-q',
    new URL('/git/default', base).href,
    ...refs,
  );
}

const call = (name: string, args: Record<string, unknown>, token = 'git') => callAs(base, token, name, args);
const find = (query: string, options: Facts = {}) => call('git_commit_retrieval', { query, ...options });

describe('git_commit_retrieval', () => {
  it('answers with the fields of its contract, and says what is searched', async () => {
    expect(await find('evict sessions')).toEqual({
      commits: [
        {
          sha: ids.second,
          message: 'Evict stale sessions\n',
          author: 'Ada <ada@example.org>',
          date: '2026-02-01T10:00:00.000Z',
          files_changed: ['src/store.ts'],
          lines_added: 1,
          lines_removed: 0,
          lines_complete: true,
          relevance_score: 1,
          matched: ['subject: evict, sessions'],
          matching_lines: ['src/store.ts: + evictSessions();'],
        },
      ],
      total_found: 1,
      notes: [],
      history: { branch: 'main', commit: ids.second, complete: true, commits_indexed: 2, commits_total: 2 },
      workspace: 'default',
    });
  });

  it('says the same as text', async () => {
    const { body } = await callTool(base, 'git_commit_retrieval', { query: 'evict' }, { token: 'git' });
    expect(body.result?.content[0]?.text.replaceAll(/[0-9a-f]{12,40}/g, '<id>')).toMatchInlineSnapshot(`
      "1 commits match; the best 1:

      <id> 2026-02-01T10:00:00.000Z Ada <ada@example.org> (1)
          Evict stale sessions
      Files (+1 -0): src/store.ts
      Found in subject: evict
        src/store.ts: + evictSessions();

      [History of main at <id>: 2 commits indexed]"
    `);
  });

  it('finds new commits at once, and those of the branch pushed last only', async () => {
    const third = await local.commit('Widen the cache', { 'a.txt': 'one\ntwo\n' });
    await push('main');
    expect(await find('cache')).toMatchObject({ total_found: 1, commits: [{ sha: third }] });
    expect(await find('another')).toMatchObject({ total_found: 0 });
    await local.git('reset', '-q', '--hard', ids.second ?? '');
    await push('+main');
    expect(await find('cache')).toMatchObject({ total_found: 0, history: { commits_indexed: 2, complete: true } });
  });

  it('finds commits that put_files makes', async () => {
    await call('put_files', texts({ a: 'quokka\n' }, { message: 'Add a marsupial' }), 'put');
    const result = await call('git_commit_retrieval', { query: 'quokka', since: '1 hour ago', author: 'lemma' }, 'put');
    expect(result).toMatchObject({ total_found: 1, commits: [{ files_changed: ['a'], message: 'Add a marsupial\n' }] });
  });

  it('refuses what cannot be a time, and answers for an empty workspace', async () => {
    expect(await find('x', { since: 'whenever' })).toMatchObject({
      error_type: 'INVALID_INPUT',
      advice: expect.stringContaining("'2 weeks ago'"),
    });
    expect(await call('git_commit_retrieval', { query: 'x' }, 'nobody')).toMatchObject({
      commits: [],
      total_found: 0,
      history: { complete: true, commits_indexed: 0 },
    });
  });

  it('takes a query of 100 KB', async () => {
    expect(await find(`evict ${'filler '.repeat(14_000)}`)).toMatchObject({ total_found: 1 });
    expect(await find('x'.repeat(100_000))).toMatchObject({
      total_found: 2,
      notes: [expect.stringContaining('no words')],
    });
  });
});

it('finds words of scripts that put no spaces between them', async () => {
  const message = '\u4fee\u590d\u767b\u5f55\u9519\u8bef';
  await call('put_files', texts({ 'login.txt': '1\n' }, { message }), 'git-unspaced');
  const answer = (query: string) => call('git_commit_retrieval', { query }, 'git-unspaced');
  expect(await answer('\u767b\u5f55')).toMatchObject({ total_found: 1, history: { complete: true } });
  expect(await answer('\u767b\u9519')).toMatchObject({ total_found: 0 });
});

describe('get_file', () => {
  const read = async (ref?: string) => call('get_file', { path: 'src/parse.ts', ...(ref !== undefined && { ref }) });

  it('reads branches, tags and commits', async () => {
    expect(await read()).toMatchObject({ content: 'export const parse = 1;\n', commit: ids.second });
    expect(await read('topic')).toMatchObject({ content: 'export const parse = 2;\n', commit: ids.topic });
    expect(await read('v1.0')).toMatchObject({ commit: ids.first });
    expect(await read((ids.topic ?? '').slice(0, 8))).toMatchObject({ commit: ids.topic });
    expect(await read('topic~2')).toMatchObject({ commit: ids.first });
  });

  it('says which commit changed a file last', async () => {
    expect(await read()).toMatchObject({
      metadata: {
        last_modified: '2026-01-01T00:00:00.000Z',
        git_status: 'committed',
        last_commit: { sha: ids.first, author: 'Ada', subject: 'Parse headers' },
        exact: true,
      },
    });
  });
});
