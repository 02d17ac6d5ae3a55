/** Prompts, completion and resources by the official clients, against all Workers. */
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedServer } from './harness.ts';
import { bearer, callTool, connect, post } from './requests.ts';

const TOKEN = 'reader-of-resources';
const server = sharedServer();
let base: URL;

const CART =
  'class Cart:\n    def total(self, items: list[int]) -> int:\n        return sum(items)\n\n\ndef page_count(n: int) -> int:\n    return n // 10\n';
const LONG = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}\n`).join('');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function tool(name: string, args: Record<string, unknown>): Promise<void> {
  const { body } = await callTool(base, name, args, { token: TOKEN });
  if (body.result === undefined || body.result.isError) throw new Error(JSON.stringify(body));
}

beforeAll(async () => {
  base = (await server.listen()).url;
  await tool('put_files', {
    workspace: 'shop',
    files: [
      { path: 'src/cart.py', content: CART },
      { path: 'src/a b#c.py', content: 'def odd(): ...\n' },
      { path: 'README.md', content: '# Shop\n' },
      { path: 'long.txt', content: LONG },
      { path: 'wide.txt', content: `${'ä'.repeat(100_000)}\n` },
      { path: 'logo.png', content: PNG.toString('base64'), encoding: 'base64' },
      { path: 'big.bin', content: Buffer.alloc((1 << 20) + 1).toString('base64'), encoding: 'base64' },
      ...Array.from({ length: 150 }, (_, at) => ({ path: `many/module_${at}.py`, content: `def made_${at}(): ...\n` })),
    ],
  });
  await tool('create_session', { session_id: 'figures', description: 'Figures of May' });
  await tool('write_file', { path: 'out/data.csv', content: 'a,b\n1,2\n', session_id: 'figures' });
  await tool('write_file', { path: 'long.txt', content: LONG, session_id: 'figures' });
}, 60_000);

/** The three clients that there are: both eras of the new SDK, and the old SDK. */
type AnyClient = Awaited<ReturnType<typeof connect>> | ClientV1;
const clients = new Map<string, AnyClient>();
async function clientOf(name: string): Promise<AnyClient> {
  const known = clients.get(name);
  if (known !== undefined) return known;
  let client: AnyClient;
  if (name === 'v1') {
    client = new ClientV1({ name: 'test', version: '1' });
    const requestInit = { headers: bearer(TOKEN) };
    await client.connect(new TransportV1(new URL('/mcp', base), { requestInit }));
  } else {
    client = await connect(base, name === 'modern' ? 'modern' : 'legacy', { token: TOKEN });
  }
  clients.set(name, client);
  return client;
}
afterAll(() => Promise.all([...clients.values()].map((client) => client.close())));

const content = z.object({
  uri: z.string(),
  mimeType: z.string(),
  text: z.string().optional(),
  blob: z.string().optional(),
});

async function read(name: string, uri: string) {
  const { contents } = await (await clientOf(name)).readResource({ uri });
  const [first] = z.tuple([content]).parse(contents);
  return first;
}

describe.each(['modern', 'legacy', 'v1'])('the official client, %s', (era) => {
  it('is told of prompts, completion and resources, and shown an icon', async () => {
    const client = await clientOf(era);
    expect(client.getServerCapabilities()).toMatchObject({ prompts: {}, completions: {}, resources: {}, tools: {} });
    const info = client.getServerVersion();
    expect(info?.icons).toEqual([
      { src: expect.stringMatching(/^data:image\/svg\+xml,/), mimeType: 'image/svg+xml', sizes: ['any'] },
    ]);
  });

  it('lists prompts and gets one', async () => {
    const client = await clientOf(era);
    const { prompts } = await client.listPrompts();
    const names = prompts.map((prompt) => prompt.name);
    expect(names).toEqual(
      expect.arrayContaining(['prove_function', 'find_crash', 'check_refactoring', 'review_change']),
    );
    const prove = prompts.find((prompt) => prompt.name === 'prove_function');
    expect(prove).toMatchObject({ title: 'Prove this function' });
    expect(prove?.arguments?.find(({ name }) => name === 'function_name')).toMatchObject({ required: true });
    for (const { description, arguments: args = [] } of prompts) {
      expect(description?.length).toBeGreaterThan(20);
      for (const argument of args) expect(argument.description?.length).toBeGreaterThan(10);
    }
    const { messages } = await client.getPrompt({
      name: 'prove_function',
      arguments: { function_name: 'page_count', file: 'src/cart.py', workspace: 'shop' },
    });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('`page_count` in `src/cart.py`') } },
    ]);
    const missing = client.getPrompt({ name: 'prove_function', arguments: {} });
    await expect(missing).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('function_name is required'),
    });
    const unknown = client.getPrompt({ name: 'prove_functoin', arguments: {} });
    await expect(unknown).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Did you mean prove_function'),
    });
  });

  it('completes arguments of prompts, with those that were filled in before', async () => {
    const client = await clientOf(era);
    const complete = async (name: string, value: string, filled: Record<string, string> = {}) => {
      const { completion } = await client.complete({
        ref: { type: 'ref/prompt', name: 'find_crash' },
        argument: { name, value },
        context: { arguments: filled },
      });
      return completion;
    };
    expect(await complete('workspace', 'sh')).toMatchObject({ values: ['shop'], total: 1, hasMore: false });
    expect((await complete('file', 'cart', { workspace: 'shop' })).values).toEqual(['src/cart.py']);
    expect((await complete('file', 'cart')).values).toEqual([]);
    expect((await complete('file', 'cart', { workspace: 'no-such' })).values).toEqual([]);
    const many = await complete('file', 'module_', { workspace: 'shop' });
    expect(many).toMatchObject({ total: 150, hasMore: true });
    expect(many.values).toHaveLength(100);
    expect((await complete('function_name', 'tot', { workspace: 'shop' })).values).toEqual(['Cart.total']);
    expect((await complete('function_name', 'Cart.to', { workspace: 'shop' })).values).toEqual(['Cart.total']);
    const elsewhere = { workspace: 'shop', file: 'src/a b#c.py' };
    expect((await complete('function_name', 'o', elsewhere)).values).toEqual(['odd']);
    expect((await complete('function_name', 'made', { workspace: 'shop' })).values).toHaveLength(100);
    expect((await complete('exception_type', 'key')).values).toEqual(['KeyError']);
    await expect(complete('magic', '')).rejects.toMatchObject({ code: -32602 });
  });

  it('completes addresses', async () => {
    const client = await clientOf(era);
    const complete = async (uri: string, name: string, value: string, filled: Record<string, string> = {}) => {
      const ref = { type: 'ref/resource' as const, uri };
      return (await client.complete({ ref, argument: { name, value }, context: { arguments: filled } })).completion
        .values;
    };
    const files = 'lemma://workspaces/{name}/files/{path}';
    expect(await complete(files, 'name', '')).toEqual(['default', 'shop']);
    expect(await complete(files, 'path', 'src/', { name: 'shop' })).toEqual(['src/a b#c.py', 'src/cart.py']);
    expect(await complete('lemma://sessions/{id}', 'id', 'fig')).toEqual(['figures']);
    expect(await complete('lemma://sessions/{id}/files/{path}', 'path', 'data', { id: 'figures' })).toEqual([
      'out/data.csv',
    ]);
    await expect(complete('lemma://nothing/{id}', 'id', '')).rejects.toMatchObject({ code: -32602 });
  });

  it('finds what there is by names, and templates for the rest', async () => {
    const client = await clientOf(era);
    const { resources } = await client.listResources();
    const own = resources.filter(({ uri }) => !/^(lemma:\/\/scaffolds|config:|info:)/.test(uri));
    expect(own).toMatchObject([
      { uri: 'lemma://workspaces/default', title: 'Workspace default' },
      { uri: 'lemma://workspaces/shop', name: 'shop', title: 'Workspace shop' },
      { uri: 'lemma://sessions/default', title: 'Python session default' },
      { uri: 'lemma://sessions/figures', title: 'Python session figures', description: 'Figures of May' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining([
        'lemma://workspaces/{name}/files/{path}',
        'lemma://sessions/{id}',
        'lemma://reports/{id}',
      ]),
    );
    expect(JSON.stringify(resourceTemplates)).not.toContain('completions');
  });

  it('tells what the symbolic tools are', async () => {
    const { resources } = await (await clientOf(era)).listResources();
    const uris = ['config://security', 'config://server', 'info://capabilities'];
    expect(resources.map(({ uri }) => uri).filter((uri) => !uri.startsWith('lemma:'))).toEqual(uris);
    const [security, settings, capabilities] = await Promise.all(
      uris.map(async (uri) => JSON.parse(String((await read(era, uri)).text))),
    );
    expect(security).toEqual({
      allowed_modules: ['*'],
      blocked_modules: [],
      dangerous_builtins: [],
      memory_limit_mb: 64,
      code_size_bytes: 65_536,
      coverage_threshold: 64,
      notes: expect.any(Array),
    });
    expect(settings).toMatchObject({ default_timeout_seconds: 30, mask_error_details: true, transport: 'http' });
    expect(capabilities.tools.map(({ name }: { name: string }) => name)).toEqual([
      'symbolic_check',
      'find_path_to_exception',
      'compare_functions',
      'analyze_branches',
      'health_check',
    ]);
    expect(capabilities.resources.map(({ uri }: { uri: string }) => uri)).toEqual(uris);
  });

  it('reads files of a workspace, with slashes escaped or not', async () => {
    for (const path of ['src/cart.py', 'src%2Fcart.py']) {
      const uri = `lemma://workspaces/shop/files/${path}`;
      expect(await read(era, uri)).toEqual({ uri, mimeType: 'text/plain', text: CART });
    }
    expect(await read(era, 'lemma://workspaces/shop/files/src/a%20b%23c.py')).toMatchObject({
      text: 'def odd(): ...\n',
    });
    expect(await read(era, 'lemma://workspaces/shop/files/README.md')).toMatchObject({ mimeType: 'text/markdown' });
    const logo = await read(era, 'lemma://workspaces/shop/files/logo.png');
    expect(logo).toMatchObject({ mimeType: 'image/png', blob: PNG.toString('base64') });
    const big = await read(era, 'lemma://workspaces/shop/files/big.bin');
    expect(big.text).toMatch(
      /^\[big\.bin is a binary file of 1048577 bytes, and at most 1048576 are served here: git clone .*\]\n$/,
    );
  });

  it.each(['lemma://workspaces/shop/files/long.txt', 'lemma://sessions/figures/files/long.txt'])(
    'reads a long file piece by piece: %s',
    async (address) => {
      let text = '';
      let next: string | undefined = address;
      for (let pieces = 0; next !== undefined && pieces < 10; pieces++) {
        const piece: string = (await read(era, next)).text ?? '';
        expect(piece.length).toBeLessThan((32 << 10) + 200);
        next = /\[cut after line \d+ of 5000: go on with (\S+)\]\n$/.exec(piece)?.[1];
        text += piece.replace(/\[cut after .*\]\n$/, '');
      }
      expect(text).toBe(LONG);
      expect((await read(era, `${address}?lines=7-8`)).text).toBe('line 7\nline 8\n');
      expect((await read(era, `${address}?lines=2-4999`)).text).toMatch(/go on with \S+\?lines=\d+-4999\]\n$/);
      const client = await clientOf(era);
      for (const wrong of ['lines=8-7', 'lines=x', 'lines=0', 'page=2']) {
        await expect(client.readResource({ uri: `${address}?${wrong}` })).rejects.toMatchObject({ code: -32602 });
      }
    },
  );

  it('tells how a workspace and a session stand', async () => {
    const workspace = await read(era, 'lemma://workspaces/shop');
    expect(workspace.text).toMatch(/^# Workspace shop\n\nBranch main at [0-9a-f]{40}: 157 files/);
    expect(workspace.text).toContain('- src/ (2 files)');
    expect((await read(era, 'lemma://workspaces/default')).text).toContain('Empty: `git push');
    const session = await read(era, 'lemma://sessions/figures');
    expect(session.text).toContain('Figures of May');
    expect(session.text).toContain('- out/data.csv (8 bytes)');
    expect(await read(era, 'lemma://sessions/figures/files/out/data.csv')).toMatchObject({
      mimeType: 'text/csv',
      text: 'a,b\n1,2\n',
    });
  });

  it.each([
    'lemma://workspaces/none',
    'lemma://workspaces/shop/files/none.py',
    'lemma://workspaces/shop/files/src',
    'lemma://workspaces/shop/files/../../etc/passwd',
    'lemma://workspaces/%E0%A4%A/files/x',
    'lemma://workspaces/shop/other',
    'lemma://sessions/none',
    'lemma://sessions/figures/files/none',
    'lemma://elsewhere',
    'file:///etc/passwd',
  ])('is told that nothing is at %s', async (uri) => {
    const client = await clientOf(era);
    const error: unknown = await client.readResource({ uri }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(/[^.]\.$/) });
    expect([-32602, -32002]).toContain(z.object({ code: z.number() }).parse(error).code);
  });
});

