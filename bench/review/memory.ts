/**
 * `node bench/review/memory.ts <folder of clones> [analyzers]`: the memory that each analyzer needs for a usual and for a large input: the
 * smallest JavaScript heap, of those tried, with which its isolate answers, and the WebAssembly memory beside it. Together they have to fit into
 * the 128 MB of an isolate.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { configOf } from '../../scripts/lib/workers.ts';
import { OFFLINE } from '../../scripts/lib/wrangler.ts';
import { createHarness } from '../../test/harness.ts';
import type { MemoryRequest } from '../worker/analyzer-request.ts';
import { gitIn } from './commits.ts';

/** Sizes of heaps that are tried, in MB. */
const HEAPS = [16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256, 384, 512, 1024];
/** Milliseconds that one call may take. */
const PATIENCE_MS = 120_000;

const answerSchema = z.object({ diagnostics: z.int(), notes: z.array(z.string()), heapBytes: z.int() });

interface Input {
  readonly name: string;
  readonly request: MemoryRequest;
}

const [folder = '', ...only] = process.argv.slice(2);
Object.assign(process.env, OFFLINE);

const hono = filesOf('honojs/hono', /^src\/.*\.tsx?$/);
const zod = filesOf('colinhacks/zod', /^packages\/zod\/(?:src\/.*\.ts|tsconfig\.json)$/);
const click = filesOf('pallets/click', /\.py$/);
const algorithms = filesOf('TheAlgorithms/Python', /\.py$/);

const INPUTS: Readonly<Record<string, readonly Input[]>> = {
  tsc: [
    { name: 'one file of hono', request: { checked: ['src/hono-base.ts'], texts: hono } },
    { name: '20 files of hono', request: { checked: sourcesOf(hono).slice(0, 20), texts: hono } },
    { name: 'all of hono but its tests', request: { checked: sourcesOf(hono), texts: hono } },
    { name: 'one file of zod', request: { checked: ['packages/zod/src/v4/core/schemas.ts'], texts: zod } },
    { name: 'all of zod but its tests', request: { checked: sourcesOf(zod), texts: zod } },
  ],
  ruff: [
    { name: 'a file of 148 KB', request: { checked: ['src/click/core.py'], texts: click } },
    { name: 'a file of 1.5 MB', request: one('a.py', Object.values(algorithms), 1_500_000) },
  ],
  biome: [
    { name: 'a file of 163 KB', request: { checked: ['packages/zod/src/v4/core/schemas.ts'], texts: zod } },
    {
      name: 'a file of 600 KB',
      request: one(
        'a.ts',
        sourcesOf(zod).map((path) => zod[path] ?? ''),
        600_000,
      ),
    },
  ],
  pyright: [
    { name: 'one file of click', request: { checked: ['src/click/core.py'], texts: click } },
    { name: 'all of click', request: { checked: Object.keys(click), texts: click } },
  ],
};

console.log('| analyzer | input | JavaScript heap, MB | WebAssembly, MB | ms | diagnostics |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [analyzer, inputs] of Object.entries(INPUTS)) {
  if (only.length > 0 && !only.includes(analyzer)) continue;
  for (const { name, request } of inputs) {
    const found = await leastHeap(analyzer, request);
    const cells =
      found === undefined
        ? ['more than all tried', '', '', '']
        : [found.heap, (found.heapBytes / 2 ** 20).toFixed(0), found.milliseconds.toFixed(0), found.diagnostics];
    console.log(`| ${[analyzer, name, ...cells].join(' | ')} |`);
    for (const note of found?.notes ?? []) console.log(`  ${note}`);
  }
}
process.exit(0);

type Answered = z.output<typeof answerSchema> & { readonly milliseconds: number };

/** Halves the sizes until the least is found. */
async function leastHeap(analyzer: string, request: MemoryRequest): Promise<(Answered & { heap: number }) | undefined> {
  let [low, high] = [0, HEAPS.length];
  let best: (Answered & { heap: number }) | undefined;
  while (low < high) {
    const middle = (low + high) >> 1;
    const heap = HEAPS[middle] ?? 0;
    const answer = await ask(analyzer, request, heap);
    if (answer === undefined) low = middle + 1;
    else {
      best = { ...answer, heap };
      high = middle;
    }
  }
  return best;
}

/** What the analyzer answers in a heap of that size; undefined when it ends. */
async function ask(analyzer: string, request: MemoryRequest, heap: number): Promise<Answered | undefined> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${heap}`;
  const entrypoint = `${analyzer[0]?.toUpperCase()}${analyzer.slice(1)}Engine`;
  const harness = createHarness({
    root: join(import.meta.dirname, '../..'),
    workers: [
      {
        config: {
          name: 'lemma-bench-memory',
          main: 'bench/worker/analyzer.ts',
          compatibility_date: '2026-11-01',
          services: [{ binding: 'ANALYZER', service: `lemma-${analyzer}`, entrypoint }],
        },
      },
      { configPath: configOf(`lemma-${analyzer}`) },
    ],
  });
  try {
    const { url } = await harness.listen();
    const started = performance.now();
    const response = await Promise.race([
      fetch(url, { method: 'POST', body: JSON.stringify(request) }).catch(() => undefined),
      delay(PATIENCE_MS, undefined, { ref: false }),
    ]);
    if (response?.ok !== true) return undefined;
    return { ...answerSchema.parse(await response.json()), milliseconds: performance.now() - started };
  } catch {
    return undefined;
  } finally {
    await harness.close();
  }
}

/** One file of as many texts as fit. */
function one(path: string, texts: readonly string[], most: number): MemoryRequest {
  let text = '';
  for (const each of texts) if (text.length + each.length < most) text += `${each}\n`;
  return { checked: [path], texts: { [path]: text } };
}

/** Texts of a clone's newest commit, by path. */
function filesOf(repository: string, wanted: RegExp): Readonly<Record<string, string>> {
  const git = gitIn(join(folder, repository.replace('/', '+'), 'repo'));
  const paths = git('ls-tree', '-r', '--name-only', 'HEAD')
    .split('\n')
    .filter((path) => wanted.test(path));
  return Object.fromEntries(paths.map((path) => [path, git('show', `HEAD:${path}`)]));
}

function sourcesOf(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(files).filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d)\.tsx?$|\/tests\//.test(path));
}
