/** A question that a tool handed back, put to a model: one repair of an answer that cannot be taken, then it is the caller's. */
import { asToolFailure, wordsOf } from '../lib/errors.ts';
import { readJsonAnswer } from '../models/json-answer.ts';
import type { HandBack } from './hand-back.ts';

/** A question that waits, and what was wrong with the first answer to it. */
export interface OpenQuestion {
  readonly handBack: HandBack;
  readonly fault?: { readonly answer: string; readonly why: string };
}

/** What a model said, or why it said nothing. */
export type Said = { readonly text: string; readonly by: string } | { readonly silent: string };

/** What is to be done next. */
export type Next<Result> =
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'repair'; readonly question: OpenQuestion }
  /** The question goes to the caller. */
  | { readonly kind: 'handed-back'; readonly handBack: HandBack };

/** The call that gives an answer to the tool that asked. `by` is who answered. */
export type Answer<Result> = (args: Readonly<Record<string, unknown>>, by: string) => Promise<Result>;

/** Takes what a model said. Throws what the tool throws, unless it is about the answer. */
export async function take<Result>(question: OpenQuestion, said: Said, answer: Answer<Result>): Promise<Next<Result>> {
  const { handBack, fault } = question;
  if ('silent' in said) return { kind: 'handed-back', handBack: withReason(handBack, said.silent) };
  const read = readJsonAnswer(said.text);
  const taken = 'why' in read ? read : await attempt(handBack, read.value, said.by, answer);
  if ('result' in taken) return { kind: 'result', result: taken.result };
  if (fault === undefined)
    return { kind: 'repair', question: { handBack, fault: { answer: said.text, why: taken.why } } };
  const reason = `The ${said.by} answered twice what does not fit the question.`;
  return { kind: 'handed-back', handBack: withReason(handBack, reason) };
}

/** The same question with a reason why a model did not answer it. */
export function withReason(handBack: HandBack, reason: string): HandBack {
  return { ...handBack, asked_before: [...(handBack.asked_before ?? []), reason] };
}

async function attempt<Result>(
  { how_to_answer }: HandBack,
  value: Readonly<Record<string, unknown>>,
  by: string,
  answer: Answer<Result>,
): Promise<{ readonly result: Result } | { readonly why: string }> {
  try {
    return { result: await answer({ ...how_to_answer.arguments, [how_to_answer.answer_parameter]: value }, by) };
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined || !ABOUT_ANSWERS.has(failure.errorType)) throw error;
    return { why: wordsOf(failure) };
  }
}

/** Types of failures by which tools refuse an answer. */
const ABOUT_ANSWERS: ReadonlySet<string> = new Set(['INVALID_INPUT', 'validation_error']);
