/** Runs trial inputs under the first hypothesis that fits the function. */
import type { Replayer } from './replayer.ts';
import type { Property, TrialOutcome } from './trial.ts';
import type { Hypothesis } from './trials.ts';

/** Outcomes under the assumptions that they rest on. */
export interface TrialReport {
  readonly outcomes: readonly TrialOutcome[];
  readonly assumptions: readonly string[];
}

/** Whether the input can have been of the wrong type: it ended in TypeError or AttributeError. */
function isMisfit(outcome: TrialOutcome, all: readonly TrialOutcome[]): boolean {
  switch (outcome.kind) {
    case 'held':
    case 'failed':
    case 'rejected':
      return outcome.misfit;
    case 'repeated': {
      const original = all[outcome.of];
      return original !== undefined && isMisfit(original, all);
    }
    case 'limit':
    case 'unstable':
    case 'unusable':
      return false;
  }
}

/** Under an assumption a TypeError or AttributeError is no failure of a contract, since the input may be at fault. */
function excused(outcome: TrialOutcome, all: readonly TrialOutcome[]): TrialOutcome {
  const isFailure = outcome.kind === 'failed' || outcome.kind === 'repeated';
  if (!isFailure || !isMisfit(outcome, all)) return outcome;
  return { kind: 'rejected', note: 'It may be of a type that the function is not made for.', misfit: true };
}

/**
 * Runs the hypotheses in turn until one fits, that is until some admitted input ends otherwise than in TypeError or
 * AttributeError. Without a fitting hypothesis there are no outcomes.
 * @throws ToolFailure for a fault that `Replayer.prepare` reports
 */
export async function runTrials(
  replayer: Replayer,
  property: Property,
  hypotheses: readonly Hypothesis[],
): Promise<TrialReport> {
  for (const { inputs, assumptions } of hypotheses) {
    const outcomes = await replayer.run(property, inputs);
    if (assumptions.length === 0) return { outcomes, assumptions };
    const fits = outcomes.some((outcome) => outcome.kind !== 'rejected' && !isMisfit(outcome, outcomes));
    if (!fits) continue;
    const excuses = property.kind === 'contract';
    return { outcomes: excuses ? outcomes.map((outcome) => excused(outcome, outcomes)) : outcomes, assumptions };
  }
  return { outcomes: [], assumptions: [] };
}
