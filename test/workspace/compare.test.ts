/** `list_workspace_files`, `diff_refs`, `show_commit` and `blame` through MCP, beside the real git. */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { GitFolder } from './git-client.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
const folder = new GitFolder();
let base: URL;

const code = (name: string, lines: number) =>
  `${Array.from({ length: lines }, (_, index) => `def ${name}_${index}():\n    return ${index}\n`).join('\n')}`;

beforeAll(async () => {
  base = (await server.listen()).url;
  const path = await folder.create('shop');
  const write = (file: string, content: string | Uint8Array) => writeFileSync(join(path, file), content);
  mkdirSync(join(path, 'src/deep'), { recursive: true });
  write('src/price.py', code('price', 20));
  write('src/old.py', code('old', 30));
  write('src/deep/a.ts', 'export const a = 1;\n');
  write('logo.png', new Uint8Array([0x89, 0x50, 0, 1]));
  write('run.sh', '#!/bin/sh\n');
  symlinkSync('src', join(path, 'link'));
  await folder.commit('shop', 'README.md', '# Shop\n');
  await folder.git('shop', 'switch', '-q', '-c', 'topic');
  renameSync(join(path, 'src/old.py'), join(path, 'src/new.py'));
  write('src/new.py', code('old', 30).replace('return 7\n', 'return 7_000\n'));
  write('src/price.py', code('price', 20).replace('return 3\n', 'return 33\n').replace('return 15\n', ''));
  write('logo.png', new Uint8Array([0x89, 0x50, 0, 2]));
  chmodSync(join(path, 'run.sh'), 0o755);
  rmSync(join(path, 'link'));
  symlinkSync('lib', join(path, 'link'));
  await folder.commit('shop', 'src/deep/b.ts', 'no end');
  await folder.git('shop', 'switch', '-q', 'main');
  await folder.commit('shop', 'README.md', '# The shop\n');
  await folder.git('shop', 'merge', '-q', '--no-ff', '-m', 'Merge the topic', 'topic');
  await folder.git('shop', 'push', '-q', '--all', new URL('/git/compare', base).href);
});
afterAll(() => folder.remove());

/** Calls a tool of the user who pushed. */
const call = async (name: string, args: Facts): Promise<{ facts: Facts; text: string }> => {
  const { body } = await callTool(base, name, { workspace: 'compare', ...args });
  const [content] = (body.result?.content ?? []) as readonly { readonly text: string }[];
  return { facts: (body.result?.structuredContent ?? body) as Facts, text: content?.text ?? '' };
};
const git = (...args: readonly string[]) => folder.git('shop', ...args);

