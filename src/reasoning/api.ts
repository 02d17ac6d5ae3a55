/** What other engines may use of this one. */
export type { HypothesisCheck } from './hypotheses/checks.ts';
export type { CheckOutcome } from './hypotheses/service.ts';
export type { ReasoningApi } from './service.ts';
