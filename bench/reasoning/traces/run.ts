/**
 * `npm run bench -- traces <folder of clones> [--python <3.12 or later>] [--half tuned|held] [--misses]`: calls that reading a program finds,
 * against those that it makes when it runs (`observe.py`). The clones lie in `<folder>/<owner>+<name>/repo`; `programs.jsonl` names
 * the entries; without a call, it is the first one of the function's own examples. Every second program was not looked at while
 * reading was improved.
 *
 * Recall: of the pairs of caller and callee that ran below the entry, those that were read. Precision: of the pairs that were read
 * on lines that ran, those that ran; what a condition within a line skips counts against it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { CallCertainty, TraceAnswer } from '../../../src/reasoning/trace/service.ts';
import { parsedSyntax } from '../../../test/parsed.ts';
import { tracerOf } from '../../../test/traced.ts';

const programSchema = z.object({
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  function: z.string(),
  call: z.string().optional(),
});
type Program = z.output<typeof programSchema>;

const observedSchema = z.object({
  call: z.string().nullable(),
  ended: z.string(),
  edges: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  lines: z.array(z.tuple([z.string(), z.int()])),
});
type Observed = z.output<typeof observedSchema>;

/** Calls between an entry and what is still read: the most that the tool takes. */
const DEPTH = 50;

/** Pairs of one program, as texts. */
interface Compared {
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Read on lines that ran, with why they were believed. */
  readonly right: readonly string[];
  readonly wrong: readonly string[];
}

/** Prints recall and precision of each half. */
export async function runTraces(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      python: { type: 'string', default: 'python3' },
      half: { type: 'string' },
      misses: { type: 'boolean', default: false },
    },
  });
  const [clones = ''] = positionals;
  const programs = readPrograms();
  for (const half of ['tuned', 'held']) {
    if (values.half !== undefined && values.half !== half) continue;
    const own = programs.filter((_, index) => (index % 2 === 0) === (half === 'tuned'));
    const compared = await comparedPrograms(own, clones, values.python);
    if (values.misses) for (const [{ path, function: name }, pairs] of compared) tell(`${path} ${name}`, pairs);
    const sum = (list: keyof Compared) => compared.reduce((total, [, pairs]) => total + pairs[list].length, 0);
    const share = (part: number, rest: number) => `${((100 * part) / (part + rest)).toFixed(1)} % of ${part + rest}`;
    console.log(`${half}: ${compared.length} of ${own.length} programs ran`);
    console.log(`  recall ${share(sum('found'), sum('missed'))}, precision ${share(sum('right'), sum('wrong'))}`);
  }
}

function readPrograms(): readonly Program[] {
  return readFileSync(join(import.meta.dirname, 'programs.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => programSchema.parse(JSON.parse(line)));
}

async function comparedPrograms(
  programs: readonly Program[],
  clones: string,
  python: string,
): Promise<readonly (readonly [Program, Compared])[]> {
  const syntax = await parsedSyntax();
  const compared: (readonly [Program, Compared])[] = [];
  for (const group of Map.groupBy(programs, (each) => `${each.repository} ${folderOf(each)}`).values()) {
    const root = mkdtempSync(join(tmpdir(), 'traces-'));
    try {
      for (const program of group.slice(0, 1)) unpack(program, clones, root);
      const trace = await tracerOf(sources(root), syntax);
      for (const program of group) {
        const observed = observe(program, root, python);
        if (observed === undefined || observed.edges.length === 0) continue;
        const { path, function: functionName } = program;
        compared.push([program, compare(await trace({ path, functionName }, DEPTH), observed)]);
      }
    } finally {
      rmSync(root, { recursive: true });
    }
  }
  return compared;
}

/** The folder of a package, or of programs that stand by themselves. */
function folderOf({ path }: Program): string {
  const parts = path.split('/');
  return parts.slice(0, parts[0] === 'src' ? 2 : 1).join('/');
}

function unpack(program: Program, clones: string, root: string): void {
  const clone = join(clones, program.repository.replace('/', '+'), 'repo');
  const python = `:(glob)${folderOf(program)}/**/*.py`;
  const archive = execFileSync('git', ['-C', clone, 'archive', program.commit, python], {
    maxBuffer: 1 << 28,
    // A clone may lack blobs of other folders, of which git warns.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
}

function sources(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.py'));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function observe({ path, function: name, call }: Program, root: string, python: string): Observed | undefined {
  const request = JSON.stringify({ root, path, function: name, ...(call !== undefined && { call }) });
  const observer = join(import.meta.dirname, 'observe.py');
  const { stdout, stderr } = spawnSync(python, ['-B', observer, request], { encoding: 'utf8', timeout: 60_000 });
  if (stdout !== '') return observedSchema.parse(JSON.parse(stdout));
  console.error(`${path} ${name}: ${stderr.trim().split('\n').at(-1)}`);
  return undefined;
}

function compare({ functions, calls }: TraceAnswer, { edges, lines }: Observed): Compared {
  const ran = new Set(edges.map((edge) => edge.join(' ')));
  const linesRun = new Set(lines.map(([path, line]) => `${path}:${line}`));
  const read = new Map<string, { readonly isOnLine: boolean; readonly why: `${CallCertainty}: ${string}` }>();
  for (const { from, to, path, line, certainty, reason } of calls) {
    const [caller, callee] = [functions[from], functions[to]];
    const pair = `${caller?.path} ${caller?.name} ${callee?.path} ${callee?.name}`;
    const isOnLine = linesRun.has(`${path}:${line}`) || read.get(pair)?.isOnLine === true;
    read.set(pair, { isOnLine, why: `${certainty}: ${reason}` });
  }
  const onLines = [...read].filter(([, { isOnLine }]) => isOnLine);
  return {
    found: [...ran].filter((pair) => read.has(pair)),
    missed: [...ran].filter((pair) => !read.has(pair)),
    right: onLines.filter(([pair]) => ran.has(pair)).map(([pair]) => pair),
    wrong: onLines.filter(([pair]) => !ran.has(pair)).map(([pair, { why }]) => `${pair} (${why})`),
  };
}

function tell(title: string, { missed, wrong }: Compared): void {
  if (missed.length + wrong.length > 0) console.log(title);
  for (const pair of missed) console.log(`  missed: ${pair}`);
  for (const pair of wrong) console.log(`  wrong: ${pair}`);
}
