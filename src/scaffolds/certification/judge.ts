/** From an attempt at a test to what the checkers say of it. */
import { ToolFailure } from '../../lib/errors.ts';
import { atOnce, type Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { checkAnswerInSteps, checkTraceInSteps } from '../engine.ts';
import type { CheckedAnswer, CheckedTrace, TestCase } from '../service.ts';
import { failedResult, type GivenAnswer, type TestResult } from './results.ts';

/** What the checkers say of an answer and its steps. */
export interface CheckedAttempt {
  readonly answer: CheckedAnswer;
  readonly steps:
    | { readonly kind: 'none' }
    | { readonly kind: 'checked'; readonly verdict: CheckedTrace }
    /** The search is too long to be replayed, which says nothing about the answer. */
    | { readonly kind: 'unchecked'; readonly why: string };
}

/** Checks answer and steps. Throws `ToolFailure` for an id that is none, and for an answer whose check takes too much work. */
export function* checkAttempt(id: string, { answer, trace }: GivenAnswer, slices: WorkBudget): Steps<CheckedAttempt> {
  const checked = yield* checkAnswerInSteps({ kind: 'case', id }, answer, false, slices);
  if (trace === undefined) return { answer: checked, steps: { kind: 'none' } };
  try {
    const verdict = yield* checkTraceInSteps({ kind: 'case', id }, trace, slices);
    return { answer: checked, steps: { kind: 'checked', verdict } };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { answer: checked, steps: { kind: 'unchecked', why: error.failure.message } };
  }
}

type About = Pick<TestCase, 'id' | 'scaffold' | 'tier'>;

/** The result of a test. An answer whose check takes too much work counts as wrong, and says so. */
export function judgeAnswer(about: About, given: GivenAnswer): TestResult {
  return atOnce(judgeInSteps(about, given, new WorkBudget(Number.POSITIVE_INFINITY)));
}

/** As {@link judgeAnswer}. */
export function* judgeInSteps(
  { id, scaffold, tier }: About,
  given: GivenAnswer,
  slices: WorkBudget,
): Steps<TestResult> {
  try {
    const { answer, steps } = yield* checkAttempt(id, given, slices);
    const about = { id, scaffold, tier, passed: answer.correct, message: answer.message, response: given.answer };
    return { ...about, ...stepFields(steps) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const why = `The answer could not be checked: ${error.failure.message}`;
    return { ...failedResult({ id, scaffold, tier }, why), response: given.answer };
  }
}

function stepFields(steps: CheckedAttempt['steps']): Pick<TestResult, 'trace' | 'steps_unchecked'> {
  switch (steps.kind) {
    case 'none':
      return {};
    case 'unchecked':
      return { steps_unchecked: steps.why };
    case 'checked': {
      const { score, rightSteps, neededSteps, firstWrong, message } = steps.verdict;
      const wrong = firstWrong === undefined ? {} : { first_wrong: firstWrong.number };
      return { trace: { score, right_steps: rightSteps, needed_steps: neededSteps, ...wrong, message } };
    }
  }
}
