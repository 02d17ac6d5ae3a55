/** Files of Python sessions through the tools and over HTTP. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askCell, HOLD } from '../python/held-cells.ts';
import { endSessions } from './end-sessions.ts';
import { sharedServer } from './harness.ts';
import { callTool } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

type Facts = Readonly<Record<string, unknown>>;

/** Whose sessions end with each test: an interpreter would stay in memory for minutes. */
const users = new Set<string>();
afterEach(async () => {
  await endSessions(base, users);
  users.clear();
});

function userOf(token: string): string {
  const user = `files-${token}`;
  users.add(user);
  return user;
}

/** Calls a tool of a user of its own; returns the structured content. */
async function call(token: string, name: string, args: Record<string, unknown>): Promise<Facts> {
  const { body } = await callTool(base, name, args, { token: userOf(token) });
  return (body.result?.structuredContent ?? body) as Facts;
}

const url = (path: string) => new URL(path, base);
const auth = (token: string) => ({ authorization: `Bearer ${userOf(token)}` });

async function upload(token: string, form: FormData, query = ''): Promise<{ status: number; body: Facts }> {
  const response = await fetch(url(`/files/upload${query}`), { method: 'POST', body: form, headers: auth(token) });
  return { status: response.status, body: (await response.json()) as Facts };
}

function form(files: Readonly<Record<string, BlobPart>>, fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, content] of Object.entries(files)) data.append('file', new Blob([content]), name);
  return data;
}

function download(token: string, path: string): Promise<Response> {
  return fetch(url(`/files/download/${path}`), { headers: auth(token) });
}

describe('the file tools', () => {
  it('write, read, list and delete without an interpreter', async () => {
    expect(await call('tools', 'write_file', { path: 'data/café.txt', content: 'naïve 🐍' })).toMatchObject({
      path: '/workspace/data/café.txt',
      size: 11,
      created: true,
      session_id: 'default',
    });
    expect(await call('tools', 'read_file', { path: '/workspace/data/café.txt' })).toMatchObject({
      text: 'naïve 🐍',
      binary: false,
      encoding: 'utf-8',
      size: 11,
      truncated: false,
    });
    await call('tools', 'write_file', { path: 'a.bin', content: 'AP/+', encoding: 'base64' });
    expect(await call('tools', 'read_file', { path: 'a.bin' })).toMatchObject({ text: 'AP/+', binary: true, size: 3 });
    expect(await call('tools', 'list_files', {})).toMatchObject({ files: ['a.bin'], total_files: 1 });
    expect(await call('tools', 'list_files', { recursive: true, include_dirs: true, tree: true })).toMatchObject({
      files: ['a.bin', 'data/café.txt'],
      directories: ['data'],
      tree: '/workspace\n├── a.bin\n└── data/\n    └── café.txt',
      sizes: { 'a.bin': 3, 'data/café.txt': 11 },
      workspace_bytes: 14,
    });
    expect(await call('tools', 'delete_file', { path: 'data' })).toMatchObject({
      status: 'error',
      error_type: 'OSError',
    });
    expect(await call('tools', 'delete_file', { path: 'data', recursive: true })).toMatchObject({
      deleted: ['data', 'data/café.txt'],
    });
    expect(await call('tools', 'list_files', { recursive: true })).toMatchObject({ files: ['a.bin'] });
  });

  it('suggest names for one that is missing', async () => {
    await call('near', 'write_file', { path: 'report.csv', content: '' });
    expect(await call('near', 'read_file', { path: 'reprot.csv' })).toMatchObject({
      error_type: 'FileNotFoundError',
      advice: expect.stringContaining("Did you mean 'report.csv'?"),
    });
  });

  it('cut a text between characters', async () => {
    await call('cut', 'write_file', { path: 'a', content: 'aéé' });
    expect(await call('cut', 'read_file', { path: 'a', max_bytes: 4 })).toMatchObject({
      text: 'aé',
      binary: false,
      bytes_read: 3,
      truncated: true,
    });
  });

  it('work while a cell runs, which sees the change in the next one only', async () => {
    await call('busy', 'write_file', { path: 'a', content: 'old' });
    await call('busy', 'run_python_code', { code: '1' });
    const running = askCell(base, userOf('busy'), `${HOLD}open("a").read()`);
    await running.begun;
    await call('busy', 'write_file', { path: 'a', content: 'new' });
    expect(await call('busy', 'read_file', { path: 'a' })).toMatchObject({ text: 'new' });
    await call('busy', 'interrupt_execution', {});
    expect(await running.result).toMatchObject({ results: "'old'", new_files: [], notices: [] });
    expect(await call('busy', 'run_python_code', { code: 'open("a").read()' })).toMatchObject({ results: "'new'" });
  });

  it('and a cell that changed the same file: the later change stays', async () => {
    const change = 'with open("a", "w") as file: file.write("cell")\n';
    const race = async (when: string) => {
      const running = askCell(
        base,
        userOf(`race-${when}`),
        when === 'before' ? `${change}${HOLD}` : `${HOLD}${change}`,
      );
      await running.begun;
      await call(`race-${when}`, 'write_file', { path: 'a', content: 'tool' });
      await call(`race-${when}`, 'interrupt_execution', {});
      const { notices } = await running.result;
      const { text } = await call(`race-${when}`, 'read_file', { path: 'a' });
      const { results } = await call(`race-${when}`, 'run_python_code', { code: 'open("a").read()' });
      return { text, results, notices };
    };
    for (const when of ['before', 'after']) await call(`race-${when}`, 'run_python_code', { code: '1' });
    const [before, after] = await Promise.all([race('before'), race('after')]);
    expect(before).toEqual({ text: 'tool', results: "'tool'", notices: [expect.stringContaining("'a' was changed")] });
    expect(after).toEqual({ text: 'cell', results: "'cell'", notices: [] });
  });

  it('give modules to import, and see what cells write', async () => {
    await call('modules', 'write_file', { path: 'pkg/mod.py', content: 'answer = 42' });
    const { results } = await call('modules', 'run_python_code', { code: 'from pkg.mod import answer\nanswer' });
    expect(results).toBe('42');
    await call('modules', 'run_python_code', { code: 'open("out.txt", "w").write("x" * 5)' });
    expect(await call('modules', 'list_files', {})).toMatchObject({ files: ['out.txt'], sizes: { 'out.txt': 5 } });
  });
});

