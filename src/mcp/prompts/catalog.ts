/** Every prompt, in the order in which clients show them. */
import analyzeBranchesTemplate from './analyze-branches-template.ts';
import checkRefactoring from './check-refactoring.ts';
import compareFunctionsTemplate from './compare-functions-template.ts';
import type { Prompt } from './define-prompt.ts';
import exploreRepository from './explore-repository.ts';
import findCrash from './find-crash.ts';
import findExceptionPathTemplate from './find-exception-path-template.ts';
import proveFunction from './prove-function.ts';
import reviewChange from './review-change.ts';
import runTests from './run-tests.ts';
import solveByScaffold from './solve-by-scaffold.ts';
import solveByTemplate from './solve-by-template.ts';
import symbolicCheckTemplate from './symbolic-check-template.ts';

/** Tasks in a workspace, then those on source that is given, which have the names of the symbolic tools' templates. */
export const PROMPTS: readonly Prompt[] = [
  exploreRepository,
  proveFunction,
  findCrash,
  checkRefactoring,
  reviewChange,
  runTests,
  solveByScaffold,
  solveByTemplate,
  symbolicCheckTemplate,
  findExceptionPathTemplate,
  compareFunctionsTemplate,
  analyzeBranchesTemplate,
];
