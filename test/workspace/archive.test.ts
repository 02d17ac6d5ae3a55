/** `POST /workspaces/{workspace}/archive` of the real Workers. */
import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../generated.ts';
import { createLocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { zip } from '../python/zip.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

type Body = Uint8Array<ArrayBuffer>;

async function upload(token: string, body: Uint8Array, query = ''): Promise<{ status: number; body: Facts }> {
  const response = await fetch(new URL(`/workspaces/default/archive${query}`, base), {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as Facts };
}

const read = async (token: string, path: string) => callAs(base, token, 'get_file', { path, include_metadata: false });

type File = Omit<TarEntry['header'], 'size'> & { readonly text?: string };
const pack = (files: readonly File[]): Promise<Body> =>
  packTar(
    files.map(({ text = '', ...header }) => ({
      header: { ...header, size: new TextEncoder().encode(text).length },
      ...(header.type === undefined || header.type === 'file' ? { body: text } : {}),
    })),
  );

const tar = (files: Readonly<Record<string, string>>) =>
  pack(Object.entries(files).map(([name, text]) => ({ name, text })));

const FILES = { 'src/a.ts': 'a\n', 'src/é.ts': 'b\n', 'README.md': '# One\n' };

describe('an archive', () => {
  it.each([
    ['tar', () => tar(FILES)],
    ['tar.gz', async () => gzipSync(await tar(FILES))],
    ['zip', () => zip(Object.entries(FILES).map(([name, data]) => ({ name, data })))],
  ])('in %s becomes one commit', async (format, make) => {
    const first = await upload(format, await make(), '?message=Import%20it');
    expect(first).toMatchObject({
      status: 200,
      body: {
        workspace: 'default',
        branch: 'main',
        committed: true,
        written: ['README.md', 'src/a.ts', 'src/é.ts'],
        total_written: 3,
        total_unchanged: 0,
        total_deleted: 0,
        index: { commit: expect.any(String) },
      },
    });
    expect(await read(format, 'src/é.ts')).toMatchObject({ content: 'b\n', commit: first.body.commit });
    const again = await upload(format, await make());
    expect(again.body).toMatchObject({ committed: false, commit: first.body.commit, total_unchanged: 3 });
  });

  it('that tar makes of a folder loses it on request, and keeps modes and links', async () => {
    const local = await createLocalGit();
    try {
      await local.commit('x', { 'top/run.sh': '#!/bin/sh\n', 'top/lib/x.txt': 'x\n' });
      execFileSync('chmod', ['+x', 'top/run.sh'], { cwd: local.folder });
      execFileSync('ln', ['-s', '../run.sh', 'top/lib/link'], { cwd: local.folder });
      execFileSync('ln', ['top/lib/x.txt', 'top/lib/y.txt'], { cwd: local.folder });
      const archive = execFileSync('tar', ['cz', './top'], { cwd: local.folder });
      expect((await upload('real', archive, '?strip=true')).body).toMatchObject({
        written: ['lib/link', 'lib/x.txt', 'lib/y.txt', 'run.sh'],
      });
      expect(await read('real', 'run.sh')).toMatchObject({ kind: 'executable' });
      expect(await read('real', 'lib/link')).toMatchObject({ kind: 'symlink', content: '../run.sh' });
      expect(await read('real', 'lib/y.txt')).toMatchObject({ content: 'x\n' });
    } finally {
      local.remove();
    }
  });

  it('leaves other files, or replaces all of them', async () => {
    await callAs(base, 'modes', 'put_files', texts({ 'old.txt': 'old', 'src/a.ts': 'before' }));
    expect((await upload('modes', await tar(FILES))).body).toMatchObject({ total_written: 3, deleted: [] });
    expect(await read('modes', 'old.txt')).toMatchObject({ content: 'old' });
    expect((await upload('modes', await tar(FILES), '?mode=replace')).body).toMatchObject({
      total_written: 0,
      total_unchanged: 3,
      deleted: ['old.txt'],
    });
    expect(await read('modes', 'old.txt')).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
  });

  it('of many files and of large ones comes in whole', async () => {
    const count = amount(3000, 1100);
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`f/${index % 50}/${index}.txt`, `${index}\n`]),
    );
    const large = { 'big.txt': 'lorem ipsum\n'.repeat(1_300_000) };
    const result = await upload('many', gzipSync(await tar({ ...many, ...large })));
    expect(result.body).toMatchObject({ total_written: count + 1, written: { length: 1000 } });
    const last = count - 1;
    expect(await read('many', `f/${last % 50}/${last}.txt`)).toMatchObject({ content: `${last}\n` });
    expect(await read('many', 'big.txt')).toMatchObject({ size: 15_600_000 });
  });
});

