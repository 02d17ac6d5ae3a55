/** A call whose client has gone, over which an engine hangs: it holds no place of its user. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CallGate } from '../../src/auth/call-gate.ts';
import { CallMetrics } from '../../src/mcp/call-metrics.ts';
import { defineTool } from '../../src/mcp/define-tool.ts';
import { HUNG_CALLS_SCHEMA, HungCalls } from '../../src/mcp/hung-calls.ts';
import { createServer } from '../../src/mcp/server.ts';
import { createDatabase } from '../sqlite.ts';
import { toolContext } from '../tool-context.ts';
import { until } from '../until.ts';

let begun = 0;

const hang = defineTool({
  name: 'hang',
  toolset: 'health',
  title: 'Hang',
  description: 'Never answers.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({}),
  async handler() {
    begun++;
    return new Promise<never>(() => undefined);
  },
  render: () => '',
});

it('frees its place at once', async () => {
  const context = toolContext({ catalog: new Map([['hang', { tool: hang, listedAt: ['/mcp'] }]]) });
  const { principal } = context;
  const environment = () => ({
    ...context,
    principal: { ...principal, limits: { ...principal.limits, callsAtOnce: 1 } },
  });
  const metrics = new CallMetrics({ read: () => [], write: () => undefined });
  const gate = new CallGate({
    read: () => 0,
    write: () => undefined,
    readDay: () => undefined,
    writeDay: () => undefined,
  });
  const hungCalls = new HungCalls(createDatabase(HUNG_CALLS_SCHEMA).sql);
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  const host = { environment, gate, metrics, hungCalls };
  await createServer({ tools: [hang], listed: 'listing' }, host, () => principal).connect(ours);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(theirs);

  const leaving = new AbortController();
  const first = client.callTool({ name: 'hang' }, { signal: leaving.signal });
  await until(() => expect(begun).toBe(1));
  expect(await client.callTool({ name: 'hang' })).toMatchObject({
    structuredContent: { error_type: 'too_many_calls' },
  });
  leaving.abort();
  await expect(first).rejects.toThrow();
  void client.callTool({ name: 'hang' }).catch(() => undefined);
  await until(() => expect(begun).toBe(2));
});
