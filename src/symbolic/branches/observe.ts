/** Runs inputs on CPython and keeps which sides of decisions they take. */
import { argumentHypotheses } from '../inputs/arguments.ts';
import { isMisfit } from '../replay/run-trials.ts';
import type { Input, TrialOutcome } from '../replay/trial.ts';
import { trialInputs } from '../replay/trials.ts';
import { adoptHypothesis, type Run, vocabularyOfSubject } from '../verify/run.ts';
import type { Example, Sides } from './sides.ts';

/** Inputs of the first batch and, while sides are open, of the next one. */
const BATCHES = [60, 140] as const;
/** Where the inputs begin that are run last. */
const EARLY_INPUTS = 200;

/** Runs inputs, and keeps them as examples of the sides that they are the first to take. */
export async function observe(
  { replayer, property }: Run,
  sides: Sides,
  inputs: readonly Input[],
  foundBy: Example['foundBy'],
): Promise<readonly TrialOutcome[]> {
  const outcomes = await replayer.run(property, inputs);
  keepExamples(sides, outcomes, foundBy);
  return outcomes;
}

/** Keeps inputs as examples of the sides that they were seen to take. */
export function keepExamples(sides: Sides, outcomes: readonly TrialOutcome[], foundBy: Example['foundBy']): void {
  for (const outcome of outcomes) {
    if (outcome.kind !== 'observed' || outcome.example === undefined) continue;
    for (const { decision, side } of outcome.sides) sides.see(decision, side, { ...outcome.example, foundBy });
  }
}

/**
 * Observes boundary inputs while sides are open, under every hypothesis about unannotated parameters: what an input takes is
 * a fact, whatever its type. The first hypothesis that fits gives the run's subject its types.
 */
export async function observeBoundaries(run: Run, sides: Sides): Promise<void> {
  const vocabulary = vocabularyOfSubject(run.subject);
  let isAdopted = false;
  for (const types of argumentHypotheses(run.subject.definition, run.owner, run.subject.scope)) {
    const inputs = trialInputs(types, vocabulary);
    let fits = false;
    let start = 0;
    for (const size of BATCHES) {
      if (start >= inputs.length || sides.open.length === 0) break;
      await run.pace.begin('Boundary inputs run on CPython');
      const batch = await observe(run, sides, inputs.slice(start, start + size), 'trial');
      start += size;
      fits ||= batch.some((outcome) => outcome.kind !== 'rejected' && !isMisfit(outcome, batch));
      if (!fits || isAdopted) break;
    }
    if (fits && !isAdopted) {
      adoptHypothesis(run, types, inputs);
      isAdopted = true;
    }
  }
}

/** Observes the boundary inputs that are left, for sides that nothing else has decided. */
export async function observeFurther(run: Run, sides: Sides): Promise<void> {
  await run.pace.begin('More inputs run on CPython');
  const inputs = trialInputs(run.subject.types, vocabularyOfSubject(run.subject));
  await observe(run, sides, inputs.slice(EARLY_INPUTS), 'trial');
}