describe('diff_refs', () => {
  it('says what a branch changed since it left another one, as git does', async () => {
    const { facts, text } = await call('diff_refs', { base: 'main~1', head: 'topic' });
    const base = await git('merge-base', 'main~1', 'topic');
    expect(facts).toMatchObject({
      base,
      head: await git('rev-parse', 'topic'),
      merge_bases: [base],
      files: [
        { path: 'link', status: 'modified', kind: 'symlink', added: 1, removed: 1 },
        { path: 'logo.png', status: 'modified', uncounted: 'binary' },
        { path: 'run.sh', status: 'mode_changed', mode: '100644 -> 100755' },
        { path: 'src/deep/b.ts', status: 'added', added: 1, removed: 0 },
        { path: 'src/new.py', from: 'src/old.py', status: 'renamed', added: 1, removed: 1 },
        { path: 'src/price.py', status: 'modified', added: 2, removed: 3 },
      ],
      total_files: 6,
      complete: true,
    });
    const patch = String(facts.patch);
    const hunks = (diff: string) => diff.split('\n').filter((line) => /^(?:@@|[-+ \\])/.test(line));
    // The last line of context is blank, and cut off with the line ends behind git's answer.
    expect(hunks(patch.trimEnd())).toEqual(hunks(await git('diff', '-M', '--no-color', 'main~1...topic')));
    expect(text).toContain('renamed src/old.py -> src/new.py');
    expect(text).toContain(patch);
  });

  it('compares with the base itself on request, and whatever matches paths', async () => {
    const numstat = await git('diff', '--no-renames', '--numstat', 'main~1', 'topic', '--', 'src', 'README.md');
    const { facts } = await call('diff_refs', {
      base: 'main~1',
      head: 'topic',
      two_dot: true,
      paths: ['README.md', 'src/*.py'],
    });
    expect(numstat).toContain('1\t1\tREADME.md');
    expect(facts).toMatchObject({
      files: [{ path: 'README.md', added: 1, removed: 1 }, { path: 'src/new.py' }, { path: 'src/price.py' }],
    });
    expect(facts.merge_bases).toBeUndefined();
  });

  it('pages hunks until all were there', async () => {
    const whole = await git('diff', '-M', '-U0', 'main~1...topic');
    let [pages, lines] = [0, 0];
    for (let next: Facts | undefined = {}; next !== undefined && pages < 50; pages++) {
      const { facts } = await call('diff_refs', { base: 'main~1', head: 'topic', context: 0, limit: 2, ...next });
      lines += String(facts.patch)
        .split('\n')
        .filter((line) => /^[-+](?![-+])/.test(line)).length;
      next = facts.next as Facts | undefined;
    }
    expect(pages).toBe(3);
    expect(lines).toBe(whole.split('\n').filter((line) => /^[-+](?![-+])/.test(line)).length);
  });

  it('teaches what can be compared', async () => {
    expect((await call('diff_refs', { base: 'mian' })).facts).toMatchObject({
      error_type: 'INVALID_INPUT',
      advice: expect.stringContaining("'main', 'topic'"),
    });
  });
});

describe('show_commit', () => {
  it('shows a merge beside its first parent', async () => {
    const { facts } = await call('show_commit', { commit: 'main', detail: 'stat' });
    const [first, second] = (await git('log', '-1', '--format=%P', 'main')).split(' ');
    expect(facts).toMatchObject({
      message: 'Merge the topic',
      parents: [first, second],
      author: { name: 'A', email: 'a@example.org' },
      base: first,
      total_files: 6,
      patch: '',
    });
  });

  it('shows a first commit', async () => {
    const { facts, text } = await call('show_commit', { commit: 'topic~1', paths: ['README.md'] });
    expect(facts).toMatchObject({
      parents: [],
      files: [{ path: 'README.md', status: 'added', added: 1 }],
      total_files: 1,
    });
    expect(facts.base).toBeUndefined();
    expect(text).toContain('--- /dev/null\n+++ b/README.md\n@@ -0,0 +1 @@\n+# Shop');
  });
});

