/** `call_tool` is the call of another tool, over every transport: its result, scope, limits, counts, progress, cancellation and errors. */
import { createHash } from 'node:crypto';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, connect } from './requests.ts';
import { initialized } from './socket-client.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const front = createFront({
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({
    carol: { carol: digest('carol'), reader: { digest: digest('reader'), scopes: ['read'] } },
    dave: digest('dave'),
  }),
});
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const passedOn = (name: string, args?: Record<string, unknown>) => ({
  name,
  ...(args !== undefined && { arguments: args }),
});
const check = (code: string) => passedOn('symbolic_check', { code, function_name: 'f' });
const token = 'carol';
const call = (args: Record<string, unknown>, key = token) => callTool(base, 'call_tool', args, { token: key });

it('answers what the tool answers, in a bare POST', async () => {
  const direct = await callTool(base, 'symbolic_check', check('x').arguments ?? {}, { token });
  const { body } = await call(check('x'));
  // Only the time that it took may differ.
  const timeless = (answer: unknown) => JSON.stringify(answer).replaceAll(/[\d.]+ s\.|"time_seconds":[\d.]+/g, '');
  expect(timeless(body)).toBe(timeless(direct.body));
  expect(body.result?.structuredContent).toMatchObject({ status: 'unknown' });
  expect(body.result?.content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'resource_link' })]));
  expect((await call(passedOn('list_workspaces'))).body).toEqual(
    (await callTool(base, 'list_workspaces', {}, { token })).body,
  );
});

describe.each(['modern', 'legacy'] as const)('the official client, %s', (era) => {
  it('gets progress, results, failures and arguments refused as from the tool itself', async () => {
    const client = await connect(base, era, { token });
    await client.listTools();
    const steps: unknown[] = [];
    const onprogress = (step: unknown) => steps.push(step);
    const result = await client.callTool({ name: 'call_tool', arguments: check('x') }, { onprogress });
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    expect(steps).toHaveLength(3);
    expect(steps[0]).toEqual({ progress: 0, message: 'symbolic_check started' });
    const fault = await client.callTool({ name: 'call_tool', arguments: check('fault') });
    expect(fault).toMatchObject({ isError: true, structuredContent: { error_type: 'SyntaxError' } });
    await client.close();
  });

  it('stops the work when it cancels', async () => {
    const cancelled = async () => {
      const { body } = await callTool(base, 'health_check', { check_name: 'symbolic_engine' }, { token });
      return Number(/cancelled (\d+)/.exec(JSON.stringify(body.result))?.[1]);
    };
    const before = await cancelled();
    const client = await connect(base, era, { token });
    const abort = new AbortController();
    const waiting = client.callTool(
      { name: 'call_tool', arguments: check('wait') },
      { signal: abort.signal, onprogress: ({ message = '' }) => message.startsWith('step') && abort.abort() },
    );
    await expect(waiting).rejects.toThrow();
    await until(async () => expect(await cancelled()).toBe(before + 1));
    await client.close();
  });
});

it.each([
  ['Streamable HTTP', (headers: HeadersInit) => new TransportV1(new URL('/mcp', base), { requestInit: { headers } })],
  ['HTTP+SSE', (headers: HeadersInit) => new SSEClientTransport(new URL('/sse', base), { requestInit: { headers } })],
])('works with the v1 client over %s', async (_name, transport) => {
  const client = new ClientV1({ name: 'test', version: '1' });
  await client.connect(transport(bearer(token)));
  await client.listTools();
  const result = await client.callTool({ name: 'call_tool', arguments: check('x') });
  expect(result.structuredContent).toMatchObject({ status: 'unknown' });
  await client.close();
});

it('works over a WebSocket', async () => {
  const client = await initialized(base, { protocols: ['mcp', `bearer.${token}`] });
  const { result } = await client.request(1, 'tools/call', { name: 'call_tool', arguments: check('x') });
  expect(result).toMatchObject({ structuredContent: { status: 'unknown' } });
  await client.close();
});

it('needs the scope of the tool, and no other', async () => {
  const refused = await call(check('x'), 'reader');
  expect(refused.body.result).toMatchObject({
    isError: true,
    structuredContent: { error_type: 'insufficient_scope', message: expect.stringContaining("the scope 'run'") },
  });
  expect((await call(passedOn('list_workspaces'), 'reader')).body.result?.isError).toBeUndefined();
});

it('checks the arguments of the tool in its words', async () => {
  const args = { code: 'x', function_name: 'f', timeout_seconds: 1000 };
  const direct = await callTool(base, 'symbolic_check', args, { token });
  const { body } = await call(passedOn('symbolic_check', args));
  expect(body).toEqual(direct.body);
  expect(JSON.stringify(body)).toContain(
    'Invalid arguments for symbolic_check: timeout_seconds must be an integer, 1 to 300',
  );
});

it.each([
  ['itself', passedOn('call_tool', passedOn('health_check')), 'call_tool calls other tools, not \\"call_tool\\"'],
  ['a tool that does not exist', passedOn('symbolic_chek'), 'Did you mean symbolic_check'],
  ['nothing', {}, 'name is required'],
  ['arguments that are no object', { name: 'list_files', arguments: '{}' }, 'arguments must be an object'],
])('refuses %s, and says what to do', async (_what, args, words) => {
  expect(JSON.stringify((await call(args)).body)).toContain(words);
});

it('is counted as the tool that it calls', async () => {
  const counts = async () => (await fetch(new URL('/metrics', base), { headers: bearer('dave') })).text();
  await call(passedOn('list_workspaces'), 'dave');
  await call(passedOn('no_such_tool'), 'dave');
  const text = await counts();
  expect(text).toContain('mcp_tool_calls_total{tool_name="list_workspaces",outcome="ok"} 1\n');
  expect(text).toContain('mcp_tool_calls_total{tool_name="call_tool",outcome="error"} 1\n');
  expect(text).not.toContain('no_such_tool');
});
