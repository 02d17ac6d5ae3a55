/**
 * `npm run bench`: runs every benchmark against one server in workerd and prints each figure with its ratio to its baseline.
 * `npm run bench -- throughput heaps` runs those two; `npm run bench -- retrieval` says how well searches rank,
 * `npm run bench -- find-tools` how well find_tools does, with `--failures` for the tuning half, `npm run bench -- attack` how long others wait while somebody attacks, `npm run bench -- reads <working tree>` how long reads of it and others take, `npm run bench -- independence` what a
 * call takes while the longest query runs, `npm run bench -- review <folder of clones>` how quiet and right reviews of real commits are, `review-large`
 * what a large one takes, `npm run bench -- times [seconds] [cases.jsonl] [names]` how long verdicts take over what they may, `npm run bench -- localise` how well issues lead to the code that was changed for them (bench/localise/run.ts says what it needs), `npm run bench -- claims [tool…]` which claims of tools are false, `npm run bench -- auth` what it takes to tell who asks, `npm run bench -- reasoning <part>` how right and quick the tools that reason are, and `npm run bench -- neighbours files` how long others wait while hostile cells of that group run.
 * `node bench/secrets/run.ts` and `node bench/review-behaviour/run.ts` are run by themselves: they read files of yours.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { OFFLINE } from '../scripts/lib/wrangler.ts';
import { createServer } from '../test/mcp/harness.ts';
import type { Benchmark, FrontFetch, Inside } from './benchmark.ts';
import coldStart from './cold-start.ts';
import { runFindTools } from './find-tools/run.ts';
import gitPush from './git-push.ts';
import heaps from './heaps.ts';
import mcpOverhead from './mcp-overhead.ts';
import plans from './plans.ts';
import pythonAnswers from './python-answers.ts';
import pythonCheckpoints from './python-checkpoints.ts';
import pythonFirstCell from './python-first-cell.ts';
import pythonFork from './python-fork.ts';
import pythonMemory from './python-memory.ts';
import pythonPrograms from './python-programs.ts';
import pythonStateSizes from './python-state-sizes.ts';
import pythonWarmCell from './python-warm-cell.ts';
import { residentMegabytes } from './resident-memory.ts';
import reviewPreparation from './review-preparation.ts';
import runPythonCode from './run-python-code.ts';
import scaffoldChecks from './scaffolds/checks.ts';
import scaffoldMemory from './scaffolds/memory.ts';
import symbolicCheck from './symbolic-check.ts';
import throughput from './throughput.ts';
import type { StopwatchApi } from './worker/api.ts';
import workspacePush from './workspace-push.ts';
import workspaceTools from './workspace-tools.ts';

/** The heaps of engines come last: they are what the others have grown. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'python-memory': pythonMemory,
  'cold-start': coldStart,
  'symbolic-check': symbolicCheck,
  'run-python-code': runPythonCode,
  'python-first-cell': pythonFirstCell,
  'python-fork': pythonFork,
  'python-warm-cell': pythonWarmCell,
  'python-answers': pythonAnswers,
  'python-checkpoints': pythonCheckpoints,
  'python-state-sizes': pythonStateSizes,
  'python-programs': pythonPrograms,
  'git-push': gitPush,
  'workspace-push': workspacePush,
  'workspace-tools': workspaceTools,
  'review-preparation': reviewPreparation,
  plans,
  scaffolds: scaffoldChecks,
  'scaffolds-memory': scaffoldMemory,
  'mcp-overhead': mcpOverhead,
  throughput,
  heaps,
};

interface BenchBindings {
  readonly STOPWATCH: { getByName(name: string): StopwatchApi };
}

const names = process.argv.slice(2);
if (names[0] === 'review') {
  const { runReview } = await import('./review/run.ts');
  await runReview(names.slice(1));
  process.exit(0);
}
if (names[0] === 'review-large') {
  const { runLarge } = await import('./review/large.ts');
  await runLarge(names.slice(1));
  process.exit(0);
}
if (names[0] === 'reads') {
  const { runReads } = await import('./attack/reads.ts');
  await runReads(names.slice(1));
  process.exit(0);
}
if (names[0] === 'localise') {
  const { runLocalise } = await import('./localise/run.ts');
  await runLocalise(names.slice(1));
  process.exit(0);
}
if (names[0] === 'claims') {
  const { runClaims } = await import('./claims.ts');
  await runClaims(names.slice(1));
  process.exit(0);
}
if (names[0] === 'auth') {
  Object.assign(process.env, OFFLINE);
  const { runAuth } = await import('./auth.ts');
  await runAuth();
  process.exit(0);
}
if (names[0] === 'files') {
  const { runFiles } = await import('./files.ts');
  await runFiles(names.slice(1));
  process.exit(0);
}
if (names[0] === 'times') {
  const { runTimes } = await import('./times.ts');
  await runTimes(names.slice(1));
  process.exit(0);
}
if (names[0] === 'reasoning') {
  const { runReasoning } = await import('./reasoning/run.ts');
  await runReasoning(names.slice(1));
  process.exit();
}
if (names[0] === 'retrieval') {
  // It downloads packages and needs no server, so it is run by itself.
  const { runRetrieval } = await import('./retrieval/run.ts');
  await runRetrieval(names.includes('--dev') ? 'dev' : 'test');
  process.exit(0);
}
if (names[0] === 'attack') {
  // It runs the server as `npm start` does.
  const { runAttacks } = await import('./attack/run.ts');
  await runAttacks(names.slice(1));
  process.exit(0);
}
if (names[0] === 'independence') {
  // It runs the server as `npm start` does.
  const { runIndependence } = await import('./independence.ts');
  await runIndependence();
  process.exit(0);
}
if (names[0] === 'neighbours') {
  Object.assign(process.env, OFFLINE);
  const { measureNeighbours } = await import('./neighbours.ts');
  await measureNeighbours(names.slice(1));
  process.exit(0);
}
if (names.length === 0 || names[0] === 'find-tools') await runFindTools(names.includes('--failures'));
if (names[0] === 'find-tools') process.exit(0);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}
const chosen = Object.entries(BENCHMARKS).filter(([name]) => names.length === 0 || names.includes(name));

Object.assign(process.env, OFFLINE);
const server = createServer(['bench/worker/wrangler.toml']);
try {
  const started = performance.now();
  const { url } = await server.listen();
  const worker = server.getWorker('lemma');
  const front: FrontFetch = async (path, init) => {
    const response = await worker.fetch(path, init);
    return new Response(await response.arrayBuffer(), { status: response.status });
  };
  while (!(await front('/health')).ok) await delay(50);
  console.log(`Server: all engines answer ${(performance.now() - started).toFixed(0)} ms after its start.`);
  const { STOPWATCH } = await server.getWorker<BenchBindings>('lemma-bench').getEnv();
  const inside: Inside = { url, stopwatch: (name) => STOPWATCH.getByName(name), residentMegabytes };
  for (const [, benchmark] of chosen) await report(benchmark, front, inside);
} finally {
  await server.close();
}

async function report({ title, unit, run }: Benchmark, front: FrontFetch, inside: Inside): Promise<void> {
  console.log(`\n${title} (${unit})`);
  const measurements = await run(front, inside);
  const [first] = measurements;
  for (const { name, value, baseline = first.value } of measurements) {
    const ratio = value / baseline;
    console.log(`  ${name.padEnd(46)}${value.toFixed(1).padStart(9)}${ratio.toFixed(2).padStart(9)} x`);
  }
}
