/** An engine whose process is killed while it works: what its caller is told. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OFFLINE, ROOT, spawnWrangler } from '../../scripts/lib/wrangler.ts';
import { connect } from './requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-killed-'));
const running = new Set<ChildProcess>();
let base: URL;

/** Starts a Worker in processes of its own, which form a group; the registry lets it find the others. Resolves once it answers. */
async function start(config: string, port = 0, ...options: readonly string[]): Promise<ChildProcess> {
  const child = spawnWrangler(['dev', '-c', config, '--port', `${port}`, '--inspector-port', '0', ...options], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...OFFLINE, WRANGLER_REGISTRY_PATH: join(folder, 'registry') },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const answers = () =>
    fetch(`http://127.0.0.1:${port}`)
      .then(() => true)
      .catch(() => false);
  await eventually(answers, (answered) => answered);
  return child;
}

/** Ends all processes of a Worker at once, as a machine that fails does. */
async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Ports that nobody listens at, each another one. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** A scripted engine's configuration: its Worker and its Durable Object. */
function engine(name: string, objects: readonly string[]): string {
  const file = join(folder, `${name}.json`);
  const bindings = objects.map((class_name) => ({ name: class_name.toUpperCase(), class_name }));
  const migrations = objects.length === 0 ? [] : [{ tag: 'v1', new_sqlite_classes: objects }];
  const main = join(ROOT, 'test/engines/worker.ts');
  writeFileSync(
    file,
    JSON.stringify({ name, main, compatibility_date: '2026-11-01', durable_objects: { bindings }, migrations }),
  );
  return file;
}

/** The answer that `wanted` accepts, once there is one. */
async function eventually<Answer>(ask: () => Promise<Answer>, wanted: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

let engineProcess: ChildProcess;
beforeAll(async () => {
  const [symbolic, python, workspace, review, reasoning, front] = await freePorts(6);
  [engineProcess] = await Promise.all([
    start(engine('lemma-symbolic', []), symbolic),
    start(engine('lemma-python', ['PythonSession']), python),
    start(engine('lemma-workspace', ['Workspace']), workspace),
    start(engine('lemma-review', ['ReviewSession']), review),
    start(engine('lemma-reasoning', []), reasoning),
  ]);
  const state = join(folder, 'state');
  await start(join(ROOT, 'wrangler.toml'), front, '--persist-to', state, '--var', 'ENVIRONMENT:development');
  base = new URL(`http://127.0.0.1:${front}`);
});
afterAll(async () => {
  await Promise.all([...running].map(kill));
  rmSync(folder, { recursive: true, force: true });
});

it('is a failure that says to call again', async () => {
  const client = await connect(base, 'modern');
  const call = { name: 'symbolic_check', arguments: { code: 'wait', function_name: 'f' } };
  const working = Promise.withResolvers<void>();
  const onprogress = ({ message = '' }) => {
    if (message.startsWith('step')) working.resolve();
  };
  const answer = client.callTool(call, { onprogress });
  await working.promise;
  await kill(engineProcess);
  const result = await answer;
  expect(result).toMatchObject({
    isError: true,
    structuredContent: {
      error_type: 'RuntimeError',
      retryable: true,
      message: 'The symbolic engine was lost while it worked on this call; what it has stored is kept.',
    },
  });
  expect(JSON.stringify(result)).not.toContain('Network connection lost');
  await client.close();
});
