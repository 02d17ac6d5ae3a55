/** What other engines may use of this one. */
export { applyHunks, placeHunks } from './diff/apply.ts';
export { parseDiff } from './diff/parse.ts';
export { parseRules } from './invariants/parse.ts';
export { finishReview } from './review.ts';
export { isTestFile } from './tests/changed-functions.ts';
export { graphReach } from './tests/reach.ts';
