/** The description of the HTTP API, compared with the application, and the pages that show it. */
import { registerHooks } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_ARGUMENTS } from '../../src/routes/openapi/tool-calls.ts';
import { sharedFront } from './harness.ts';
import { callTool } from './requests.ts';

interface Document {
  readonly paths: Record<string, Record<string, { operationId: string }>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

const front = sharedFront();
let base: URL;
let document: Document;
beforeAll(async () => {
  base = (await front.listen()).url;
  document = (await (await fetch(new URL('/openapi.json', base))).json()) as Document;
});

/** `GET /mcp/{toolsets}` and so on, of the application. Its types are those of Workers, which tests in Node do not know. */
async function routes(): Promise<string[]> {
  const path: string = '../../src/app.ts';
  registerHooks({
    // A library of the application extends a class of workerd; nothing here makes an instance of it.
    resolve: (specifier, context, next) =>
      specifier === 'cloudflare:workers'
        ? { url: 'data:text/javascript,export class WorkerEntrypoint {}', shortCircuit: true }
        : next(specifier, context),
  });
  const app: { createApp(capabilities: object): { routes: { method: string; path: string }[] } } = await import(path);
  return app
    .createApp({})
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
}

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document).toMatchObject({ openapi: '3.1.0', security: [{ apiKey: [] }, {}] });
  });

  it('has every route of the application and no other', async () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(await routes())].sort());
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to what it holds only', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const target = reference.split('/').reduce<unknown>((node, key) => Object(node)[key], document);
      expect(target, reference).toBeTypeOf('object');
    }
  });

  it('describes the call and the output of every tool', async () => {
    const { body } = await callTool(base, 'find_tools', { query: 'python' });
    expect(body.result?.isError).toBeUndefined();
    const listed = await fetch(new URL('/mcp/all', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    const { result } = (await listed.json()) as { result: { tools: { name: string }[] } };
    const names = Object.keys(document.components.schemas);
    // What call_tool answers is the output of another tool.
    for (const { name } of result.tools)
      expect(names).toEqual(
        expect.arrayContaining([`Call_${name}`, ...(name === 'call_tool' ? [] : [`Output_${name}`])]),
      );
    for (const name of Object.keys(EXAMPLE_ARGUMENTS)) expect(names).toContain(`Call_${name}`);
  });

  it.each(Object.entries(EXAMPLE_ARGUMENTS))('gives an example of %s that is accepted', async (name, args) => {
    const { body } = await callTool(base, name, args);
    expect(body.error?.message ?? '').not.toContain('Invalid arguments');
  });
});

describe('the pages', () => {
  it.each(['/docs', '/redoc'])('%s loads only what this server has', async (path) => {
    const response = await fetch(new URL(path, base));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
    const html = await response.text();
    const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(2);
    expect(html).not.toMatch(/https?:\/\/|<script>|style=/);
    for (const file of files) {
      const { status, body } = await fetch(new URL(file, base));
      await body?.cancel();
      expect([file, status]).toEqual([file, 200]);
    }
  });

  it('serve llms.txt and what it links to', async () => {
    const response = await front.fetch('/llms.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    const links = [...(await response.text()).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => `/${link}`);
    expect(links).toContain('/docs/tools.md');
    for (const link of links) expect((await front.fetch(link)).status, link).toBe(200);
  });

  it('begin with one for browsers, which tells each client how to connect and loads only what this server has', async () => {
    const response = await fetch(base, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('vary')).toContain('Accept');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    const html = await response.text();
    expect(html).not.toMatch(/<script| style=| on\w+=/);
    for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI', 'Windsurf'])
      expect(html).toContain(client);
    expect(html).toContain(`claude mcp add --transport http lemma ${base.origin}/mcp`);
    expect(html).toContain(`git push ${base.origin}/git/my-project main`);
    const links = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(expect.arrayContaining(['/icon.svg', '/pages/landing.css', '/health', '/docs/protocol.md']));
    for (const link of links) {
      const { status, body } = await fetch(new URL(link, base));
      await body?.cancel();
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('are found from the landing page, and nothing else is served beside them', async () => {
    const text = await (await fetch(base)).text();
    for (const path of ['/docs', '/redoc', '/openapi.json', '/metrics', '/health/detailed', '/mcp/ws']) {
      expect(text).toContain(path);
    }
    for (const path of ['/pages/nothing.js', '/pages/..%2fdocs.html', '/docs.html', '/.stamp.json']) {
      expect([path, (await fetch(new URL(path, base), { redirect: 'manual' })).status]).toEqual([path, 404]);
    }
  });
});
