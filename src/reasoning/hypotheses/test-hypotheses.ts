/** Runs the checks of hypotheses, and judges them by what came of it. */
import { proceed } from '../../lib/work.ts';
import type { Check } from './checks.ts';
import type { CheckContext } from './context.ts';
import { runCheck } from './run-check.ts';
import type { CheckOutcome, HypothesesRequest, Hypothesis, Tested } from './service.ts';
import { judge } from './verdict.ts';

/** Seconds by which one check of the symbolic engine, or one run, is scaled at least. */
const LEAST_SECONDS = 2;

/** Runs every check once, also where hypotheses share it. In the order of the request; `clock` tells milliseconds. */
export async function testHypotheses(
  { hypotheses, kinds, parallel, timeoutSeconds }: HypothesesRequest,
  context: CheckContext,
  clock: () => number,
): Promise<readonly Tested[]> {
  const runs = new Map<string, Promise<CheckOutcome>>();
  const shared = sharing(context);
  let done = 0;
  const test = async ({ id, type, checks }: Hypothesis): Promise<Tested> => {
    const started = clock();
    const outcomes: CheckOutcome[] = [];
    const share = Math.max(LEAST_SECONDS, Math.floor(timeoutSeconds / Math.max(1, checks.length)));
    for (const check of checks) {
      await proceed(context.onProgress, { done, total: hypotheses.length, message: `hypothesis ${id}` });
      outcomes.push(await once(runs, check, () => runCheck(check, kinds, { ...shared, timeoutSeconds: share })));
    }
    done++;
    return { id, ...judge(type, outcomes), outcomes, seconds: Math.max(0, clock() - started) / 1000 };
  };
  return pooled(hypotheses, parallel, test);
}

/** What came of the same check before, with what this one says of it. */
async function once(
  runs: Map<string, Promise<CheckOutcome>>,
  check: Check,
  run: () => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const { expects, ...rest } = check;
  const key = JSON.stringify(rest);
  const known = runs.get(key);
  const running = known ?? run();
  if (known === undefined) runs.set(key, running);
  const found = await running;
  const { outcome } = found;
  const says = outcome === 'holds' ? expects.holds : outcome === 'fails' ? expects.fails : undefined;
  return { ...found, says: says ?? 'nothing' };
}

/** The same context, where what several checks run is run once. */
function sharing(context: CheckContext): CheckContext {
  const runs = new Map<string, ReturnType<CheckContext['runTests']>>();
  const once = (key: string, run: () => ReturnType<CheckContext['runTests']>) => {
    const known = runs.get(key) ?? run();
    runs.set(key, known);
    return known;
  };
  return {
    ...context,
    runTests: (changed, file, seconds) =>
      once(JSON.stringify(['tests', ...changed]), () => context.runTests(changed, file, seconds)),
    importModule: (file, seconds) => once(JSON.stringify(['import', file]), () => context.importModule(file, seconds)),
  };
}

/** Does the work for each item, of at most `parallel` at once; results are in the order of the items. */
async function pooled<Item, Result>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.set(next[0], await work(next[1]));
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}
