/**
 * Which of four hypotheses about a planted fault is right, by execution alone. Engines are the real ones in plain Node; tests run on the machine's `python3` in place of an empty sandbox.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../../src/lib/object-name.ts';
import type { TestsOutcome } from '../../../src/python/tests/outcome.ts';
import { checkSchema } from '../../../src/reasoning/hypotheses/checks.ts';
import type { CheckContext } from '../../../src/reasoning/hypotheses/context.ts';
import { HYPOTHESIS_TYPES, type Tournament } from '../../../src/reasoning/hypotheses/service.ts';
import { testHypotheses } from '../../../src/reasoning/hypotheses/test-hypotheses.ts';
import { playBracket } from '../../../src/reasoning/hypotheses/tournament.ts';
import type { SyntaxApi } from '../../../src/syntax/service.ts';
import { parsedSyntax } from '../../../test/parsed.ts';
import { testsOutcome } from '../../../test/tests-outcome.ts';

const caseSchema = z.object({
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  function: z.string(),
  faulty: z.string(),
  true: z.string(),
  hypotheses: z.array(z.object({ id: z.string(), type: z.enum(HYPOTHESIS_TYPES), checks: z.array(checkSchema) })),
});
type Case = z.output<typeof caseSchema>;
type LoadedSymbolic = Awaited<ReturnType<typeof loadSymbolic>>;

/** Runs the functions of a test module that begin with `test`, and tells what became of them as JSON. */
const RUNNER = `
import json, os, sys, traceback
sys.path[:0] = ["src", "."]
here, told, failures, lines = os.getcwd() + os.sep, {}, [], {}
def trace(frame, event, arg):
    path = frame.f_code.co_filename
    if not os.path.abspath(path).startswith(here):
        return None
    if event == "line":
        lines.setdefault(os.path.abspath(path)[len(here):], set()).add(frame.f_lineno)
    return trace
sys.settrace(trace)
try:
    space = {"__name__": "test", "__file__": here + sys.argv[1]}
    exec(compile(open(sys.argv[1]).read(), here + sys.argv[1], "exec"), space)
    tests = {name: one for name, one in space.items() if name.startswith("test") and callable(one)}
except Exception as error:
    def broken(error=error): raise error
    tests = {"import": broken}
for name, test in tests.items():
    told[name] = "passed"
    try:
        test()
    except Exception as error:
        told[name] = "failed"
        own = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(here)]
        where = [own[-1].filename[len(here):], own[-1].lineno] if own else None
        failures.append({"id": name, "type": type(error).__name__, "message": str(error)[:300], "where": where})
sys.settrace(None)
executed = {path: sorted(some) for path, some in lines.items()}
print(json.dumps({"outcomes": told, "failures": failures, "executed": executed}))
`;

const runSchema = z.object({
  executed: z.record(z.string(), z.array(z.number())),
  outcomes: z.record(z.string(), z.enum(['passed', 'failed'])),
  failures: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      message: z.string(),
      where: z.tuple([z.string(), z.number()]).nullable(),
    }),
  ),
});

const owner = userId('bench');

/** Prints how many cases are decided rightly, wrongly and not, and what decided. */
export async function runHypotheses(args: readonly string[]): Promise<void> {
  const [clones = '', file = '', half = 'even', seconds = '10'] = args;
  const cases = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => caseSchema.parse(JSON.parse(line)))
    .filter((_, index) => half === 'all' || (index % 2 === 0) === (half === 'even'));

  const symbolic = await loadSymbolic();
  const syntax = await parsedSyntax();
  const counts = new Map<string, number>();
  const pairs = { all: 0, executed: 0 };
  const times: number[] = [];
  const count = (key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);

  for (const one of cases) {
    const root = mkdtempSync(join(tmpdir(), 'hypotheses-'));
    try {
      unpack(one, clones, root);
      const started = performance.now();
      const result = await played(one, { root, seconds: Number(seconds), symbolic, syntax });
      times.push(performance.now() - started);
      count(result.winner === undefined ? 'case undecided' : `case ${result.winner === one.true ? 'right' : 'wrong'}`);
      for (const { id, verdict } of result.tested) {
        const wanted = id === one.true ? 'confirmed' : 'refuted';
        count(`hypothesis ${id}: ${verdict === 'undecided' ? verdict : verdict === wanted ? 'right' : 'wrong'}`);
      }
      pairs.all += result.matches.length;
      pairs.executed += result.matches.filter(({ basis }) => basis === 'proved' || basis === 'executed').length;
      if (half === 'even' && result.winner !== one.true) tell(one, result);
    } finally {
      rmSync(root, { recursive: true });
    }
  }
  for (const [key, number] of [...counts].sort()) console.log(`${key}: ${number}`);
  console.log(`pairs decided by execution: ${pairs.executed} of ${pairs.all}`);
  times.sort((left, right) => left - right);
  const at = (share: number): number => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  console.log(`${times.length} cases (${half}); ms: p50 ${at(0.5)}, p95 ${at(0.95)}`);
}

