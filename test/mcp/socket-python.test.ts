/** Python over a WebSocket, with the real Worker of its sessions. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPythonServer } from './harness.ts';
import { initialized, type Message } from './socket-client.ts';

const server = createPythonServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(() => server.close());

const run = (code: string, session_id = 'default') => ({
  name: 'run_python_code',
  arguments: { code, session_id },
  _meta: { progressToken: code },
});

const prints =
  (text: string) =>
  ({ method, params }: Message) =>
    method === 'notifications/progress' && String(params?.message).includes(text);

it('streams output while a cell runs, and interrupts the cell when it is cancelled', async () => {
  const client = await initialized(base);
  const endless = 'x = 42\nprint("begun")\nwhile True: pass';
  client.send({ jsonrpc: '2.0', id: 'cell', method: 'tools/call', params: run(endless) });
  await client.next(prints('begun'));
  expect(client.messages.some(({ id }) => id === 'cell')).toBe(false);
  expect((await client.request('meanwhile', 'ping')).result).toEqual({});
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'cell' } });
  const after = await client.request('after', 'tools/call', run('x'));
  expect(after.result?.structuredContent).toMatchObject({ status: 'ok', results: '42' });
  expect(client.messages.some(({ id }) => id === 'cell')).toBe(false);
  await client.close();
});

it('two clients of one user meet in one session', async () => {
  const [first, second] = await Promise.all([initialized(base), initialized(base)]);
  await first.request(1, 'tools/call', run('shared = 1', 'both'));
  const { result } = await second.request(1, 'tools/call', run('shared + 1', 'both'));
  expect(result?.structuredContent).toMatchObject({ results: '2' });
  await Promise.all([first.close(), second.close()]);
});

it('after a restart of the server, a new connection works', async () => {
  const before = await initialized(base);
  await before.request(1, 'tools/call', run('open("kept", "w").write("1")', 'restarted'));
  await server.update((options) => options);
  base = (await server.listen()).url;
  const after = await initialized(base);
  const { result } = await after.request(1, 'tools/call', run('open("kept").read()', 'restarted'));
  expect(result?.structuredContent).toMatchObject({ results: "'1'" });
  await after.close();
});
