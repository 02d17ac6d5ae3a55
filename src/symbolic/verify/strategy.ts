/** The order in which ways to decide are tried: unrolling first, and induction where loops run beyond it. */

import { SAMPLES } from '../execute/closed-forms.ts';
import type { Limits } from '../machine/limits.ts';
import type { Reason } from '../service.ts';
import { changedElsewhere } from './changed-elsewhere.ts';
import { EarlierCalls } from './earlier-calls.ts';
import type { Exploration } from './exploration.ts';

import { keepsItsWord } from './recursion.ts';
import { exploreInSlices, type Run } from './run.ts';
import { type PathEnd, type Settlement, settleEnds } from './verdict.ts';

/** How a request ended up. */
export type Decision =
  /** The function cannot be explored. */
  | { readonly kind: 'obstacle'; readonly reason: Reason }
  /** No input meets the preconditions. */
  | { readonly kind: 'weak'; readonly exploration: Exploration; readonly steps: number }
  | {
      readonly kind: 'settled';
      readonly exploration: Exploration;
      readonly settlement: Settlement;
      readonly steps: number;
    };

/**
 * Decides about the first call of the function and, where nothing goes wrong in it and it or another function changes the module's
 * state, about a call after any number of others.
 */
export async function decide(run: Run, endsOf: (exploration: Exploration) => readonly PathEnd[]): Promise<Decision> {
  const first = await decideCall(run, endsOf);
  if (first.kind !== 'settled') return first;
  const { exploration, settlement } = first;
  const isOpen = settlement.counterexamples.length > 0 || settlement.reasons.length > 0;
  if (isOpen) return first;
  const { module, definition } = run.subject;
  if (changedElsewhere(module, definition).size === 0 && !new EarlierCalls().learn(exploration)) return first;
  return decideCall({ ...run, subject: { ...run.subject, isLaterCall: true } }, endsOf);
}

/**
 * Explores the function and settles the ends that `endsOf` makes questions of. Where unrolling does not reach the end of a loop,
 * induction is tried before the unrolled paths are settled, and behind them where only inputs beyond some size are left; it
 * counts only if it decides everything.
 */
async function decideCall(run: Run, endsOf: (exploration: Exploration) => readonly PathEnd[]): Promise<Decision> {
  const explored = await exploreInSlices(run, run.limits, endsOf);
  if ('obstacle' in explored) return { kind: 'obstacle', reason: explored.obstacle };
  const { exploration, made: ends, steps } = explored;
  if (exploration.entry === undefined) return { kind: 'weak', exploration, steps };
  const isUnrolled = exploration.cuts.some(
    ({ reason }) => reason.construct === 'loop' || reason.construct === 'recursion',
  );
  const inducted = isUnrolled ? await decideByInduction(run, endsOf) : undefined;
  if (inducted !== undefined) return inducted;
  const settlement = await settleEnds(run, exploration, ends);
  // inputs of bounded size are where mistakes show; without one, those of any size may be proved
  if (!isUnrolled && settlement.counterexamples.length === 0 && exploration.cuts.length > 0) {
    const proved = await decideByInduction(run, endsOf);
    if (proved !== undefined) return proved;
  }
  return { kind: 'settled', exploration, settlement, steps };
}

async function decideByInduction(
  run: Run,
  endsOf: (exploration: Exploration) => readonly PathEnd[],
): Promise<Decision | undefined> {
  const limits: Limits = { ...run.limits, isInductive: true, unrolling: SAMPLES };
  const explored = await exploreInSlices(run, limits, endsOf);
  if ('obstacle' in explored) return undefined;
  const { exploration, made: ends, steps } = explored;
  if (exploration.cuts.length > 0) return undefined;
  if (exploration.restsOnContract && !keepsItsWord(run.subject, exploration)) return undefined;
  const settlement = await settleEnds(run, exploration, ends);
  const isDecided = settlement.counterexamples.length > 0 || settlement.reasons.length === 0;
  return isDecided ? { kind: 'settled', exploration, settlement, steps } : undefined;
}