/** Puts the repository into a folder, with the fault. */
function unpack({ repository, commit, path, faulty }: Case, clones: string, root: string): void {
  const clone = join(clones, repository.replace('/', '+'), 'repo');
  const folder = path.startsWith('src/') ? 'src' : (path.split('/')[0] ?? '');
  const archive = execFileSync('git', ['-C', clone, 'archive', commit, folder], {
    maxBuffer: 1 << 28,
    // a clone may lack blobs of other folders, of which git warns
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  writeFileSync(join(root, path), faulty);
}

interface Played {
  readonly root: string;
  readonly seconds: number;
  readonly symbolic: LoadedSymbolic;
  readonly syntax: SyntaxApi;
}

async function played(
  { hypotheses, path }: Case,
  { root, seconds, symbolic, syntax }: Played,
): Promise<Omit<Tournament, 'commit'>> {
  const context: CheckContext = {
    owner,
    symbolic: { checkClaim: (request, read, onProgress) => symbolic.engine.checkClaim(request, read, onProgress) },
    syntax,
    regions: new Map(),
    read: async (wanted) => textOf(join(root, wanted)),
    files: [path],
    runTests: async (changed, test) => run(root, changed, test),
    importModule: async () => testsOutcome({ '<check>': 'passed' }),
    timeoutSeconds: seconds,
    guardSeconds: 10,
    onProgress: async () => true,
  };
  const scope = { owner, workspace: 'bench', files: [path], functions: [] };
  const kinds = ['behaves_like', 'call', 'python_test'] as const;
  const request = { scope, hypotheses, kinds, timeoutSeconds: seconds, parallel: 1 };
  const tested = await testHypotheses(request, context, () => performance.now());
  return playBracket(request, tested, context);
}

function run(root: string, changed: ReadonlyMap<string, string>, test: string): TestsOutcome {
  const before = new Map([...changed.keys()].map((path) => [path, textOf(join(root, path))]));
  try {
    for (const [path, text] of changed) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const args = ['-B', '-c', RUNNER, test];
    const { stdout } = spawnSync('python3', args, { cwd: root, encoding: 'utf8', timeout: 10_000 });
    const told = stdout.trim().split('\n').at(-1) ?? '';
    if (told === '') return testsOutcome({}, [], 'The time of 10 s was over.');
    const { outcomes, failures, executed } = runSchema.parse(JSON.parse(told));
    const found = failures.map(({ where, ...rest }) => ({ ...rest, ...(where !== null && { where }) }));
    return { ...testsOutcome(outcomes, found), executed: missedOf(executed, root) };
  } finally {
    for (const [path, text] of before) {
      if (text === undefined) rmSync(join(root, path));
      else writeFileSync(join(root, path), text);
    }
  }
}

/** The lines of each file that did not run. */
function missedOf(executed: Readonly<Record<string, readonly number[]>>, root: string): TestsOutcome['executed'] {
  return new Map(
    Object.entries(executed).map(([path, ran]) => {
      const count = textOf(join(root, path))?.split('\n').length ?? 0;
      const missed = Array.from({ length: count }, (_, index) => index + 1).filter((line) => !ran.includes(line));
      return [path, { missed: missed.map((line) => [line, line] as const) }];
    }),
  );
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function tell({ repository, path, function: name }: Case, { tested }: Omit<Tournament, 'commit'>): void {
  console.log(`${repository} ${path} ${name}`);
  for (const { id, verdict, because, open } of tested)
    console.log(`  ${id}: ${verdict}: ${because.slice(0, 200)} ${open.join(' ').slice(0, 200)}`);
}