describe('limits', () => {
  it('a session takes uploads of 100 MB, and names what has no room', async () => {
    const part = new Uint8Array(20 << 20);
    for (let index = 0; index < 5; index++)
      expect((await upload('full', form({ [`f${index}`]: part }))).status).toBe(200);
    expect(await upload('full', form({ more: 'x' }))).toMatchObject({
      status: 413,
      body: { error_type: 'OSError', message: expect.stringContaining("No room for 'more'") },
    });
    expect(await call('full', 'write_file', { path: 'more', content: 'x' })).toMatchObject({
      error_type: 'OSError',
      advice: expect.stringContaining('delete_file'),
    });
    const response = await download('full', 'f4');
    expect((await response.arrayBuffer()).byteLength).toBe(20 << 20);
  });

  it.each(['../x', '/etc/passwd', 'a/../../b', 'x\0y'])('%j is outside', async (path) => {
    for (const [name, args] of [
      ['read_file', { path }],
      ['write_file', { path, content: '' }],
      ['delete_file', { path }],
      ['list_files', { path }],
    ] as const) {
      const { message } = await call('outside', name, args);
      expect(message).toMatch(/^Path '.*' is outside workspace$/);
    }
  });
});

describe('over HTTP', () => {
  it('uploads go to the active session, downloads are attachments of the same bytes', async () => {
    const html = '<script>alert(1)</script>';
    expect(
      await upload('http', form({ 'seite ü.html': html, 'b.bin': new Uint8Array([0, 255]) }, { path: 'in' })),
    ).toEqual({
      status: 200,
      body: {
        session_id: 'default',
        files: [
          { path: 'in/seite ü.html', size: html.length },
          { path: 'in/b.bin', size: 2 },
        ],
      },
    });
    const response = await download('http', 'in/seite%20%C3%BC.html');
    expect(await response.text()).toBe(html);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="seite _.html"; filename*=UTF-8''seite%20%C3%BC.html`,
      'x-content-type-options': 'nosniff',
    });
    const binary = await download('http', 'in/b.bin');
    expect(binary.headers.get('content-type')).toBe('application/octet-stream');
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  it('a session is named, and belongs to its owner', async () => {
    await call('owner', 'create_session', { session_id: 'work' });
    expect((await upload('owner', form({ a: 'x' }), '?session_id=work')).body).toMatchObject({ session_id: 'work' });
    expect((await download('owner', 'a')).status).toBe(404);
    expect((await download('owner', 'a?session_id=work')).status).toBe(200);
    expect((await download('thief', 'a?session_id=work')).status).toBe(404);
  });

  it('what is wrong is said in problem details', async () => {
    const missing = await download('faults', 'nothing');
    expect({ status: missing.status, body: await missing.json() }).toMatchObject({
      status: 404,
      body: { type: '/errors#FileNotFoundError', error_type: 'FileNotFoundError' },
    });
    expect((await download('faults', '..%2fsecret')).status).toBe(400);
    expect((await upload('faults', form({}))).status).toBe(400);
    expect((await upload('faults', form({ '../x': 'x' }))).body).toMatchObject({
      message: "Path '../x' is outside workspace",
      stored: [],
    });
    const broken = await fetch(url('/files/upload'), {
      method: 'POST',
      body: '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx',
      headers: { ...auth('faults'), 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(broken.status).toBe(400);
    const large = await upload('faults', form({ ok: 'x', large: new Uint8Array((20 << 20) + 1) }));
    expect(large).toMatchObject({
      status: 413,
      body: { error_type: 'OSError', max_bytes: 20 << 20, stored: [{ path: 'ok', size: 1 }] },
    });
    expect(await call('faults', 'list_files', {})).toMatchObject({ files: ['ok'] });
  });
});
