/** Runs the checks of hypotheses, and judges them by what came of it. */
import { proceed } from '../../lib/work.ts';
import type { HypothesisCheck } from './checks.ts';
import type { CheckContext } from './context.ts';
import { runCheck } from './run-check.ts';
import type { CheckOutcome, HypothesesRequest, Hypothesis, Tested } from './service.ts';
import { judge } from './verdict.ts';

/** Seconds by which one check of the symbolic engine, or one run, is scaled at least. */
const LEAST_SECONDS = 2;

const PREDICTED = 'A prediction that comes true does not exclude other causes.';

/** Runs every check once, also where hypotheses share it. In the order of the request; `clock` tells milliseconds. */
export async function testHypotheses(
  { hypotheses, kinds, parallel, timeoutSeconds }: HypothesesRequest,
  context: CheckContext,
  clock: () => number,
): Promise<readonly Tested[]> {
  const runs = new Map<string, Promise<CheckOutcome>>();
  const shared = sharing(context);
  let done = 0;
  const test = async ({ id, type, checks, predictions = [] }: Hypothesis): Promise<Tested> => {
    const started = clock();
    const outcomes: CheckOutcome[] = [];
    const all = [...checks, ...predictions];
    const share = Math.max(LEAST_SECONDS, Math.floor(timeoutSeconds / Math.max(1, all.length)));
    for (const check of all) {
      await proceed(context.onProgress, { done, total: hypotheses.length, message: `hypothesis ${id}` });
      const outcome = await once(runs, check, () => runCheck(check, kinds, { ...shared, timeoutSeconds: share }));
      const isMet = predictions.includes(check) && outcome.outcome === 'holds';
      outcomes.push(isMet ? { ...outcome, weak: outcome.weak ?? PREDICTED } : outcome);
    }
    done++;
    return { id, ...judge(type, outcomes), outcomes, seconds: Math.max(0, clock() - started) / 1000 };
  };
  return pooled(hypotheses, parallel, test);
}

/** By which checks are the same, whatever their outcomes say. */
export function keyOf({ expects: _, ...rest }: HypothesisCheck): string {
  return JSON.stringify(rest);
}

/** What came of the same check before, with what this one says of it. */
async function once(
  runs: Map<string, Promise<CheckOutcome>>,
  check: HypothesisCheck,
  run: () => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const { expects } = check;
  const key = keyOf(check);
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
    runTests: (changed, file, seconds, attempt) =>
      once(JSON.stringify([attempt, ...changed]), () => context.runTests(changed, file, seconds, attempt)),
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
