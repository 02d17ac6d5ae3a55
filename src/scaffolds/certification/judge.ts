/** From an answer to the result of a test. */
import { checkAnswer, checkTrace } from '../engine.ts';
import type { TestCase } from '../service.ts';
import type { GivenAnswer, TestResult } from './results.ts';

/** Checks an answer. Throws `ToolFailure` for an id that is none. */
export function judgeAnswer(
  { id, scaffold, tier }: Pick<TestCase, 'id' | 'scaffold' | 'tier'>,
  { answer, trace }: GivenAnswer,
): TestResult {
  const { correct, message } = checkAnswer({ kind: 'case', id }, answer);
  const result = { id, scaffold, tier, passed: correct, message, response: answer };
  if (trace === undefined) return result;
  const { score, rightSteps, neededSteps, firstWrong, message: says } = checkTrace({ kind: 'case', id }, trace);
  const wrong = firstWrong === undefined ? {} : { first_wrong: firstWrong.number };
  return { ...result, trace: { score, right_steps: rightSteps, needed_steps: neededSteps, ...wrong, message: says } };
}
