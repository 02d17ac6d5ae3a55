import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront, sharedFront } from './harness.ts';
import { bearer, callTool, post } from './requests.ts';
import { initialized, openSocket } from './socket-client.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Status of a GET with a Host header of its own, which fetch does not allow. */
function statusFor(base: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(base, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
}

describe('development', () => {
  const front = sharedFront();
  let base: URL;
  beforeAll(async () => {
    base = (await front.listen()).url;
  });

  it('answers to localhost names only', async () => {
    expect(await statusFor(base, `localhost:${base.port}`)).toBe(200);
    expect(await statusFor(base, 'evil.example')).toBe(403);
  });

  it('refuses foreign pages', async () => {
    const mcp = new URL('/mcp', base);
    expect((await post(mcp, LIST, { origin: 'http://localhost:3000' })).status).toBe(200);
    const refused = await post(mcp, LIST, { origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(refused.body.error?.message).toContain('evil.example');
    expect((await post(mcp, LIST, { origin: 'null' })).status).toBe(403);
  });

  it('takes no token for the user local, and refuses a malformed header', async () => {
    const local = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f' });
    expect(JSON.stringify(local.body.result)).toContain('asked by local');
    expect((await post(new URL('/mcp', base), LIST, { authorization: 'Basic eDp5' })).status).toBe(401);
  });

  it('tells visitors how to connect', async () => {
    expect(await (await fetch(base)).text()).toContain(`${base.origin}/mcp`);
  });

  it('reports its health', async () => {
    const response = await fetch(new URL('/health', base));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'healthy', python_version: '3.14.2', memory_usage_mb: 54 });
  });
});

describe('production without authentication', () => {
  const front = createFront({});
  let base: URL;
  beforeAll(async () => {
    base = (await front.listen()).url;
  });
  afterAll(() => front.close());

  it.each(['/', '/docs', '/openapi.json', '/mcp', '/mcp/all', '/mcp/ws', '/sse', '/health', '/metrics'])(
    'refuses %s and says what to configure',
    async (path) => {
      const response = await fetch(new URL(path, base));
      expect(response.status).toBe(503);
      const text = await response.text();
      expect(text).toContain('PUBLIC_HOSTS');
    },
  );
});

describe('production with API keys', () => {
  const keys = { alice: createHash('sha256').update('correct-horse').digest('hex') };
  const front = createFront({ PUBLIC_HOSTS: 'lemma.example, 127.0.0.1', API_KEYS: JSON.stringify(keys) });
  let base: URL;
  beforeAll(async () => {
    base = (await front.listen()).url;
  });
  afterAll(() => front.close());

  it('knows a key’s holder by name', async () => {
    const { body } = await callTool(
      base,
      'symbolic_check',
      { code: 'x', function_name: 'f' },
      { token: 'correct-horse' },
    );
    expect(JSON.stringify(body.result)).toContain('asked by key-alice');
  });

  it('refuses no key, and a wrong one', async () => {
    const mcp = new URL('/mcp', base);
    const missing = await post(mcp, LIST);
    expect(missing.status).toBe(401);
    expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer scope="read", resource_metadata="http/);
    expect((await post(mcp, LIST, bearer('wrong'))).status).toBe(401);
  });

  it('shows everybody how it is used, and says that a key is needed', async () => {
    for (const path of ['/', '/docs', '/redoc']) expect((await fetch(new URL(path, base))).status).toBe(200);
    for (const accept of ['text/html', '*/*']) {
      const page = await (await fetch(base, { headers: { accept } })).text();
      const key = accept === '*/*' ? 'Bearer <your key>' : 'Bearer &lt;your key&gt;';
      expect(page.split(key).length).toBeGreaterThan(6);
    }
    const document = await (await fetch(new URL('/openapi.json', base))).json();
    expect(document).toMatchObject({ security: [{ apiKey: [] }] });
    for (const path of ['/health', '/health/detailed', '/metrics', '/mcp/ws']) {
      expect([path, (await fetch(new URL(path, base))).status]).toEqual([path, 401]);
    }
  });

  it('opens no WebSocket without a known one', async () => {
    await expect(openSocket(base)).rejects.toThrow('refused');
    await expect(openSocket(base, { protocols: ['mcp', 'bearer.wrong'] })).rejects.toThrow('refused');
    const client = await initialized(base, { protocols: ['mcp', 'bearer.correct-horse'] });
    const params = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } };
    const { result } = await client.request(1, 'tools/call', params);
    expect(JSON.stringify(result)).toContain('asked by key-alice');
    await client.close();
  });

  it('answers to its public hosts only', async () => {
    expect(await statusFor(base, 'lemma.example')).toBe(200);
    expect(await statusFor(base, 'localhost')).toBe(403);
  });
});
