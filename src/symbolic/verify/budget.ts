/** The work a request may do: counted, never timed. */
import type { Limits } from '../machine/limits.ts';

/** What the host says a second of work is worth. */
export interface WorkRate {
  /** Solver fuel that takes about a second. */
  readonly fuelPerSecond: number;
  /** Executor steps that take about a second. */
  readonly stepsPerSecond: number;
}

/** The share of a request's time that the executor's own steps may take; the rest is the solver's. */
const EXECUTION_SHARE = 0.2;

/** The solver fuel of a request. */
export function fuelBudget(rate: WorkRate, timeoutSeconds: number): number {
  return Math.floor(rate.fuelPerSecond * timeoutSeconds * (1 - EXECUTION_SHARE));
}

/** The executor's limits: steps grow with the time allowed, and the depth of unrolling with its logarithm. */
export function executionLimits(rate: WorkRate, timeoutSeconds: number): Limits {
  const doublings = Math.max(0, Math.floor(Math.log2(Math.max(1, timeoutSeconds))));
  return {
    steps: Math.floor(rate.stepsPerSecond * timeoutSeconds * EXECUTION_SHARE),
    unrolling: 8 + 4 * doublings,
    isInductive: false,
    recursion: 6 + 2 * doublings,
    callDepth: 60,
  };
}
