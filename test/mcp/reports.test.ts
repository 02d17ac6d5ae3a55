import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONGEST_REPORT } from '../../src/mcp/reports.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, post, STREAMABLE } from './requests.ts';

const front = createFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const rpc = (method: string, params: object, headers: Record<string, string>) =>
  post(new URL('/mcp', base), { jsonrpc: '2.0', id: 1, method, params }, headers);

it('keeps the newest 100 reports of a user, and says so of others', async () => {
  const token = 'busy';
  const uris: string[] = [];
  for (let run = 0; run <= 100; run++) {
    const { body } = await callTool(base, 'symbolic_check', { code: `# ${run}`, function_name: 'f' }, { token });
    uris.push(/"(lemma:[^"]*)"/.exec(JSON.stringify(body.result?.content))?.[1] ?? '');
  }
  const { body } = await rpc('resources/list', {}, bearer(token));
  const listed = body.result?.resources;
  expect(listed).toHaveLength(100);
  expect(listed).toEqual(
    uris
      .slice(1)
      .reverse()
      .map((uri) => expect.objectContaining({ uri })),
  );
  const gone = await rpc('resources/read', { uri: uris[0] }, bearer(token));
  expect(gone.body.error).toMatchObject({ code: -32602, message: expect.stringContaining('the newest 100') });
});

it('cuts a long report, and says so', async () => {
  const code = '# long\n'.repeat(9000);
  const { body } = await callTool(base, 'symbolic_check', { code, function_name: 'f'.repeat(LONGEST_REPORT) });
  const uri = /"(lemma:[^"]*)"/.exec(JSON.stringify(body.result?.content))?.[1];
  const read = await rpc('resources/read', { uri }, {});
  const text = JSON.stringify(read.body.result?.contents);
  expect(text).toMatch(/\[cut: the report has \d+ characters\]/);
  expect(text.length).toBeLessThan(LONGEST_REPORT * 1.1);
});

it('writes the address as text for clients of revisions without links', async () => {
  const url = new URL('/mcp', base);
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  const opened = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STREAMABLE },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  await opened.text();
  const call = { name: 'symbolic_check', arguments: { code: '# old', function_name: 'f' } };
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      ...STREAMABLE,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  const text = await answer.text();
  expect(text).toContain('"type":"text","text":"symbolic_check of f: unknown: lemma://reports/');
  expect(text).not.toContain('resource_link');
});
