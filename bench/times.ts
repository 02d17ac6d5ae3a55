/**
 * `npm run bench -- times`: how long verdicts take, as a multiple of `timeout_seconds`: CPU time of this thread, which is
 * what they take on a machine of their own. `-- times 5` asks with 5 seconds only, `-- times <cases.jsonl>`
 * about 150 cases of a file at 5 seconds; further words are parts of the names that are asked about.
 */
import { readFileSync } from 'node:fs';
import { parseCases } from '../scripts/lib/corpus/cases.ts';
import { loadSolvers } from '../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../scripts/lib/node-symbolic.ts';
import type { SmtBackend } from '../src/symbolic/smt/backend.ts';
import { seedOf } from '../test/generated.ts';
import { INPUTS, type TimedInput } from './times/inputs.ts';

const SAMPLE = 150;
const SAMPLE_SECONDS = 5;
const SLOWEST = 12;

/** Seconds of a question, and of those that CPython and the solver took. */
interface Timing {
  readonly name: string;
  readonly timeout: number;
  readonly total: number;
  readonly cpython: number;
  readonly solver: number;
  readonly status: string;
}

/** What the parts of the engine have taken since it was started. */
interface Clock {
  cpython: number;
  solver: number;
}

/** Prints a line for each question, and the percentiles of all. */
export async function runTimes(words: readonly string[]): Promise<void> {
  const clock: Clock = { cpython: 0, solver: 0 };
  const engine = await timedEngine(clock);
  await engine.check('def f(x: int) -> int:\n    """post: True"""\n    return x\n', 'f', 1);
  const files = words.filter((word) => word.endsWith('.jsonl'));
  const asked = words.map(Number).filter((seconds) => seconds > 0);
  const parts = words.filter((word) => !files.includes(word) && !(Number(word) > 0));
  const matches = ({ name }: TimedInput) => parts.length === 0 || parts.some((part) => name.includes(part));
  const inputs = files.length === 0 ? INPUTS : files.flatMap(sampled);
  const timeouts = asked.length > 0 ? asked : files.length > 0 ? [SAMPLE_SECONDS] : [1, 5, 10];
  const timings: Timing[] = [];
  for (const timeout of timeouts) {
    for (const input of inputs.filter(matches)) {
      const timing = await timed(engine, clock, input, timeout);
      timings.push(timing);
      if (files.length === 0) console.log(lineOf(timing));
    }
    console.log(
      summary(
        `${timeout} s`,
        timings.filter((one) => one.timeout === timeout),
      ),
    );
  }
  if (files.length > 0) {
    const slowest = [...timings].sort((a, b) => ratioOf(b) - ratioOf(a)).slice(0, SLOWEST);
    for (const timing of slowest) console.log(lineOf(timing));
  }
  console.log(summary('all', timings));
}

async function timedEngine(clock: Clock): Promise<NodeSymbolic> {
  const [kernel, solvers] = await Promise.all([bootNodeKernel(), loadSolvers()]);
  const smt: SmtBackend = {
    check: (...request) => during(clock, 'solver', () => solvers.check(...request)),
    turn: async (pace) => {
      const turn = await solvers.turn(pace);
      return {
        checkAtOnce: (...request) => {
          const started = process.threadCpuUsage();
          try {
            return turn.checkAtOnce(...request);
          } finally {
            clock.solver += secondsSince(started);
          }
        },
        end: () => turn.end(),
      };
    },
  };
  return loadSymbolic({
    smt,
    cpython: {
      harness: kernel.harness,
      evaluate: (request) => during(clock, 'cpython', () => kernel.evaluate(request)),
    },
  });
}

function secondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1e6;
}

async function during<T>(clock: Clock, part: keyof Clock, work: () => Promise<T>): Promise<T> {
  const started = process.threadCpuUsage();
  try {
    return await work();
  } finally {
    clock[part] += secondsSince(started);
  }
}

async function timed(engine: NodeSymbolic, clock: Clock, input: TimedInput, timeout: number): Promise<Timing> {
  const before = { ...clock };
  const started = process.threadCpuUsage();
  const { status } = await answerOf(engine, input, timeout);
  const total = secondsSince(started);
  const { name } = input;
  return {
    name,
    timeout,
    total,
    status,
    cpython: clock.cpython - before.cpython,
    solver: clock.solver - before.solver,
  };
}

function answerOf(engine: NodeSymbolic, input: TimedInput, timeout: number): Promise<{ readonly status: string }> {
  const { code, functionName } = input;
  switch (input.tool) {
    case 'check':
      return engine.check(code, functionName, timeout);
    case 'find':
      return engine.find(code, functionName, input.exceptionType, timeout);
    case 'compare':
      return engine.compare(code, functionName, input.other, { timeoutSeconds: timeout });
  }
}

/** Cases of a file, other ones each day. */
function sampled(path: string): readonly TimedInput[] {
  const all = parseCases(readFileSync(path, 'utf8')).flatMap((one): readonly TimedInput[] => {
    const { id: name, code, function: functionName, exception_type: exceptionType, function_b: other } = one;
    if (one.tool === 'symbolic_check') return [{ tool: 'check', name, code, functionName }];
    if (one.tool === 'find_path_to_exception' && exceptionType !== undefined)
      return [{ tool: 'find', name, code, functionName, exceptionType }];
    if (one.tool === 'compare_functions' && other !== undefined)
      return [{ tool: 'compare', name, code, functionName, other }];
    return [];
  });
  const rank = (index: number) => Math.imul(seedOf(index) ^ (seedOf(index) >>> 15), 0x2c1b3c6d) >>> 0;
  return all
    .map((input, index) => ({ input, rank: rank(index) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SAMPLE)
    .map(({ input }) => input);
}

function ratioOf({ total, timeout }: Timing): number {
  return total / timeout;
}

function lineOf(timing: Timing): string {
  const { name, timeout, total, cpython, solver, status } = timing;
  const own = total - cpython - solver;
  const parts = [cpython, solver, own].map((seconds) => seconds.toFixed(1).padStart(8)).join('');
  return `  ${name.slice(0, 44).padEnd(46)}${String(timeout).padStart(3)} s${total.toFixed(1).padStart(8)}${ratioOf(timing).toFixed(2).padStart(8)} x${parts}  ${status}`;
}

function summary(what: string, timings: readonly Timing[]): string {
  const ratios = timings.map(ratioOf).sort((a, b) => a - b);
  const at = (share: number) => (ratios[Math.ceil(share * ratios.length) - 1] ?? 0).toFixed(2);
  const late = ratios.filter((ratio) => ratio > 1.5).length;
  return `${what}: ${ratios.length} questions, time over timeout p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}; ${late} beyond 1.5`;
}
