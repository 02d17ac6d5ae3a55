/** Looks longer for a difference on CPython, where neither the first inputs nor the normal forms have decided. */
import { proceed } from '../../lib/work.ts';
import { trialInputs } from '../replay/trials.ts';
import type { Vocabulary } from '../replay/vocabulary.ts';
import type { Run, Trials } from '../verify/run.ts';

/** Inputs tried in all. */
const MOST_INPUTS = 4000;
/** Inputs between two checkpoints. */
const BATCH = 500;
/** Calls, resumptions and jumps of one input: those that go on for long are many where one function never ends. */
const MOST_STEPS = 1000;

/** Runs further inputs through both functions until some differ; the figures of all trials. */
export async function tryFurther(run: Run, before: Trials, vocabulary: Vocabulary): Promise<Trials> {
  const { types } = before;
  const inputs = trialInputs(types, vocabulary, MOST_INPUTS).slice(before.tried);
  let trials = before;
  for (let start = 0; start < inputs.length && trials.failures.length === 0; start += BATCH) {
    await proceed(run.checkpoint, { done: 1, message: 'Further inputs run on CPython' });
    const outcomes = await run.replayer.run(run.property, inputs.slice(start, start + BATCH), MOST_STEPS);
    const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
    const held = outcomes.filter(({ kind }) => kind === 'held').length;
    const [tried, completed] = [trials.tried + outcomes.length, trials.completed + held];
    trials = { ...trials, failures, tried, completed };
  }
  return trials;
}
