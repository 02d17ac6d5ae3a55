import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { LONGEST_REPORT } from '../../src/mcp/reports.ts';
import { sarifFaults } from '../sarif.ts';
import { sharedFront } from './harness.ts';
import { bearer, callTool, post, STREAMABLE } from './requests.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const content = z.object({ uri: z.string(), mimeType: z.string(), text: z.string() });

const rpc = (method: string, params: object, headers: Record<string, string>) =>
  post(new URL('/mcp', base), { jsonrpc: '2.0', id: 1, method, params }, headers);

it('keeps the newest 100 reports of a user, and says so of others', async () => {
  const token = 'reports-many';
  const uris: string[] = [];
  for (let run = 0; run <= 100; run++) {
    const { body } = await callTool(base, 'symbolic_check', { code: `# ${run}`, function_name: 'f' }, { token });
    uris.push(/"(lemma:[^"]*)"/.exec(JSON.stringify(body.result?.content))?.[1] ?? '');
  }
  const pages: unknown[] = [];
  let cursor: unknown;
  do {
    const { body } = await rpc('resources/list', cursor === undefined ? {} : { cursor }, bearer(token));
    pages.push(body.result?.resources);
    cursor = body.result?.nextCursor;
  } while (cursor !== undefined && pages.length < 10);
  expect(pages.length).toBe(3);
  const listed = pages.flat().filter((each) => JSON.stringify(each).includes('lemma://reports/'));
  expect(listed).toHaveLength(100);
  expect(listed).toEqual(
    uris
      .slice(1)
      .reverse()
      .map((uri) => expect.objectContaining({ uri })),
  );
  const gone = await rpc('resources/read', { uri: uris[0] }, bearer(token));
  expect(gone.body.error).toMatchObject({ code: -32002, message: expect.stringContaining('the newest 100') });
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

it('serves each form with its media type, and hostile code as text', async () => {
  const code = '# </pre><script>alert(1)</script>';
  const called = await callTool(base, 'symbolic_check', { code, function_name: '<b>f</b>' });
  const uri = /"(lemma:[^"]*)"/.exec(JSON.stringify(called.body.result?.content))?.[1] ?? '';
  const read = async (suffix: string) => {
    const { body } = await rpc('resources/read', { uri: uri + suffix }, {});
    const contents = z.object({ contents: z.array(content).length(1) }).parse(body.result).contents;
    expect(contents[0]?.uri).toBe(uri + suffix);
    return { type: contents[0]?.mimeType, text: contents[0]?.text ?? '' };
  };
  const markdown = await read('');
  expect(markdown.type).toBe('text/markdown');
  expect(markdown.text).toContain(`\`\`\`python\n${code}\n\`\`\``);
  const html = await read('.html');
  expect(html.type).toBe('text/html');
  expect(html.text).toContain('# &lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;</pre>');
  expect(html.text).toContain('<h1>symbolic_check of &lt;b&gt;f&lt;/b&gt;: unknown</h1>');
  expect(html.text).not.toMatch(/<script|<b>f/);
  expect(html.text).toContain('Made by symbolic_check of Lemma ');
  const sarif = await read('.sarif');
  expect(sarif.type).toBe('application/sarif+json');
  const log: unknown = JSON.parse(sarif.text);
  expect(sarifFaults(log)).toEqual([]);
  expect(log).toMatchObject({ runs: [{ results: [], invocations: [{ properties: { status: 'unknown' } }] }] });
  const unknown = await rpc('resources/read', { uri: `${uri}.pdf` }, {});
  expect(unknown.body.error).toMatchObject({ code: -32002, message: expect.stringContaining('There is no report') });
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