it('reads what belongs to the user only, and lines that are too long up to where they fit', async () => {
  const other = await connect(base, 'modern', { token: 'somebody-else-of-resources' });
  await expect(other.readResource({ uri: 'lemma://workspaces/shop/files/README.md' })).rejects.toThrow('not found');
  expect(JSON.stringify(await other.listResources())).not.toContain('shop');
  await other.close();
  const wide = await read('modern', 'lemma://workspaces/shop/files/wide.txt');
  expect(wide.text).toMatch(/ä\n\[cut within line 1 of 1: git clone .*\]\n$/);
});

it('reads another revision of a file', async () => {
  await tool('put_files', { workspace: 'moved', files: [{ path: 'a.txt', content: 'old\n' }] });
  await tool('put_files', { workspace: 'moved', files: [{ path: 'a.txt', content: 'new\n' }] });
  expect(await read('modern', 'lemma://workspaces/moved/files/a.txt')).toMatchObject({ text: 'new\n' });
  expect(await read('modern', 'lemma://workspaces/moved/files/a.txt?ref=main~1')).toMatchObject({ text: 'old\n' });
  await tool('delete_workspace', { workspace: 'moved', confirm: 'moved' });
});

it('answers a bare POST', async () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'resources/read',
    params: { uri: 'lemma://workspaces/shop/files/README.md' },
  };
  const { body } = await post(new URL('/mcp', base), message, bearer(TOKEN));
  expect(body.result).toMatchObject({ contents: [{ text: '# Shop\n' }] });
});
