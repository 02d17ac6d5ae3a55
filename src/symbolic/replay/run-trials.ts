/** Runs trial inputs under the first hypothesis that fits the function. */
import type { ArgumentType } from '../inputs/arguments.ts';
import type { Replayer } from './replayer.ts';
import type { Property, TrialOutcome } from './trial.ts';
import type { Hypothesis } from './trials.ts';

/** Outcomes, and the types of the arguments that they rest on. */
export interface TrialReport {
  readonly outcomes: readonly TrialOutcome[];
  /** Undefined where no hypothesis about them fits. */
  readonly types: readonly ArgumentType[] | undefined;
}

/** Inputs of the first batch and, while nothing fails, of the further ones. */
const BATCHES = [60, 140, 400] as const;

/** Inputs that may run to their step limit before no further batch is tried. */
const MOST_LIMITS = 12;

/** Whether the input can have been of the wrong type: it ended in TypeError or AttributeError. */
export function isMisfit(outcome: TrialOutcome, all: readonly TrialOutcome[]): boolean {
  switch (outcome.kind) {
    case 'held':
    case 'failed':
    case 'observed':
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
 * AttributeError. Its inputs are run in batches until some fail. Without a fitting hypothesis there are no outcomes.
 * @throws ToolFailure for a fault that `Replayer.prepare` reports
 */
export async function runTrials(
  replayer: Replayer,
  property: Property,
  hypotheses: readonly Hypothesis[],
): Promise<TrialReport> {
  for (const { inputs, types } of hypotheses) {
    const isAssumed = types.some(({ assumption }) => assumption !== undefined);
    const outcomes: TrialOutcome[] = [];
    for (const size of BATCHES) {
      const start = outcomes.length;
      const batch = await replayer.run(property, inputs.slice(start, start + size));
      const isExcused = isAssumed && property.kind === 'contract';
      const judged = isExcused ? batch.map((outcome) => excused(outcome, batch)) : batch;
      outcomes.push(...judged.map((one) => (one.kind === 'repeated' ? { ...one, of: one.of + start } : one)));
      const fits = !isAssumed || batch.some((one) => one.kind !== 'rejected' && !isMisfit(one, batch));
      if (start === 0 && !fits) break;
      if (judged.some(({ kind }) => kind === 'failed') || outcomes.length >= inputs.length) return { outcomes, types };
      const isCostly = outcomes.filter(({ kind }) => kind === 'limit').length > MOST_LIMITS;
      if (isCostly || size === BATCHES.at(-1)) return { outcomes, types };
    }
  }
  return { outcomes: [], types: undefined };
}
