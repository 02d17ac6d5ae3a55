/** Runs trial inputs under the first hypothesis that fits the function. */
import type { ArgumentType } from '../inputs/arguments.ts';
import type { Replayer } from './replayer.ts';
import type { Input, Property, TrialOutcome } from './trial.ts';
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

/** Where fewer inputs than this are admitted, further ones are made. */
const SCARCE = 40;

/** The inputs that are not among known ones. */
export function notAmong(known: readonly Input[], inputs: readonly Input[]): readonly Input[] {
  const seen = new Set(known.map((input) => JSON.stringify(input)));
  return inputs.filter((input) => !seen.has(JSON.stringify(input)));
}

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
  for (const { inputs, types, further } of hypotheses) {
    const isAssumed = types.some(({ assumption }) => assumption !== undefined);
    const isExcused = isAssumed && property.kind === 'contract';
    const outcomes: TrialOutcome[] = [];
    const runBatch = async (batch: readonly Input[]): Promise<readonly TrialOutcome[]> => {
      const start = outcomes.length;
      const raw = await replayer.run(property, batch);
      const judged = isExcused ? raw.map((outcome) => excused(outcome, raw)) : raw;
      outcomes.push(...judged.map((one) => (one.kind === 'repeated' ? { ...one, of: one.of + start } : one)));
      return raw;
    };
    const isDone = (): boolean =>
      outcomes.some(({ kind }) => kind === 'failed') ||
      outcomes.filter(({ kind }) => kind === 'limit').length > MOST_LIMITS;
    const [firstSize, ...sizes] = BATCHES;
    const first = await runBatch(inputs.slice(0, firstSize));
    const fits = !isAssumed || first.some((one) => one.kind !== 'rejected' && !isMisfit(one, first));
    if (!fits) continue;
    for (const size of sizes) {
      const batch = inputs.slice(outcomes.length, outcomes.length + size);
      if (!isDone() && batch.length > 0) await runBatch(batch);
    }
    const admitted = outcomes.filter(({ kind }) => kind !== 'rejected').length;
    if (!isDone() && admitted < SCARCE) await runBatch(notAmong(inputs, further?.() ?? []));
    return { outcomes, types };
  }
  return { outcomes: [], types: undefined };
}
