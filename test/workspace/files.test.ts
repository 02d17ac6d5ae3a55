/** `put_files`, `delete_files` and `get_file` through MCP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

const call = (token: string, name: string, args: Record<string, unknown>) => callAs(base, token, name, args);

describe('put_files', () => {
  it('makes a commit that get_file reads', async () => {
    const first = await call('put', 'put_files', {
      files: [
        { path: 'src/main.py', content: 'print("naïve 🐍")\n' },
        { path: 'logo.bin', content: 'AP/+', encoding: 'base64' },
        { path: 'run.sh', content: '#!/bin/sh\n', executable: true },
      ],
      message: 'Begin',
    });
    expect(first).toMatchObject({
      workspace: 'default',
      branch: 'main',
      committed: true,
      written: ['logo.bin', 'run.sh', 'src/main.py'],
      unchanged: [],
    });
    expect(first.parent).toBeUndefined();
    expect(await call('put', 'get_file', { path: 'src/main.py' })).toMatchObject({
      path: 'src/main.py',
      content: 'print("naïve 🐍")\n',
      encoding: 'utf8',
      size: 21,
      lines: 1,
      line_start: 1,
      line_end: 1,
      kind: 'file',
      language: 'python',
      truncated: false,
      commit: first.commit,
      metadata: {
        git_status: 'committed',
        exact: true,
        last_commit: { sha: first.commit, author: 'Lemma', subject: 'Begin' },
      },
    });
    expect(await call('put', 'get_file', { path: 'logo.bin', include_metadata: false })).toEqual({
      path: 'logo.bin',
      content: 'AP/+',
      encoding: 'base64',
      size: 3,
      lines: 0,
      kind: 'file',
      truncated: false,
      commit: first.commit,
      blob: expect.stringMatching(/^[0-9a-f]{40}$/),
      workspace: 'default',
    });
    expect(await call('put', 'get_file', { path: './run.sh' })).toMatchObject({ kind: 'executable' });
  });

  it('makes no commit when nothing changes, and keeps what it does not name', async () => {
    const first = await call('same', 'put_files', texts({ a: '1', 'dir/b': '2', 'dir/c': '3' }));
    const again = await call('same', 'put_files', texts({ a: '1', 'dir/b': '2' }));
    expect(again).toMatchObject({ committed: false, commit: first.commit, written: [], unchanged: ['a', 'dir/b'] });
    const second = await call('same', 'put_files', texts({ a: '1', 'dir/b': 'new' }));
    expect(second).toMatchObject({ committed: true, parent: first.commit, written: ['dir/b'], unchanged: ['a'] });
    expect(await call('same', 'get_file', { path: 'dir/c' })).toMatchObject({
      content: '3',
      commit: second.commit,
      metadata: { last_commit: { sha: first.commit } },
    });
  });

  it('writes to the commit that is expected only', async () => {
    const first = await call('lock', 'put_files', texts({ a: '1' }));
    const commit = String(first.commit);
    const second = await call('lock', 'put_files', texts({ a: '2' }, { expected_commit: commit.slice(0, 8) }));
    expect(second).toMatchObject({ committed: true });
    expect(await call('lock', 'put_files', texts({ a: '3' }, { expected_commit: commit }))).toMatchObject({
      error_type: 'CONFLICT',
      message: expect.stringContaining(String(second.commit)),
    });
    expect(await call('lock', 'get_file', { path: 'a' })).toMatchObject({ content: '2' });
    const racing = await Promise.all(
      ['x', 'y', 'z'].map((a) => call('lock', 'put_files', texts({ a }, { expected_commit: second.commit }))),
    );
    expect(racing.filter(({ committed }) => committed)).toHaveLength(1);
  });

  it('begins a branch at HEAD', async () => {
    const main = await call('branch', 'put_files', texts({ a: '1', b: '1' }));
    const topic = await call('branch', 'put_files', texts({ b: '2' }, { branch: 'fix/b' }));
    expect(topic).toMatchObject({ branch: 'fix/b', parent: main.commit, committed: true });
    expect(await call('branch', 'get_file', { path: 'b', ref: 'main' })).toMatchObject({ content: '1' });
    expect(await call('branch', 'get_file', { path: 'b', ref: 'fix/b' })).toMatchObject({ content: '2' });
    for (const branch of ['', 'a b', '../x', 'x.lock', '-d', 'a..b', '@'])
      expect(await call('branch', 'put_files', texts({ b: '3' }, { branch })), branch).toMatchObject({
        error_type: 'INVALID_INPUT',
      });
  });
});

describe('git', () => {
  it('clones and pulls what tools and archives wrote', async () => {
    await call('pull', 'put_files', texts({ 'src/a.ts': '1', 'src/deep/b.ts': '2', 'c.txt': '3' }));
    const local = await createLocalGit();
    try {
      const url = new URL('/git/default', base).href;
      const git = (...args: readonly string[]) =>
        local.git('-c', 'http.extraHeader=Authorization: Bearer pull', ...args);
      await git('pull', '-q', url, 'main');
      await call('pull', 'put_files', texts({ 'src/a.ts': 'one' }, { message: 'Spell it out' }));
      await call('pull', 'delete_files', { paths: ['src/deep'] });
      await git('pull', '-q', url, 'main');
      expect(await git('log', '--format=%an <%ae> %s')).toBe(
        [
          'Lemma <lemma@localhost> Delete src/deep/b.ts',
          'Lemma <lemma@localhost> Spell it out',
          'Lemma <lemma@localhost> Write 3 files',
        ].join('\n'),
      );
      expect(await git('ls-files')).toBe('c.txt\nsrc/a.ts');
      expect(await git('show', 'HEAD:src/a.ts')).toBe('one');
      expect(await git('fsck', '--strict', '--full')).toBe('');
      const pushed = await local.commit('Push on top', { 'd.txt': '4' });
      await git('push', '-q', url, 'main');
      expect(await call('pull', 'put_files', texts({ 'e.txt': '5' }))).toMatchObject({ parent: pushed });
    } finally {
      local.remove();
    }
  });
});

describe('paths', () => {
  it.each([
    ['../x', "has '..' in it"],
    ['a/../../b', "has '..' in it"],
    ['./a', "has '.' in it"],
    ['/etc/passwd', 'is absolute'],
    ['C:/x', 'is absolute'],
    ['', 'is empty'],
    ['a//b', 'empty name'],
    ['a/', 'empty name'],
    ['x\0y', 'control character'],
    ['x\ny', 'control character'],
    ['a\\b', 'backslash'],
    ['\ud800', 'surrogate'],
    ['.git/config', "looks like, '.git'"],
    ['a/.GIT/hooks/post-checkout', "looks like, '.git'"],
    ['.g\u200cit/config', "looks like, '.git'"],
    ['.git\u200f/config', "looks like, '.git'"],
    ['\ufeff.git/config', "looks like, '.git'"],
    ['git~1/config', "looks like, '.git'"],
    ['.git. . /config', "looks like, '.git'"],
    ['.git::$INDEX_ALLOCATION/x', "looks like, '.git'"],
    ['．ｇｉｔ/config', "looks like, '.git'"],
  ])('%j is refused, with all that came along', async (path, fault) => {
    const result = await call('attack', 'put_files', texts({ 'fine.txt': 'x', [path]: 'x' }));
    const message = expect.stringContaining(fault);
    expect(result).toMatchObject({ error_type: 'INVALID_INPUT', message });
    // As the contract of the Context Engine has it, beside the form of all tools.
    const details = { advice: expect.any(String) };
    expect(result).toMatchObject({ error: { code: 'INVALID_INPUT', message, details }, retryable: false });
    expect(await call('attack', 'get_file', { path: 'fine.txt' })).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
    const read = await call('attack-read', 'put_files', texts({ 'fine.txt': 'x' }));
    expect(read.commit).toMatch(/^[0-9a-f]{40}$/);
    if (path !== './a' && path !== 'a/')
      expect(await call('attack-read', 'get_file', { path })).toMatchObject({ error_type: 'INVALID_INPUT' });
  });

  it('that are too long are refused', async () => {
    const deep = `${'x/'.repeat(2047)}xx`;
    expect(deep).toHaveLength(4096);
    for (const [path, fault] of [
      [deep, 'is longer than 3000 bytes'],
      ['é'.repeat(128), 'a name of more than 255 bytes'],
    ] as const) {
      const message = expect.stringContaining(fault);
      expect(await call('long', 'put_files', texts({ [path]: 'x' }))).toMatchObject({ message });
    }
    const longest = `${'x/'.repeat(1499)}yy`;
    expect(await call('long', 'put_files', texts({ [longest]: 'x' }))).toMatchObject({ written: [longest] });
    expect(await call('long', 'get_file', { path: deep })).toMatchObject({ error_type: 'INVALID_INPUT' });
  });

  it('name every fault of a call', async () => {
    const { message } = await call('all', 'put_files', texts({ '../a': '', ok: '', '.git/x': '', 'b\\c': '' }));
    expect(message).toBe(
      "Nothing was changed, since 3 of 4 paths cannot be used: '../a' has '..' in it; '.git/x' has a name in it that is, or " +
        "looks like, '.git'; 'b\\c' has a backslash in it; folders are separated by slashes.",
    );
    const twice = { files: [0, 1].map(() => ({ path: 'a', content: 'x' })) };
    expect(await call('all', 'put_files', twice)).toMatchObject({
      message: expect.stringContaining("'a' is given twice"),
    });
    const contents = {
      files: [
        { path: 'a', content: '!', encoding: 'base64' },
        { path: 'b', content: '\ud800' },
      ],
    };
    expect(await call('all', 'put_files', contents)).toMatchObject({
      message: 'Nothing was changed, since the content of 2 files cannot be read: "a" is no base64; "b" is no utf8.',
    });
  });

  it('that a checkout could not tell from others are refused with the name that is taken', async () => {
    await call('case', 'put_files', texts({ 'Docs/Read.md': 'x', 'caf\u00e9': 'x', a: 'file' }));
    const attempts: Readonly<Record<string, string>> = {
      'Docs/READ.md': 'only in case or Unicode normal form',
      'docs/other.md': "differs from 'Docs' only",
      'cafe\u0301': "differs from 'caf\u00e9' only",
      'a/b': "needs a folder 'a', which is a file",
      Docs: 'is a folder',
    };
    for (const [path, fault] of Object.entries(attempts))
      expect(await call('case', 'put_files', texts({ [path]: 'y' })), path).toMatchObject({
        error_type: 'INVALID_INPUT',
        message: expect.stringContaining(fault),
      });
    expect(await call('case', 'put_files', texts({ 'n/x': '', 'n/X': '', m: '', 'm/x': '' }))).toMatchObject({
      message: expect.stringMatching(
        /2 of 4.*'m\/x' needs a folder 'm', which this call makes a file; 'n\/x' differs from 'n\/X'/,
      ),
    });
    expect(await call('case', 'put_files', texts({ 'Docs/Read.md': 'z' }))).toMatchObject({ committed: true });
  });
});

describe('delete_files', () => {
  const FILES = {
    'src/a.ts': '',
    'src/b.ts': '',
    'src/deep/c.ts': '',
    'docs/x.md': '',
    'docs/y.md': '',
    '[id].md': '',
  };

  it('takes files, folders and globs, and leaves no empty folder', async () => {
    await call('delete', 'put_files', texts(FILES));
    const dry = await call('delete', 'delete_files', { paths: ['src/**/*.ts', 'docs'], dry_run: true });
    const all = ['docs/x.md', 'docs/y.md', 'src/a.ts', 'src/b.ts', 'src/deep/c.ts'];
    expect(dry).toMatchObject({ committed: false, dry_run: true, deleted: all, total_deleted: 5 });
    expect(await call('delete', 'get_file', { path: 'src/a.ts' })).toMatchObject({ content: '' });
    expect(await call('delete', 'delete_files', { paths: ['src/deep'] })).toMatchObject({ deleted: ['src/deep/c.ts'] });
    expect(await call('delete', 'get_file', { path: 'src/deep' })).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
    expect(await call('delete', 'delete_files', { paths: ['[id].md', '*.txt'] })).toMatchObject({
      error_type: 'INVALID_INPUT',
    });
    expect(await call('delete', 'delete_files', { paths: ['[id].md'] })).toMatchObject({ deleted: ['[id].md'] });
    expect(await call('delete', 'delete_files', { paths: ['**'] })).toMatchObject({
      total_deleted: 4,
      committed: true,
    });
    expect(await call('delete', 'get_file', { path: 'src/a.ts', ref: 'HEAD~1' })).toMatchObject({ content: '' });
  });

  it('deletes nothing when something matches nothing', async () => {
    await call('nothing', 'put_files', texts(FILES));
    expect(await call('nothing', 'delete_files', { paths: ['docs', 'src/a.tsx', '../x', '*.py'] })).toMatchObject({
      error_type: 'INVALID_INPUT',
      message: expect.stringMatching(/3 of 4.*'src\/a\.tsx' matches no file; did you mean 'src\/a\.ts'/),
    });
    expect(await call('nothing', 'get_file', { path: 'docs/x.md' })).toMatchObject({ content: '' });
  });
});

