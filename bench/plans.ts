/** Plans of 10 to 5,000 steps: each operation through the front and in the engine alone, and the tokens of its answer. */
import { userId } from '../src/lib/object-name.ts';
import { countTokens } from '../src/lib/tokens/count.ts';
import { PlanBook } from '../src/planning/book.ts';
import { act, completable, conclude } from '../src/planning/operations/acting.ts';
import { editPlan } from '../src/planning/operations/editing.ts';
import { nextOf, statusOf } from '../src/planning/operations/reporting.ts';
import { draftSchema } from '../src/planning/plan.ts';
import { PLAN_SCHEMA } from '../src/planning/store/schema.ts';
import { planOf, stepChangeSchema } from '../src/planning/versions/edit.ts';
import { createDatabase } from '../test/sqlite.ts';
import { type Benchmark, type FrontFetch, type Measurement, median } from './benchmark.ts';
import { callTool, trivialTool } from './calls.ts';

const SIZES = [10, 100, 1_000, 5_000];
/** Calls of each operation: a user may make 600 a minute. */
const CALLS = 14;

const stepsOf = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    number: index + 1,
    description: `Change what module ${index} does, and test it`,
    type: 'file_edit',
    dependencies: index < 5 ? [] : [...new Set([index - 4, 1 + ((index * 7919) % (index - 4))])],
    files_affected: [`package/module_${index}.py`],
    estimated_duration_ms: 60_000 + (index % 7) * 1_000,
  }));

export default {
  title: 'Operations on plans: median and 95th percentile',
  unit: 'ms',
  async run(front, inside) {
    const trivial = await sampled(() => trivialTool(front));
    const rows: Measurement[] = [];
    await callTool(front, 'put_files', { files: [{ path: 'a.py', content: 'a = 1\n' }] });
    for (const size of SIZES) {
      const before = inside.residentMegabytes();
      for (const [name, times] of [...(await throughFront(front, size)), ...(await inEngine(size))])
        rows.push(...rowsOf(`${name}, ${size} steps`, times));
      const after = inside.residentMegabytes();
      if (before !== undefined && after !== undefined)
        console.log(`${size} steps: the process occupies ${Math.round(after - before)} MB more than before`);
    }
    return [{ name: 'a tool that does nothing', value: median(trivial) }, ...rows];
  },
} satisfies Benchmark;

type Times = readonly (readonly [name: string, samples: readonly number[]])[];

async function throughFront(front: FrontFetch, size: number): Promise<Times> {
  const { id: plan_id } = await callTool(front, 'save_plan', { plan: { goal: 'A benchmark', steps: stepsOf(size) } });
  const tokens = new Map<string, number>();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const answer = await callTool(front, name, { plan_id, ...args });
    tokens.set(name, countTokens(JSON.stringify(answer)));
    return answer;
  };
  let round = 0;
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    next_steps: () => call('next_steps'),
    get_plan_status: () => call('get_plan_status'),
    load_plan: () => call('load_plan'),
    update_plan: () =>
      call('update_plan', { change_steps: [{ step_number: 1 + (round++ % size), details: `Round ${round}` }] }),
    'start_step and fail_step': async () => {
      await call('start_step', { step_number: 1 });
      await call('fail_step', { step_number: 1, error: 'Not now.' });
    },
    compare_plan_versions: () => call('compare_plan_versions', { from_version: 1 }),
    export_plan: () => call('export_plan'),
  };
  const times: [string, readonly number[]][] = [];
  for (const [name, operation] of Object.entries(operations)) times.push([name, await sampled(operation)]);
  console.log(`${size} steps, tokens: ${Array.from(tokens, ([name, count]) => `${name} ${count}`).join(', ')}`);
  return times;
}

async function inEngine(size: number): Promise<Times> {
  const book = new PlanBook(createDatabase(PLAN_SCHEMA));
  const { steps, ...head } = draftSchema.parse({ goal: 'A benchmark', steps: stepsOf(size) });
  const id = 'plan-bench';
  book.begin({ id, owner: userId('bench'), workspace: 'w', branch: id }, planOf(head, steps, book.newIds(id)), {
    user: 'bench',
  });
  const by = { user: 'bench' };
  let done = 0;
  const edit = { head: {}, add: [], remove: [], reconnect: false, order: [] };
  return [
    ['next_steps, engine', await sampled(async () => nextOf(book, 5, { drifts: [] }))],
    ['status, engine', await sampled(async () => statusOf(book, { offset: 0, limit: 15 }, { drifts: [] }))],
    [
      'one step begun and completed, engine',
      await sampled(async () => {
        const [step] = nextOf(book, 1, { drifts: [] }).steps;
        if (step === undefined) return;
        const { number } = step.step;
        act(book, { kind: 'start', step: number, leaseMs: 1_000, reopen: false }, { by });
        conclude(book, completable(book, number, by), { at: 0, by, outcome: 'passed', results: [] }, []);
      }),
    ],
    [
      'one step changed, engine',
      await sampled(async () => {
        const change = [stepChangeSchema.parse({ step_number: size, details: `Round ${done++}` })];
        editPlan(book, { ...edit, change }, { by });
      }),
    ],
  ];
}

async function sampled(work: () => Promise<unknown>): Promise<readonly number[]> {
  await work();
  const samples: number[] = [];
  for (let index = 0; index < CALLS; index++) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return samples;
}

function rowsOf(name: string, samples: readonly number[]): readonly Measurement[] {
  const sorted = samples.toSorted((left, right) => left - right);
  const value = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return [
    { name, value: median(samples) },
    { name: `${name}, 95th percentile`, value },
  ];
}
