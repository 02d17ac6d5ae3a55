import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until.ts';
import { cancelledCalls, untilRunning } from './engine-counts.ts';
import { sharedFront } from './harness.ts';
import { callTool, connect } from './requests.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
  // Calls of the file before may still be about to end.
  await untilRunning(base, 0);
});

const CHECK = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } };

/** The progress of {@link CHECK}. */
const STEPS = [
  { progress: 0, message: 'symbolic_check started' },
  { progress: 1, total: 2, message: 'parsed' },
  { progress: 2, total: 2, message: 'explored' },
];

/** Progress that the engine itself reports. */
const isStep = ({ message = '' }: { readonly message?: string | undefined }) => message.startsWith('step');

describe.each(['modern', 'legacy'] as const)('the official client, %s', (era) => {
  it('lists, calls and validates results, with progress', async () => {
    const client = await connect(base, era);
    expect(client.getProtocolEra()).toBe(era);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain('symbolic_check');
    const steps: unknown[] = [];
    const result = await client.callTool(CHECK, { onprogress: (step) => steps.push(step) });
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    expect(steps).toEqual(STEPS);
    await client.close();
  });

  it('gets failures as results and unknown tools as protocol errors', async () => {
    const client = await connect(base, era);
    await client.listTools();
    const fault = await client.callTool({ ...CHECK, arguments: { code: 'fault', function_name: 'f' } });
    expect(fault).toMatchObject({ isError: true, structuredContent: { error_type: 'SyntaxError' } });
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('reads the report that a result links to; another user does not', async () => {
    const [alice, bob] = await Promise.all(
      ['clients-alice', 'clients-bob'].map((token) => connect(base, era, { token })),
    );
    const result = await alice?.callTool({ ...CHECK, arguments: { code: `# ${era}`, function_name: 'f' } });
    const uri = result?.content.find((block) => block.type === 'resource_link')?.uri ?? '';
    const report = await alice?.readResource({ uri });
    const text = expect.stringContaining(`# ${era}`);
    expect(report?.contents).toEqual([{ uri, mimeType: 'text/markdown', text }]);
    const title = 'symbolic_check of f: unknown';
    const { resources } = (await alice?.listResources()) ?? { resources: [] };
    expect(resources).toContainEqual({ uri, name: title, title, mimeType: 'text/markdown' });
    const forms = { 'lemma://reports/{id}': 'text/markdown', 'lemma://reports/{id}.html': 'text/html' };
    const templates = (await alice?.listResourceTemplates())?.resourceTemplates;
    for (const [uriTemplate, mimeType] of Object.entries(forms)) {
      expect(templates).toContainEqual(expect.objectContaining({ uriTemplate, mimeType }));
    }
    const message = expect.stringContaining(uri);
    await expect(bob?.readResource({ uri })).rejects.toMatchObject({ code: -32602, message });
    expect((await bob?.listResources())?.resources).not.toContainEqual(expect.objectContaining({ uri }));
    await Promise.all([alice?.close(), bob?.close()]);
  });

  it('stops the work when it cancels', async () => {
    const before = await cancelledCalls(base);
    const client = await connect(base, era);
    const abort = new AbortController();
    const call = client.callTool(
      { ...CHECK, arguments: { code: 'wait', function_name: 'f' } },
      { signal: abort.signal, onprogress: (progress) => isStep(progress) && abort.abort() },
    );
    await expect(call).rejects.toThrow();
    await until(async () => expect(await cancelledCalls(base)).toBe(before + 1));
    await client.close();
  });

  it('stops the work when it cancels without having asked for progress', async () => {
    const before = await cancelledCalls(base);
    const client = await connect(base, era);
    const abort = new AbortController();
    const { signal } = abort;
    const call = client.callTool({ ...CHECK, arguments: { code: 'wait', function_name: 'f' } }, { signal });
    await Promise.all([expect(call).rejects.toThrow(), untilRunning(base, 1).then(() => abort.abort())]);
    await until(async () => expect(await cancelledCalls(base)).toBe(before + 1));
    await client.close();
  });

  it('keeps two users apart', async () => {
    const [alice, bob] = await Promise.all(
      ['clients-alice', 'clients-bob'].map((token) => connect(base, era, { token })),
    );
    const answers = await Promise.all([alice, bob].map((client) => client?.callTool(CHECK)));
    const owners = answers.map((answer) => JSON.stringify(answer?.structuredContent));
    expect(owners[0]).toMatch(/asked by token-[0-9a-f]{64}/);
    expect(owners[0]).not.toBe(owners[1]);
    await Promise.all([alice?.close(), bob?.close()]);
  });
});

describe('the v1 client', () => {
  const connectV1 = async (transport: TransportV1 | SSEClientTransport) => {
    const client = new ClientV1({ name: 'test', version: '1' });
    await client.connect(transport);
    return client;
  };
  const transports = {
    'Streamable HTTP': () => new TransportV1(new URL('/mcp', base)),
    'HTTP+SSE': () => new SSEClientTransport(new URL('/sse', base)),
  };

  it.each(Object.entries(transports))('works over %s, failures included', async (_name, transport) => {
    const client = await connectV1(transport());
    await client.listTools();
    const steps: unknown[] = [];
    const result = await client.callTool(CHECK, undefined, { onprogress: (step) => steps.push(step) });
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    // This client drops the steps that it reads in one piece with the result.
    expect(steps).toEqual(STEPS.slice(0, steps.length));
    const fault = await client.callTool({ ...CHECK, arguments: { code: 'fault', function_name: 'f' } });
    expect(fault).toMatchObject({ isError: true, structuredContent: { status: 'error', error_type: 'SyntaxError' } });
    await client.close();
  });

  it('ends its work over HTTP+SSE by disconnecting', async () => {
    const before = await cancelledCalls(base);
    const client = await connectV1(transports['HTTP+SSE']());
    const started = Promise.withResolvers<void>();
    const call = client.callTool({ ...CHECK, arguments: { code: 'wait', function_name: 'f' } }, undefined, {
      onprogress: (progress) => isStep(progress) && started.resolve(),
    });
    call.catch(() => undefined);
    await started.promise;
    await client.close();
    await until(async () => expect(await cancelledCalls(base)).toBe(before + 1));
  });
});

it('ends the work of a bare POST whose caller disconnects', async () => {
  const before = await cancelledCalls(base);
  const params = { name: 'symbolic_check', arguments: { code: 'wait', function_name: 'f' } };
  const response = await fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  expect(response.status).toBe(200);
  await untilRunning(base, 1);
  await response.body?.cancel();
  await until(async () => expect(await cancelledCalls(base)).toBe(before + 1));
});

const STREAMED = { accept: 'application/json, text/event-stream' };
const NEWEST = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'symbolic_check' };
const NEWEST_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

it.each([
  ['JSON', {}, {}],
  ['an event stream', STREAMED, {}],
  ['an event stream of the newest revision', { ...STREAMED, ...NEWEST }, { _meta: NEWEST_META }],
])('ends the work of a caller of %s who goes away, whether the answer has begun or not', async (_, headers, meta) => {
  const before = await cancelledCalls(base);
  const params = { name: 'symbolic_check', arguments: { code: 'wait', function_name: 'f' }, ...meta };
  const gone = new AbortController();
  const answer = fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: gone.signal,
  });
  answer.catch(() => undefined);
  // Whoever asks for the count gets answers meanwhile.
  await untilRunning(base, 1);
  gone.abort();
  await untilRunning(base, 0);
  expect(await cancelledCalls(base)).toBe(before + 1);
});

it('answers a bare POST as one JSON, however long it takes', async () => {
  const { status, body } = await callTool(base, 'symbolic_check', { code: 'slow', function_name: 'f' });
  expect(status).toBe(200);
  expect(body.result?.structuredContent).toMatchObject({ status: 'unknown' });
});
