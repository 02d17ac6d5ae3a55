/**
 * `npm run bench -- independence`: what a user's calls take while another user's longest query runs, against the same calls on a quiet
 * server. It runs the server as `npm start` does, with each Worker in a process of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevServer } from '../scripts/lib/dev-server.ts';
import { freePort } from '../test/free-port.ts';
import { callTool } from '../test/mcp/requests.ts';

/** Calls of each kind, quiet and beside the query. */
const ROUNDS = 100;

/** No solver decides it soon; the budget of this time is spent. */
const QUERY = {
  function_name: 'no_cubes',
  code: [
    'def no_cubes(a: int, b: int, c: int) -> bool:',
    '    """',
    '    pre: a > 0 and b > 0 and c > 0',
    '    post: __return__',
    '    """',
    '    return a * a * a + b * b * b != c * c * c',
  ].join('\n'),
  timeout_seconds: 300,
};

/** What the neighbour asks for. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  run_python_code: { code: '1+1' },
  list_sessions: {},
  search_code: { pattern: 'needle' },
};

/** Measures and prints. */
export async function runIndependence(): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'lemma-bench-'));
  const server = await startDevServer(await freePort(), state);
  try {
    if ((await server.ready()) !== 'healthy') throw new Error('The server is not well.');
    const base = new URL(server.url);
    await call(base, 'put_files', { files: [{ path: 'hay.py', content: 'needle = 1\n' }] });
    await times(base, 5); // everything is started
    const before = await times(base, ROUNDS / 2);
    const query = { running: true, runs: 0 };
    const asking = ask(base, query);
    const busy = await times(base, ROUNDS);
    const runsBeside = query.runs;
    query.running = false;
    await asking;
    const after = await times(base, ROUNDS / 2);
    console.log(`\nA neighbour's calls beside the longest query, of which ${runsBeside} ended meanwhile (p95, ms)`);
    for (const name of Object.keys(CALLS)) {
      const quiet = p95([...(before.get(name) ?? []), ...(after.get(name) ?? [])]);
      const beside = p95(busy.get(name) ?? []);
      console.log(`  ${`${name}, quiet`.padEnd(46)}${quiet.toFixed(1).padStart(9)}     1.00 x`);
      console.log(
        `  ${`${name}, beside it`.padEnd(46)}${beside.toFixed(1).padStart(9)}${(beside / quiet).toFixed(2).padStart(9)} x`,
      );
    }
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Asks the query again and again, until it shall not run any more. */
async function ask(base: URL, query: { running: boolean; runs: number }): Promise<void> {
  while (query.running) {
    await callTool(base, 'symbolic_check', QUERY, { token: 'prover' });
    query.runs++;
  }
}

/** Milliseconds of each call, by tool. */
async function times(base: URL, rounds: number): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(CALLS)) {
      const started = performance.now();
      await call(base, name, args);
      taken.set(name, [...(taken.get(name) ?? []), performance.now() - started]);
    }
    // A user may call ten times a second.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return taken;
}

async function call(base: URL, name: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const { body } = await callTool(base, name, { ...args }, { path: '/mcp/all', token: 'neighbour' });
  if (body.result === undefined || body.result.isError) throw new Error(`${name} failed: ${JSON.stringify(body)}`);
}

function p95(samples: readonly number[]): number {
  return samples.toSorted((left, right) => left - right)[Math.floor(samples.length * 0.95)] ?? Number.NaN;
}