describe('nothing is changed', () => {
  const symlink = (linkname: string): File => ({ name: 'l', type: 'symlink', linkname });
  const damaged = async (at: number) => {
    const bytes = new Uint8Array(await tar(FILES));
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  };
  const zipOf = (name: string, more = {}) => zip([{ name, data: 'x', ...more }]);
  const encrypted = async () => {
    const bytes = Buffer.from(await zipOf('a'));
    for (const magic of ['PK\x03\x04', 'PK\x01\x02']) {
      const at = bytes.indexOf(magic, 0, 'latin1') + (magic === 'PK\x03\x04' ? 6 : 8);
      bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    }
    return bytes;
  };

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['a path that leads out', () => tar({ '../x': 'x' }), "'../x' has '..' in it"],
    ['an absolute path', () => tar({ '/etc/x': 'x' }), 'is absolute'],
    ['a path into .git', () => tar({ 'a/.GIT/hooks/x': 'x' }), "looks like, '.git'"],
    ['a backslash', () => zipOf('a\\b'), 'backslash'],
    ['a path that leads out of a zip', () => zipOf('a/../../x'), "has '..' in it"],
    [
      'a file twice',
      () =>
        pack([
          { name: 'a', text: '1' },
          { name: './a', text: '2' },
        ]),
      "'a' is in the archive twice",
    ],
    ['names that differ in case', () => tar({ 'a.txt': '1', 'A.txt': '2' }), 'only in case'],
    ['a file that is a folder', () => tar({ a: '1', 'a/b': '2' }), "needs a folder 'a'"],
    ['a link that leads out', () => pack([symlink('../../etc/passwd')]), 'leads out of the repository'],
    ['an absolute link', () => pack([symlink('/etc/passwd')]), 'leads out of the repository'],
    ['a link into .git', () => pack([symlink('.git/config')]), 'leads out of the repository'],
    [
      'a link in a zip that leads out',
      () => zipOf('l', { data: '../x', mode: 0o120777 }),
      'leads out of the repository',
    ],
    [
      'a hard link to nothing',
      () => pack([{ name: 'l', type: 'link', linkname: '/etc/passwd' }]),
      'hard link to no file',
    ],
    ['a device', () => pack([{ name: 'd', type: 'character-device' }]), 'is a character-device'],
    ['no file', () => pack([{ name: 'd/', type: 'directory' }]), 'holds no file'],
    ['a damaged header', () => damaged(10), 'The tar archive is damaged'],
    ['a tar without its end', async () => (await tar(FILES)).subarray(0, -1024), 'truncated'],
    ['a tar that is cut in a file', async () => (await tar(FILES)).subarray(0, 513), 'truncated'],
    ['a gzip that is cut', async () => gzipSync(await tar(FILES)).subarray(0, -20), 'damaged or cut short'],
    ['a zip that is cut', async () => (await zipOf('a')).subarray(0, -10), 'cut short'],
    ['an encrypted zip', encrypted, 'is encrypted'],
    ['a zip that lies about sizes', () => zipOf('a', { declared: 100 }), 'less of a than it declares'],
    ['some other file', () => new TextEncoder().encode('hello '.repeat(100)), 'no tar, tar.gz or zip archive'],
    ['two bytes', () => new TextEncoder().encode('PK'), 'no tar, tar.gz or zip archive'],
    ['a tar.gz of zeros', () => gzipSync(new Uint8Array(400 << 20), { level: 1 }), 'unpacked has more than'],
    [
      'a file that is too large',
      async () => gzipSync(await pack([{ name: 'a', text: 'x'.repeat(17 << 20) }])),
      'has 17 MB',
    ],
  ])('by an archive with %s', async (_title, make, message) => {
    const { status, body } = await upload('attack', await make());
    expect({ status, message: body.detail }).toEqual({
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(await callAs(base, 'attack', 'get_file', { path: 'README.md' })).toMatchObject({
      message: 'The workspace is empty.',
    });
  });

  it('by files that come to too much', async () => {
    const part = new Uint8Array(15 << 20);
    const entries = Array.from({ length: 20 }, (_, index) => ({
      header: { name: `f${index}`, size: part.length },
      body: part,
    }));
    const { status, body } = await upload('bomb', gzipSync(await packTar(entries), { level: 1 }));
    expect({ status, message: body.detail }).toEqual({
      status: 400,
      message: expect.stringContaining('unpacks to more than 256 MB'),
    });
    expect(await read('bomb', 'f0')).toMatchObject({ message: 'The workspace is empty.' });
  });

  it('by a wrong query, an unexpected commit, or no body', async () => {
    const archive = await tar(FILES);
    expect((await upload('query', archive, '?mode=delete')).status).toBe(400);
    expect((await upload('query', archive, '?unknown=1')).body).toMatchObject({
      detail: expect.stringContaining('It may have mode, strip, message, branch, expected_commit.'),
    });
    expect((await upload('query', archive, '?strip=true')).body).toMatchObject({
      detail: expect.stringContaining('not all in one folder'),
    });
    expect((await upload('query', archive, '?expected_commit=abcdef')).status).toBe(409);
    const { status } = await fetch(new URL('/workspaces/default/archive', base), { method: 'POST' });
    expect(status).toBe(400);
    const named = await fetch(new URL('/workspaces/a%2fb/archive', base), { method: 'POST', body: archive });
    expect(named.status).toBe(400);
    expect(await read('query', 'README.md')).toMatchObject({ message: 'The workspace is empty.' });
  });
});
