/** The workspace's tools at 1, 25 and 200 MB of code, next to a tool that does nothing, and ripgrep on the same files. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Benchmark, type FrontFetch, type Measurement, median } from './benchmark.ts';
import { callTool, trivialTool } from './calls.ts';
import { pushAndIndex, ripgrep } from './workspace/push.ts';
import { type BenchRepository, commitAll, git, repositoryOf } from './workspace/repositories.ts';

const SIZES = [1, 25, 200];
/** Rounds over all calls of a tool. */
const ROUNDS = 5;
/** Files of the change that is pushed. */
const CHANGED_FILES = 10;

/** Questions of several kinds: common and rare words, identifiers, sentences. */
const QUESTIONS = [
  'parse an email address',
  'how are errors of a schema formatted for display',
  'return value',
  'validate a date string with offset and precision',
  'where is the connection closed after a timeout',
  'optional default',
  'discriminated union of objects',
  'template',
  'convert a query string to an object',
  'recursive type that refers to itself',
];
const NAMES = ['parse', 'ZodString', 'optional', 'get', 'toJSONSchema', 'safeParse'];
const LITERALS = ['safeParse(', 'discriminatedUnion', 'throw new Error', 'TODO'];

/** Calls of each tool. */
const CALLS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  semantic_search: QUESTIONS.map((query) => ({ query })),
  codebase_retrieval: QUESTIONS.map((query) => ({ query, options: { top_k: 10 } })),
  get_context_for_prompt: QUESTIONS.map((query) => ({ query })),
  find_symbol: NAMES.map((name) => ({ name })),
  find_references: NAMES.map((name) => ({ name })),
  call_graph: ['safeParse', 'toJSONSchema'].map((name) => ({ name })),
  repo_map: [{}],
  search_code: LITERALS.map((pattern) => ({ pattern })),
  'search_code, regex': ['throw new \\w+Error\\(', 'def \\w+_url\\('].map((pattern) => ({ pattern, regex: true })),
  get_file: [{ path: 'zod/src/v4/classic/schemas.ts' }],
  git_commit_retrieval: [{ query: 'files' }],
  index_status: [{ limit: 10 }],
  get_workspace_info: [{}],
};

export default {
  title: 'Tools of a workspace, through the front: median and 95th percentile',
  unit: 'ms',
  async run(front, inside) {
    const trivial = median(await times(() => trivialTool(front), 30));
    const rows: Measurement[] = [];
    for (const size of SIZES) {
      const repository = repositoryOf(size);
      const workspace = `tools-${size}`;
      await pushAndIndex(inside, front, repository, workspace);
      for (const [title, calls] of Object.entries(CALLS)) {
        const [name = title] = title.split(',');
        const samples = await callAll(front, name, calls, workspace);
        rows.push({ name: `${size} MB: ${title}, p50`, value: median(samples) });
        rows.push({ name: `${size} MB: ${title}, p95`, value: percentile95(samples) });
      }
      rows.push(...(await againstRipgrep(front, repository, workspace)));
      rows.push({
        name: `${size} MB: index of ${CHANGED_FILES} changed files`,
        value: await change(repository, workspace),
      });
    }
    return [{ name: 'a tool that does nothing, p50', value: trivial }, ...rows];

    /** Milliseconds from the end of a push of changed files until searches have them. */
    async function change(repository: BenchRepository, workspace: string): Promise<number> {
      const paths = git(repository.folder, 'ls-files', 'zod/src/*.ts').split('\n').slice(0, CHANGED_FILES);
      for (const path of paths) appendFileSync(join(repository.folder, path), '\nexport const added = 1;\n');
      commitAll(repository.folder, 'Change some files');
      try {
        return 1000 * (await pushAndIndex(inside, front, repository, workspace)).index;
      } finally {
        git(repository.folder, 'reset', '--hard', '--quiet', 'HEAD~1');
      }
    }
  },
} satisfies Benchmark;

async function againstRipgrep(
  front: FrontFetch,
  { name, folder }: BenchRepository,
  workspace: string,
): Promise<readonly Measurement[]> {
  const rows: Measurement[] = [];
  for (const pattern of LITERALS) {
    const found = ripgrep(folder, pattern);
    if (found === undefined) return [];
    const ms = median(await times(async () => void ripgrep(folder, pattern), ROUNDS));
    const ours = median(await callAll(front, 'search_code', [{ pattern }], workspace));
    rows.push({ name: `${name}: ${JSON.stringify(pattern)}, ripgrep (${found.lines} lines)`, value: ms, baseline: ms });
    rows.push({ name: `${name}: ${JSON.stringify(pattern)}, search_code (first 50)`, value: ours, baseline: ms });
  }
  return rows;
}

async function callAll(
  front: FrontFetch,
  name: string,
  calls: readonly Record<string, unknown>[],
  workspace: string,
): Promise<readonly number[]> {
  const samples: number[] = [];
  for (const args of calls) {
    samples.push(...(await times(() => callTool(front, name, { ...args, workspace }), ROUNDS)));
  }
  return samples;
}

/** Milliseconds of each of `count` calls; the first ones count too. */
async function times(work: () => Promise<unknown>, count: number): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return samples;
}

function percentile95(samples: readonly number[]): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}
