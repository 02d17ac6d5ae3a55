/**
 * `npm run bench -- attack [words…]`: what a hostile user does to others. While each attack runs, another user lists files, a third one runs cells, and `/health` is asked; the
 * table says how long they waited. Words choose the attacks whose names have them.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevServer, startDevServer } from '../../scripts/lib/dev-server.ts';
import { freePort } from '../../test/free-port.ts';
import { encodePack } from '../../test/git-packs.ts';
import { callTool } from '../../test/mcp/requests.ts';
import type { Attack, Hostile } from './attack.ts';
import { MANY_CALLS } from './many-calls.ts';
import { PUSHED_DATA } from './pushed-data.ts';
import { Watch } from './watch.ts';

/** All attacks; whoever finds another one adds it. */
const ATTACKS: readonly Attack[] = [...PUSHED_DATA, ...MANY_CALLS];

/** Milliseconds after which the attacker goes away, and those that the server then has to be itself again. */
const PATIENCE_MS = 30_000;
const RECOVERY_MS = 10_000;
const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/true',
};

/** Runs attacks and prints the table. */
export async function runAttacks(words: readonly string[]): Promise<void> {
  const chosen = ATTACKS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const folder = mkdtempSync(join(tmpdir(), 'lemma-attack-'));
  let server: DevServer | undefined;
  try {
    console.log(
      `\n${'attack'.padEnd(44)}    time  neighbour     cell  /health  verdict (milliseconds; the longest waits)`,
    );
    for (const [index, attack] of chosen.entries()) {
      server ??= await ready(join(folder, `state-${index}`));
      if (!(await observe(server, attack, join(folder, `attack-${index}`), `attack-${index}`))) {
        await server.stop();
        server = undefined;
      }
    }
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ready(state: string): Promise<DevServer> {
  const server = await startDevServer(await freePort(), state);
  if ((await server.ready()) !== 'healthy') throw new Error('The server is not well.');
  const base = new URL(server.url);
  await call(base, 'put_files', { files: [{ path: 'hay.py', content: 'needle = 1\n' }] }, 'neighbour');
  await call(base, 'list_workspace_files', {}, 'neighbour');
  // What starts with a first call is no attack's fault.
  await callTool(base, 'put_files', { files: [{ path: 'hay.py', content: 'needle = 1\n' }] }, { path: '/mcp/all' });
  await callTool(base, 'run_python_code', { code: '1+1' }, { path: '/mcp/all' });
  await call(base, 'run_python_code', { code: '1+1' }, 'other');
  await fetch(new URL('/health', base));
  return server;
}

/** Runs one attack; false when the server does not come back. */
async function observe(server: DevServer, attack: Attack, folder: string, workspace: string): Promise<boolean> {
  const base = new URL(server.url);
  const hostile = attack.make();
  // What is fetched has to be there.
  const target = hostile.kind === 'body' && hostile.service === 'git-upload-pack' ? 'default' : workspace;
  const send =
    hostile.kind === 'calls' ? flood(hostile, base) : prepare(hostile, folder, new URL(`/git/${target}`, base));
  const neighbour = new Watch(() => call(base, 'list_workspace_files', {}, 'neighbour'));
  const cell = new Watch(() => call(base, 'run_python_code', { code: '1+1' }, 'other'));
  const health = new Watch(async () => void (await (await fetch(new URL('/health', base))).text()));
  const gone = new AbortController();
  const started = performance.now();
  const patience = setTimeout(() => gone.abort(), PATIENCE_MS);
  const verdict = await send(gone.signal);
  const taken = performance.now() - started;
  let after = '';
  if (!gone.signal.aborted && hostile.kind !== 'calls') after = await follow(base, workspace, folder, gone.signal);
  const ended = await Promise.all([neighbour, cell, health].map((watch) => watch.end(RECOVERY_MS)));
  const recovered = ended.every((each) => each);
  clearTimeout(patience);
  const figures = [taken, neighbour.longest, cell.longest, health.longest].map((figure) => figure.toFixed(0));
  const [time = '', longest = '', longestCell = '', wellness = ''] = figures;
  const ending = `${verdict}${after}${recovered ? '' : '; THE SERVER DOES NOT COME BACK'}`;
  console.log(
    `${attack.name.padEnd(44)}${time.padStart(8)}${longest.padStart(11)}${longestCell.padStart(9)}${wellness.padStart(9)}  ${ending}`,
  );
  return recovered;
}

/** The attacker's own list of files, and a clone: what was accepted must not hurt later, either. */
async function follow(base: URL, workspace: string, folder: string, signal: AbortSignal): Promise<string> {
  const started = performance.now();
  const within = <Value>(work: Promise<Value>) =>
    Promise.race([work, new Promise<'gone'>((gone) => signal.addEventListener('abort', () => gone('gone')))]);
  const calls = ['list_workspace_files', 'index_status', 'git_commit_retrieval', 'workspace_info'] as const;
  for (const name of calls) {
    const args = { workspace, ...(name === 'git_commit_retrieval' && { information_request: 'change' }) };
    await within(callTool(base, name, args, { path: '/mcp/all' }).catch(() => undefined));
  }
  const clone = await run(
    spawn('git', ['clone', '-q', '--bare', new URL(`/git/${workspace}`, base).href, `${folder}-clone`], {
      env: GIT_ENVIRONMENT,
    }),
    signal,
  );
  return signal.aborted
    ? '; READING IT DOES NOT END'
    : `; read in ${(performance.now() - started).toFixed(0)}${clone.code === 0 ? '' : `, clone: ${lastLine(clone.text)}`}`;
}

/** Calls all at once; the verdict counts the answers by what they say. */
function flood(
  { count, name, args }: Extract<Hostile, { kind: 'calls' }>,
  base: URL,
): (signal: AbortSignal) => Promise<string> {
  return async () => {
    const endings = await Promise.all(
      Array.from({ length: count }, async () => {
        const { status, body } = await callTool(base, name, { ...args }, { path: '/mcp/all' });
        return body.result === undefined || body.result.isError ? `refused with ${status}` : 'answered';
      }),
    );
    const counts = Map.groupBy(endings, (ending) => ending);
    return [...counts].map(([ending, all]) => `${all.length} ${ending}`).join(', ');
  };
}

/** Makes everything ready, so that only the attack itself is measured; the function resolves to the server's verdict. */
function prepare(
  hostile: Exclude<Hostile, { kind: 'calls' }>,
  folder: string,
  url: URL,
): (signal: AbortSignal) => Promise<string> {
  if (hostile.kind === 'body') {
    const { body, service = 'git-receive-pack' } = hostile;
    return async (signal) => {
      try {
        const headers = { 'content-type': `application/x-${service}-request`, ...hostile.headers };
        const response = await fetch(`${url.href}/${service}`, {
          method: 'POST',
          headers,
          body: Buffer.from(body),
          signal,
        });
        return verdictOf(await response.text());
      } catch {
        return 'NO END: the attacker went';
      }
    };
  }
  const git = (input: Uint8Array | string, ...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env: GIT_ENVIRONMENT, input });
  execFileSync('git', ['init', '-q', '--bare', folder], { env: GIT_ENVIRONMENT });
  git(encodePack(hostile.objects), 'index-pack', '--stdin');
  git(hostile.refs.map(({ name, oid }) => `create ${name} ${oid}\n`).join(''), 'update-ref', '--stdin');
  return async (signal) => {
    const push = spawn('git', ['-c', 'pack.window=0', 'push', '-q', url.href, 'refs/*:refs/*'], {
      cwd: folder,
      env: GIT_ENVIRONMENT,
    });
    const { text } = await run(push, signal);
    return signal.aborted ? 'NO END: the attacker went' : verdictOf(text);
  };
}

function run(
  child: ChildProcess,
  signal: AbortSignal,
): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((resolve) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (text += data.toString()));
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill);
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill);
      resolve({ code, text });
    });
  });
}

/** The line that says why, or that it was taken. */
function verdictOf(text: string): string {
  const why = /(?:refused: |error: |ERR |ng refs\/\S+ |unpack (?!ok))[^\n]*/.exec(text)?.[0];
  return why === undefined ? 'accepted' : `refused: ${why.replace(/^(?:refused|error): /, '').slice(0, 160)}`;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

async function call(base: URL, name: string, args: Readonly<Record<string, unknown>>, token: string): Promise<void> {
  const { body } = await callTool(base, name, { ...args }, { path: '/mcp/all', token });
  if (body.result === undefined || body.result.isError) throw new Error(`${name} failed: ${JSON.stringify(body)}`);
}
