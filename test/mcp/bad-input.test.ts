import { beforeAll, describe, expect, it } from 'vitest';
import type { Tool, Toolset } from '../../src/mcp/define-tool.ts';
import { CATALOG } from '../../src/tools/catalog.ts';
import { DEFAULT_SURFACE } from '../../src/tools/surfaces.ts';
import { sharedFront } from './harness.ts';
import { callTool, openSession, post, STREAMABLE } from './requests.ts';

const front = sharedFront();
let base: URL;
let mcp: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
  mcp = new URL('/mcp', base);
});

describe('a bare POST', () => {
  it('answers tools/call with the same facts as text and as structure', async () => {
    const { status, body } = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f' });
    expect(status).toBe(200);
    expect(body.result?.structuredContent).toMatchObject({ status: 'unknown', paths_explored: 2, paths_verified: 1 });
    expect(body.result?.content[0]?.text).toContain('2 explored, 1 verified');
  });

  it('calls tools that its URL does not list', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f' }, { path: '/mcp/health' });
    expect(body.result?.structuredContent).toMatchObject({ status: 'unknown' });
  });

  it.each([
    ['/mcp', DEFAULT_SURFACE],
    ['/mcp/all', CATALOG],
    ['/mcp/symbolic', toolset('symbolic')],
    ['/mcp/symbolic,python', [...toolset('symbolic'), ...toolset('python')]],
  ])('lists the tools of %s', async (path, tools) => {
    const { body } = await post(new URL(path, base), { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(body.result?.tools).toEqual(tools.map(({ name }) => expect.objectContaining({ name })));
    expect(tools.map(({ name }) => name)).toContain('symbolic_check');
  });
});

function toolset(name: Toolset): readonly Tool[] {
  return CATALOG.filter((tool) => tool.toolsets.includes(name));
}

describe('what is wrong is said', () => {
  it('malformed JSON', async () => {
    const { status, body } = await post(mcp, '{"jsonrpc": "2.0", ');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: -32700, message: expect.stringContaining('not valid JSON') });
  });

  it.each([['{}'], ['[]'], ['[1]'], ['"text"'], ['null'], ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}']])(
    'JSON that is not JSON-RPC: %s',
    async (text) => {
      const { status, body } = await post(mcp, text);
      expect(status).toBe(400);
      expect(body.error?.code).toBe(-32600);
    },
  );

  it('an unknown method', async () => {
    const { body } = await post(mcp, { jsonrpc: '2.0', id: 1, method: 'tools/destroy' });
    expect(body.error?.code).toBe(-32601);
  });

  it('an unknown tool, with the name that was meant', async () => {
    const { body } = await callTool(base, 'symbolic_chek', {});
    expect(body.error).toMatchObject({ code: -32602, data: { type: 'unknown_tool', similar: ['symbolic_check'] } });
    expect(body.error?.message).toContain('find_tools');
  });

  it('arguments of the wrong type, with the parameter, what it allows and what came', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f', timeout_seconds: 'soon' });
    expect(body.error).toMatchObject({
      code: -32602,
      data: { type: 'validation_error', field: 'timeout_seconds', value: 'soon', constraint: 'an integer, 1 to 300' },
    });
    expect(body.error?.message).toContain('timeout_seconds must be an integer, 1 to 300, got the string "soon"');
  });

  it('a missing argument and one that does not exist', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: 'x', function: 'f' });
    expect(body.error?.message).toContain('function_name is required');
    expect(body.error?.message).toContain('there is no parameter function');
  });

  it('arguments that are no object', async () => {
    const params = { name: 'symbolic_check', arguments: [1] };
    const { body } = await post(mcp, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(body.error?.code).toBe(-32602);
  });

  it('an unknown toolset', async () => {
    const { status, body } = await post(new URL('/mcp/symbolic,magic', base), {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
    });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: -32602, data: { known: expect.arrayContaining(['symbolic', 'python']) } });
  });

  it('a null byte in the code', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: 'a = 1\nb = "\0"', function_name: 'f' });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error_type: 'ValueError', line: 2 } });
  });

  it('code over the size limit', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: '#'.repeat(64 * 1024 + 1), function_name: 'f' });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { error_type: 'ValueError' } });
    expect(body.result?.content[0]?.text).toContain('at most 65536');
  });

  it('a fault in the input, with its line and what to do', async () => {
    const { body } = await callTool(base, 'symbolic_check', { code: 'fault', function_name: 'f' });
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { status: 'error', error_type: 'SyntaxError', message: 'invalid syntax', line: 3 },
    });
  });

  it('a body over 4 MB, announced or not', async () => {
    const big = JSON.stringify({ padding: 'x'.repeat(4 * 1024 * 1024) });
    expect((await post(mcp, big)).status).toBe(413);
    const chunks = new Blob([big]).stream();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: chunks, duplex: 'half' };
    const response = await fetch(mcp, init);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: -32000, data: { max_bytes: 4 * 1024 * 1024 } } });
  });

  it('a body that is not declared as JSON', async () => {
    const { status } = await post(
      mcp,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'content-type': 'text/plain' },
    );
    expect(status).toBe(415);
  });

  it('a session that does not exist', async () => {
    const headers = { ...STREAMABLE, 'mcp-session-id': crypto.randomUUID() };
    const { status, body } = await post(mcp, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers);
    expect(status).toBe(404);
    expect(body.error?.code).toBe(-32001);
  });

  it('a revision that does not exist', async () => {
    const headers = { ...STREAMABLE, 'mcp-session-id': await openSession(base), 'mcp-protocol-version': '1999-01-01' };
    const { status, body } = await post(mcp, { jsonrpc: '2.0', id: 1, method: 'ping' }, headers);
    expect(status).toBe(400);
    expect(body.error?.message).toContain('1999-01-01');
  });

  it('a path that leads nowhere', async () => {
    expect((await fetch(new URL('/nowhere', base))).status).toBe(404);
  });
});
