/** An engine whose process is killed while it works: what its caller is told. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OFFLINE, ROOT, spawnWrangler } from '../../scripts/lib/wrangler.ts';
import { startAgain } from '../attempts.ts';
import { freePort } from '../free-port.ts';
import { connect } from './requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-killed-'));
const running = new Set<ChildProcess>();
let base: URL;

/** Milliseconds for one question whether a Worker answers: one that was asked too early may never be answered. */
const ANSWER_MS = 30_000;

interface Started {
  readonly child: ChildProcess;
  readonly url: URL;
}

/** Starts a Worker in processes of its own, which form a group; the registry lets it find the others. Resolves once it answers. */
function start(config: string, ...options: readonly string[]): Promise<Started> {
  return startAgain(
    async () => {
      const port = await freePort();
      const child = spawnWrangler(['dev', '-c', config, '--port', `${port}`, '--inspector-port', '0', ...options], {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, ...OFFLINE, WRANGLER_REGISTRY_PATH: join(folder, 'registry') },
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      const url = new URL(`http://127.0.0.1:${port}`);
      return { started: answers(url, child).then(() => ({ child, url })), end: () => kill(child) };
    },
    { oneAtATime: true },
  );
}

/** Resolves once a server answers. Throws when its process has ended. */
async function answers(url: URL, child: ChildProcess): Promise<void> {
  while (running.has(child)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    if (answer !== undefined) return;
    await delay(100);
  }
  throw new Error(`The Worker at ${url} ended before it answered.`);
}

/** Ends all processes of a Worker at once, as a machine that fails does. */
async function kill(child: ChildProcess): Promise<void> {
  if (!running.has(child) || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
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

let engineProcess: ChildProcess;
beforeAll(async () => {
  const symbolic = await start(engine('lemma-symbolic', []));
  engineProcess = symbolic.child;
  // The others share the front's process.
  const others = [
    engine('lemma-python', ['PythonSession']),
    engine('lemma-workspace', ['Workspace']),
    engine('lemma-review', ['ReviewSession']),
    engine('lemma-reasoning', ['Conversation']),
    engine('lemma-planning', ['Plan']),
  ].flatMap((config) => ['-c', config]);
  const more = ['--persist-to', join(folder, 'state'), '--var', 'ENVIRONMENT:development'];
  const front = await start(join(ROOT, 'wrangler.toml'), ...others, ...more);
  base = front.url;
}, 600_000);
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
