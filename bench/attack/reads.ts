/**
 * `npm run bench -- reads <working tree> [words…]`: how long each read of a large repository takes for the commonest names, and how long
 * another user's list of files, another user's cell and `/health` wait meanwhile. Words choose the tools whose names have them.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startDevServer } from '../../scripts/lib/dev-server.ts';
import { freePort } from '../../test/free-port.ts';
import { callTool } from '../../test/mcp/requests.ts';
import { Watch } from './watch.ts';

/** Methods that nearly every class has, or calls. */
const NAMES = ['get', 'append', '__init__', 'run', 'items', 'join', 'self', 'test'];
const ROUNDS = 5;
/** Milliseconds between two looks at the index: each look does a piece of work itself. */
const LOOK_MS = 500;
/** Milliseconds between two calls of the reader: a user may call ten times a second. */
const PAUSE_MS = 110;

type Args = Readonly<Record<string, unknown>>;

/** Calls of each tool; `path` is the longest file. */
function callsOf(path: string): Readonly<Record<string, readonly Args[]>> {
  const queries = NAMES.map((query) => ({ query }));
  const names = NAMES.map((name) => ({ name }));
  return {
    call_graph: [...names, ...NAMES.map((name) => ({ name, depth: 10, max_nodes: 500, direction: 'callers' }))],
    find_references: names,
    find_symbol: names,
    search_code: [
      ...NAMES.map((pattern) => ({ pattern })),
      ...NAMES.map((name) => ({ pattern: `\\.${name}\\(\\w+`, regex: true })),
      { pattern: 'e' },
      { pattern: '[a-z]+_[a-z]+_never_there_[0-9]+', regex: true },
    ],
    semantic_search: queries,
    codebase_retrieval: queries,
    get_context_for_prompt: queries,
    list_workspace_files: [{}, { format: 'flat', limit: 1000 }, { paths: ['**/test_*.py'], depth: 100 }],
    get_file: [{ path }, { path, line_start: 1000, line_end: 1100 }],
    repo_map: [{}],
    blame: [{ path, line_start: 1, line_end: 50 }],
    show_commit: [{ commit: 'main' }],
    git_commit_retrieval: [{ query: 'all' }, { query: 'get' }],
    index_status: [{}],
    get_workspace_info: [{}],
  };
}

/** Pushes the working tree's `main`, measures and prints. */
export async function runReads([folder, ...words]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name a working tree of git, with a branch main.');
  const state = mkdtempSync(join(tmpdir(), 'lemma-reads-'));
  const server = await startDevServer(await freePort(), state);
  try {
    if ((await server.ready()) !== 'healthy') throw new Error('The server is not well.');
    const base = new URL(server.url);
    await prepareNeighbour(base);
    const watches = () => watchesOf(base);
    const pushing = watches();
    const started = performance.now();
    await git(
      folder,
      '-c',
      'http.extraHeader=Authorization: Bearer reader',
      'push',
      '-q',
      new URL('/git/large', base).href,
      'main',
    );
    const pushed = performance.now();
    console.log(`\npush ${seconds(pushed - started)} s; waits: ${await told(pushing)}`);
    const indexing = watches();
    while (!(await isComplete(base))) await delay(LOOK_MS);
    console.log(`index ${seconds(performance.now() - pushed)} s; waits: ${await told(indexing)}`);
    console.log(`\n${'tool'.padEnd(28)}   calls     p50     p95     max  slowest; waits of others (milliseconds)`);
    for (const [name, calls] of Object.entries(callsOf(longestFile(folder)))) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
      const beside = watches();
      const samples = await measure(base, name, calls);
      const figures = [samples.length, percentile(samples, 0.5), percentile(samples, 0.95), percentile(samples, 1)];
      const slowest = samples.reduce((most, each) => (each.ms > most.ms ? each : most));
      console.log(
        `${name.padEnd(28)}${figures.map((figure) => figure.toFixed(0).padStart(8)).join('')}  ${JSON.stringify(slowest.args)}; ${await told(beside)}`,
      );
    }
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
}

interface Sample {
  readonly ms: number;
  readonly args: Args;
}

async function measure(base: URL, name: string, calls: readonly Args[]): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const args of calls) {
      const started = performance.now();
      await call(base, name, { ...args, workspace: 'large' }, 'reader');
      samples.push({ ms: performance.now() - started, args });
      await delay(PAUSE_MS);
    }
  }
  return samples;
}

async function prepareNeighbour(base: URL): Promise<void> {
  await call(base, 'put_files', { files: [{ path: 'hay.py', content: 'needle = 1\n' }] }, 'neighbour');
  await call(base, 'list_workspace_files', {}, 'neighbour');
  await call(base, 'run_python_code', { code: '1+1' }, 'other');
}

function watchesOf(base: URL): Readonly<Record<string, Watch>> {
  return {
    list: new Watch(async () => void (await call(base, 'list_workspace_files', {}, 'neighbour'))),
    cell: new Watch(async () => void (await call(base, 'run_python_code', { code: '1+1' }, 'other'))),
    health: new Watch(async () => void (await (await fetch(new URL('/health', base))).text())),
  };
}

async function told(watches: Readonly<Record<string, Watch>>): Promise<string> {
  const waits: string[] = [];
  for (const [name, watch] of Object.entries(watches)) {
    await watch.end(60_000);
    waits.push(`${name} ${watch.longest.toFixed(0)}`);
  }
  return waits.join(', ');
}

async function isComplete(base: URL): Promise<boolean> {
  const result = await call(base, 'index_status', { workspace: 'large', limit: 0 }, 'reader');
  return /"complete":true/.test(JSON.stringify(result));
}

async function call(base: URL, name: string, args: Args, token: string): Promise<unknown> {
  const { body } = await callTool(base, name, { ...args }, { path: '/mcp/all', token });
  if (body.result === undefined || body.result.isError) {
    throw new Error(`${name} failed: ${JSON.stringify(body).slice(0, 400)}`);
  }
  return body.result.structuredContent;
}

function percentile(samples: readonly Sample[], part: number): number {
  const sorted = samples.map(({ ms }) => ms).toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}.`);
}

function longestFile(folder: string): string {
  const sizes = execFileSync('git', ['ls-tree', '-r', '-l', 'main'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const files = sizes.split('\n').flatMap((line) => {
    const found = /^\d+ blob \w+ +(\d+)\t(.*\.py)$/.exec(line);
    return found === null ? [] : [{ size: Number(found[1]), path: found[2] ?? '' }];
  });
  const [longest] = files.toSorted((left, right) => right.size - left.size);
  if (longest === undefined) throw new Error('There are no files of Python.');
  return longest.path;
}
