/** `git push -o review` of the real client to the real Workers: the review follows in git's own output. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { GitFolder } from '../workspace/git-client.ts';

const server = sharedServer();
const folder = new GitFolder();
let url: string;

beforeAll(async () => {
  url = new URL('/git/push-review', (await server.listen()).url).href;
  await folder.create('code');
  await folder.commit(
    'code',
    'price.py',
    'def each(total: int, count: int) -> int:\n    return total // count if count else 0\n',
  );
  await folder.git('code', 'push', url, 'main');
  await folder.git('code', 'switch', '--quiet', '-c', 'topic');
  await folder.commit('code', 'price.py', 'def each(total: int, count: int) -> int:\n    return total // count\n');
});
afterAll(() => folder.remove());

const push = async (...args: readonly string[]) => {
  const { code, stderr } = await folder.try('code', 'push', ...args);
  return { code, text: stderr.replace(/^remote: (.*?) *$/gm, '$1') };
};

it('asks a new branch what to compare it with, and pushes it', async () => {
  const { code, text } = await push('-o', 'review', url, 'topic');
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringContaining('lemma: topic is new: say what to compare it with, git push -o review=<branch>'),
  });
});

it('shows what the branch changed since it left the base that is named', async () => {
  const { code, text } = await push('-o', 'review=main', url, 'topic:refs/heads/again');
  expect(code).toBe(0);
  expect(text).toMatch(/^lemma: reviewing main\.\.\.[0-9a-f]{12}$/m);
  expect(text).toContain('lemma: HIGH price.py:1 each can now end in ZeroDivisionError');
  expect(text).toContain('[new branch]');
});

it('compares with where the branch was', async () => {
  await folder.commit('code', 'readme.md', 'Prices.\n');
  const { text } = await push('-o', 'review', url, 'topic');
  expect(text).toContain('lemma: No findings.');
});

it('says what it does not know, and that there is no review', async () => {
  await folder.commit('code', 'readme.md', 'All prices.\n');
  const { code, text } = await push('-o', 'review=nowhere', '-o', 'ci.skip', url, 'topic');
  expect(code).toBe(0);
  expect(text).toContain(
    'the option "ci.skip" is not known: review, review=<base>, plan=<plan>#<step> and agent=<name> are',
  );
  expect(text).toContain('lemma: there is no review:');
});

it('shows nothing more without the option', async () => {
  await folder.commit('code', 'readme.md', 'No prices.\n');
  expect((await push(url, 'topic')).text).not.toMatch(/reviewing|findings/);
});
