import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePort } from './lib/dev-server.ts';
import { ROOT } from './lib/wrangler.ts';

const run = promisify(execFile);

function npmStart(port: number): ChildProcessByStdio<null, Readable, Readable> {
  const env = { ...process.env, PORT: String(port) };
  return spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return address.port;
}

describe('npm start', () => {
  let port = 0;
  let server: ReturnType<typeof npmStart>;
  let output = '';

  beforeAll(async () => {
    port = await freePort();
    server = npmStart(port);
    for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes('Ctrl-C')) return;
    }
    throw new Error(`It ended early: ${output}`);
  });

  afterAll(() => {
    server.kill('SIGTERM');
  });

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

  it('names a busy port and how to choose another', async () => {
    const second = npmStart(port);
    let errors = '';
    second.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const [code] = await once(second, 'close');
    expect(code).toBe(1);
    expect(errors).toContain(
      `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  });

  it('ends every process when npm is told to end', async () => {
    server.stdout.resume();
    server.stderr.resume();
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