describe('get_file', () => {
  it('reads lines', async () => {
    const text = '\ufeffone\r\ntwo\r\nthree';
    await call('lines', 'put_files', texts({ a: text, empty: '' }));
    expect(await call('lines', 'get_file', { path: 'a' })).toMatchObject({ content: text, lines: 3, size: 18 });
    const range = async (args: Facts) => call('lines', 'get_file', { path: 'a', include_metadata: false, ...args });
    expect(await range({ line_start: 2, line_end: 2 })).toMatchObject({
      content: 'two\r\n',
      line_start: 2,
      line_end: 2,
    });
    expect(await range({ line_start: 3, line_end: 9 })).toMatchObject({ content: 'three', line_start: 3, line_end: 3 });
    expect(await range({ line_start: 9 })).toMatchObject({ content: '', note: 'The file ends with line 3.' });
    expect(await range({ line_start: 3, line_end: 2 })).toMatchObject({ error_type: 'INVALID_INPUT' });
    expect(await call('lines', 'get_file', { path: 'empty' })).toMatchObject({ content: '', lines: 0, size: 0 });
  });

  it('cuts what is too long at a line, and says how to go on', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index} of a long file\n`);
    await call('cut', 'put_files', texts({ many: lines.join(''), one: 'é '.repeat(400_000) }));
    const first = await call('cut', 'get_file', { path: 'many' });
    const end = Number(first.line_end);
    expect(first).toMatchObject({ truncated: true, lines: 500, content: lines.slice(0, end).join('') });
    expect(first.note).toBe(`Cut after line ${end}: go on with line_start ${end + 1}.`);
    const rest = await call('cut', 'get_file', { path: 'many', line_start: end + 1, line_end: 500 });
    expect(rest).toMatchObject({ truncated: false, content: lines.slice(end).join('') });
    const one = await call('cut', 'get_file', { path: 'one' });
    expect(one).toMatchObject({ truncated: true, lines: 1, note: expect.stringContaining('git clone') });
    expect(one.content).toMatch(/^(é )+$/);
  });

  it('shows bytes that are no UTF-8 as what they are', async () => {
    const latin = btoa('caf\xe9\n');
    const files = [{ path: 'latin', content: latin, encoding: 'base64' }];
    await call('bytes', 'put_files', { files });
    expect(await call('bytes', 'get_file', { path: 'latin' })).toMatchObject({
      content: 'caf\ufffd\n',
      note: 'Bytes that are no UTF-8 are shown as U+FFFD.',
    });
  });

  it('shows no text of a file with NUL bytes, wherever they are', async () => {
    const content = `${'x'.repeat(9000)}\0y`;
    await call('nul', 'put_files', texts({ late: content }));
    expect(await call('nul', 'get_file', { path: 'late' })).toMatchObject({
      content: expect.stringMatching(/^(eHh4)+/),
      encoding: 'base64',
      size: 9002,
      lines: 0,
      truncated: true,
    });
  });

  it('reads any revision', async () => {
    const commits: string[] = [];
    for (const a of ['1', '2', '3']) commits.push(String((await call('refs', 'put_files', texts({ a }))).commit));
    const read = async (ref: string) => (await call('refs', 'get_file', { path: 'a', ref })).content;
    expect(await read(commits[0] ?? '')).toBe('1');
    expect(await read((commits[1] ?? '').slice(0, 7))).toBe('2');
    expect(await read('refs/heads/main')).toBe('3');
    expect([await read('main~1'), await read('HEAD^^'), await read('@')]).toEqual(['2', '1', '3']);
    for (const ref of [
      'main~3',
      'nope',
      'abcd',
      'main^2',
      '',
      'x'.repeat(100_000),
      `${'~'.repeat(100_000)}x`,
      `main${'~9999'.repeat(50)}`,
    ])
      expect((await call('refs', 'get_file', { path: 'a', ref })).content, ref).toBeUndefined();
    expect(await call('refs', 'get_file', { path: 'a', ref: 'mian' })).toMatchObject({
      error_type: 'INVALID_INPUT',
      advice: expect.stringContaining("'main'"),
    });
  });

  it('suggests names, and lists folders', async () => {
    await call('near', 'put_files', texts({ 'src/paths.ts': '', 'lib/other.ts': '', 'README.md': '' }));
    const advice = async (path: string) => (await call('near', 'get_file', { path })).advice;
    expect(await advice('src/path.ts')).toBe("Did you mean 'src/paths.ts'?");
    expect(await advice('paths.ts')).toBe("Did you mean 'src/paths.ts'?");
    expect(await advice('readme.md')).toBe("Did you mean 'README.md'?");
    expect(await advice('lib/other.js')).toBe("Did you mean 'lib/other.ts'?");
    expect(await advice('src')).toBe("Name a file in it: 'paths.ts'.");
    expect(await advice('zzz')).toContain('No file has a name like it');
  });

  it('does not resolve the workspace of another user', async () => {
    await call('owner', 'put_files', texts({ secret: 'x' }, { workspace: 'private' }));
    expect(await call('owner', 'get_file', { path: 'secret', workspace: 'private' })).toMatchObject({ content: 'x' });
    for (const name of ['get_file', 'delete_files']) {
      const args = name === 'get_file' ? { path: 'secret' } : { paths: ['secret'] };
      expect(await call('thief', name, { ...args, workspace: 'private' })).toMatchObject({
        error_type: 'WORKSPACE_NOT_FOUND',
      });
    }
    for (const workspace of ['../owner', 'local/workspace/private', 'token-x/workspace/private'])
      expect(await call('thief', 'get_file', { path: 'secret', workspace })).toMatchObject({
        error_type: 'INVALID_INPUT',
      });
  });
});
