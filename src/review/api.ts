/** What other engines may use of this one. */
export { applyHunks, placeHunks } from './diff/apply.ts';
export type { DiffFile } from './diff/diff.ts';
export { parseDiff } from './diff/parse.ts';
export type { Finding } from './finding.ts';
export { parseRules } from './invariants/parse.ts';
export { finishReview } from './review.ts';
export type { BehaviourAnswer, ChangeRequest, ReviewApi, ReviewOptions } from './service.ts';
export { isTestFile } from './tests/changed-functions.ts';
export { graphReach } from './tests/reach.ts';
export type { Reach } from './tests/service.ts';
