import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { stateForReleased, testReleased } from '../test/state/released.ts';
import { until } from '../test/until.ts';
import { parsePort } from './lib/dev-server.ts';
import { ROOT } from './lib/wrangler.ts';

const run = promisify(execFile);

/** Where states of other servers would be. */
const folder = mkdtempSync(join(tmpdir(), 'lemma-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npmStart(port: number, state: string): ChildProcessByStdio<null, Readable, Readable> {
  // As a user has it: the Workers are bundled at its start.
  const { LEMMA_BUNDLES: _, ...others } = process.env;
  const env = { ...others, PORT: String(port), LEMMA_STATE: state };
  return spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What `npm start` says when it refuses to start, which it does before it looks at what has to be built. */
async function refusal(port: number, state: string): Promise<string> {
  const refused = npmStart(port, state);
  let errors = '';
  refused.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let output = '';
  refused.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(refused, 'close');
  expect(code).toBe(1);
  expect(output).not.toContain('up to date');
  return errors;
}

/** Begins a request and goes away before its body has ended. */
async function abandon(port: number, line: string, type: string, beginning: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
  await new Promise((sent) => socket.write(head + beginning, sent));
  // The server has to have begun to read: it answers other requests meanwhile.
  await fetch(`http://127.0.0.1:${port}/health`);
  socket.destroy();
}

/** Lines of wrangler's output; npm's own are about the machine's settings. */
function linesOf(output: string): readonly string[] {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('npm '));
}

/** What is said once of each session whose variables another build of the interpreter stored: that of a released Worker. */
const OTHER_INTERPRETER = /^A checkpoint was not restored: UnfitState: The state was taken from another build of the /;

describe('npm start', () => {
  let port = 0;
  let server: ReturnType<typeof npmStart>;
  let output = '';
  let errors = '';
  const state = stateForReleased();

  beforeAll(async () => {
    port = await freePort();
    server = npmStart(port, state.path);
    server.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (!output.includes('Ctrl-C')) continue;
      server.stdout.on('data', (more) => {
        output += more;
      });
      return;
    }
    throw new Error(`It ended early: ${output}`);
  });

  afterAll(() => {
    server.kill('SIGTERM');
    state.remove();
  });

  describe('over the state of released Workers', () => testReleased(() => new URL(`http://127.0.0.1:${port}`)));

  it('prints a command that proves something when pasted', async () => {
    const command = output.split('\n').find((line) => line.trim().startsWith('curl '));
    const { stdout } = await run('sh', ['-c', command ?? 'false']);
    const { result } = JSON.parse(stdout);
    expect(result.structuredContent).toMatchObject({
      status: 'counterexample',
      counterexamples: [{ call: 'tricky(12345, 86418)' }],
    });
  });

  it('prints settings for each client', () => {
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(output).toContain(`claude mcp add --transport http lemma ${url}`);
    const settings = output.split('\n').flatMap((line) => (line.trim().startsWith('{') ? [JSON.parse(line)] : []));
    expect(settings).toEqual([{ servers: { lemma: { type: 'http', url } } }, { mcpServers: { lemma: { url } } }]);
  });

  it('prints one line a failed request at most, and nothing else', async () => {
    const post = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).status;
    };
    const call = (name: string, args: object) =>
      post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }));
    expect(await post('/mcp', '{nope')).toBe(400);
    expect(await post('/mcp', '{}')).toBe(400);
    expect(await call('nope', {})).toBe(200);
    expect(await call('symbolic_check', { code: 'def f(:', function_name: 'f' })).toBe(200);
    expect(await call('run_python_code', { code: 'while True: pass', timeout: 1 })).toBe(200);
    expect(await call('restart_kernel', {})).toBe(200);
    await abandon(port, 'POST /files/upload', 'multipart/form-data; boundary=x', '--x\r\n');
    await abandon(port, 'POST /mcp', 'application/json', '{"jsonrpc": "2.0"');
    const lines = () => linesOf(errors).filter((line) => !OTHER_INTERPRETER.test(line));
    await until(() => expect(lines()).toHaveLength(3));
    expect(await post('/nothing', '{}')).toBe(404);
    expect(lines()).toEqual([
      expect.stringContaining('MCP request refused: Rejected inbound request (invalid-json-rpc-body)'),
      expect.stringMatching(/the affected request failed.*POST .*\/files\/upload/),
      expect.stringMatching(/the affected request failed.*POST .*\/mcp /),
    ]);
    // What it says after its start goes to the other stream.
    expect(output.split('Ctrl-C stops it.').at(-1)?.trim()).toBe('');
  });

  it('names a busy port and how to choose another', async () => {
    expect(await refusal(port, join(folder, 'other'))).toContain(
      `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  });

  it('leaves a folder of state to the server that has it, and says where that is', async () => {
    const errors = await refusal(await freePort(), state.path);
    expect(errors).toContain(`A server at http://127.0.0.1:${port} uses ${state.path} already`);
    expect(errors).toContain('LEMMA_STATE=<folder> npm start');
  });

  it('ends every process when npm is told to end', async () => {
    // wrangler and workerd hold the same pipes: they close when the last process has ended.
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  });
});

describe('parsePort', () => {
  it.each([
    [undefined, 8787],
    ['1', 1],
    ['65535', 65535],
  ])('reads %j', (text, port) => {
    expect(parsePort(text)).toBe(port);
  });

  it.each(['', ' ', 'abc', '0', '65536', '-1', '80.5', '8787x'])('refuses %j', (text) => {
    expect(() => parsePort(text)).toThrow('it must be a number from 1 to 65535');
  });
});