describe('blame', () => {
  it('follows a rename and says who, when and why', async () => {
    const { facts, text } = await call('blame', { path: 'src/new.py', ref: 'main' });
    const [first, topic] = [await git('rev-parse', 'topic~1'), await git('rev-parse', 'topic')];
    expect(facts).toMatchObject({
      lines: 89,
      complete: true,
      runs: [
        { line_start: 1, line_end: 22, commit: first.slice(0, 12), origin: 'src/old.py:1' },
        { line_start: 23, line_end: 23, commit: topic.slice(0, 12), text: '    return 7_000' },
        { line_start: 24, line_end: 89, commit: first.slice(0, 12), origin: 'src/old.py:24' },
      ],
      commits: [
        { commit: first.slice(0, 12), author: 'A', summary: 'Change README.md' },
        { commit: topic.slice(0, 12), summary: 'Change src/deep/b.ts' },
      ],
    });
    expect(text).toContain('23     return 7_000');
  });

  it('takes lines, and refuses what has none', async () => {
    expect((await call('blame', { path: 'src/price.py', line_start: 11, line_end: 11 })).facts).toMatchObject({
      runs: [{ line_start: 11, line_end: 11, text: '    return 33' }],
    });
    for (const [args, message] of [
      [{ path: 'logo.png' }, "'logo.png' is a binary file of 4 bytes, so that no lines of it can be blamed."],
      [{ path: 'link' }, "'link' is a symbolic link, so that no lines of it can be blamed."],
      [{ path: 'src/price.py', line_start: 500 }, /has 58 lines, so that there is no line 500\.$/],
      [{ path: 'src/prices.py' }, /^There is no file/],
    ] as const)
      expect((await call('blame', args)).facts).toMatchObject({
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
  });
});

describe('list_workspace_files', () => {
  it('draws a tree that is closed beyond a depth', async () => {
    const { facts } = await call('list_workspace_files', { ref: 'main', depth: 1 });
    expect(facts).toMatchObject({
      entries: [
        { path: 'src/', files: 4, collapsed: true },
        { path: 'README.md', size: 11 },
        { path: 'link', kind: 'symlink' },
        { path: 'logo.png' },
        { path: 'run.sh', kind: 'executable', language: 'bash' },
      ],
      total_files: 8,
      commit: await git('rev-parse', 'main'),
      complete: true,
    });
  });

  it('lists what matches, at any commit, below a folder', async () => {
    const flat = await call('list_workspace_files', { ref: 'topic~1', format: 'flat', paths: ['*.py', '*.ts'] });
    expect((flat.facts.entries as readonly Facts[]).map(({ path }) => path)).toEqual([
      'src/deep/a.ts',
      'src/old.py',
      'src/price.py',
    ]);
    const below = await call('list_workspace_files', { ref: 'main', path: 'src/', limit: 2 });
    expect(below.facts).toMatchObject({
      entries: [{ path: 'src/deep/', files: 2 }, { path: 'src/deep/a.ts' }],
      total_entries: 5,
      next_offset: 2,
    });
    expect((await call('list_workspace_files', { ref: 'main', path: 'run.sh' })).facts).toMatchObject({
      message: "'run.sh' is a file, not a folder.",
    });
  });
});

describe('huge repositories', () => {
  const lines = amount(50_000, 10_000);
  const folders = amount(200, 60);
  const file = (step: number) =>
    Array.from(
      { length: lines },
      (_, line) => `  "package-${line}": "${line % 97 === step ? step : 0}.${line}.0"`,
    ).join(',\n');

  beforeAll(async () => {
    const path = await folder.create('huge');
    for (let index = 0; index < folders; index++) {
      mkdirSync(join(path, `d${index}`));
      for (let each = 0; each < 20; each++) writeFileSync(join(path, `d${index}/f${each}.txt`), `${index} ${each}\n`);
    }
    await folder.commit('huge', 'lock.json', file(1));
    await folder.commit('huge', 'lock.json', file(2));
    await folder.commit('huge', 'minified.js', 'x'.repeat(500_000));
    await folder.git('huge', 'push', '-q', new URL('/git/huge', base).href, 'main');
  });

  it.each([
    ['list_workspace_files', { depth: 3, limit: 1000 }],
    ['list_workspace_files', { format: 'flat', limit: 1000 }],
    ['show_commit', { commit: 'main~2', limit: 200 }],
    ['show_commit', { commit: 'main~2', limit: 200, detail: 'stat' }],
    ['show_commit', { commit: 'main~1' }],
    ['show_commit', { commit: 'main' }],
    ['diff_refs', { base: 'main~2', context: 20 }],
    ['blame', { path: 'lock.json', limit: 5000 }],
    ['blame', { path: 'lock.json', limit: 5000, detail: 'runs' }],
    ['blame', { path: 'minified.js' }],
  ])('%s %j answers within its size', async (name, args) => {
    const { facts, text } = await call(name, { workspace: 'huge', ...args });
    expect(facts.error_type).toBeUndefined();
    expect(facts.complete).toBe(true);
    expect(countTokens(text)).toBeLessThanOrEqual(2000);
    expect(countTokens(JSON.stringify(facts))).toBeLessThanOrEqual(2000);
  });
});

it('names an empty workspace', async () => {
  await callAs(base, 'nobody', 'put_files', texts({ a: 'x' }, { workspace: 'other' }));
  for (const name of ['list_workspace_files', 'show_commit'])
    expect(await callAs(base, 'nobody', name, {})).toMatchObject({ message: 'The workspace is empty.' });
});
