/** Open questions of a conversation, and what follows from them of how far it is. */
import type { TakenAnswer, Turn } from './service.ts';

/** What of a turn decides. */
type Said = Pick<Turn, 'number' | 'answer'>;

/** A question that somebody's answer raised. */
export interface RaisedQuestion {
  /** From 1, in the order in which they were raised. */
  readonly number: number;
  readonly text: string;
  readonly raisedIn: number;
  /** The turn whose answer says that it is answered. */
  readonly answeredIn?: number;
}

/** All questions of the turns; one that is raised again while it is open is the same. */
export function questionsOf(turns: readonly Said[]): readonly RaisedQuestion[] {
  const questions: RaisedQuestion[] = [];
  for (const { number: turn, answer } of turns) {
    if (answer === undefined) continue;
    for (const [index, question] of questions.entries())
      if (isOpen(question) && answer.answered_questions.includes(question.number))
        questions[index] = { ...question, answeredIn: turn };
    for (const text of answer.open_questions)
      if (!questions.some((one) => isOpen(one) && one.text === text))
        questions.push({ number: questions.length + 1, text, raisedIn: turn });
  }
  return questions;
}

/** Those that wait for an answer. */
export function openQuestions(turns: readonly Said[]): readonly RaisedQuestion[] {
  return questionsOf(turns).filter(isOpen);
}

/** Share of the questions that are answered, 0 to 100; undefined where none was raised. */
export function progressOf(turns: readonly Said[]): number | undefined {
  const questions = questionsOf(turns);
  if (questions.length === 0) return undefined;
  return Math.round((100 * questions.filter((one) => !isOpen(one)).length) / questions.length);
}

/** Turns that there are at least, as far as is known: all so far, also one that waits for its answer, and one for each open question. */
export function estimatedTurns(turns: readonly Said[]): number {
  return turns.length + openQuestions(turns).length;
}

export const STAGES = ['active', 'near_completion', 'needs_more_info'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * `near_completion`: questions were raised, and none is open. `needs_more_info`: some are open, and the last answer neither answered one nor
 * made a claim that held. Else `active`.
 */
export function stageOf(turns: readonly Said[]): Stage {
  const questions = questionsOf(turns);
  const last = answeredTurns(turns).at(-1);
  if (questions.length === 0 || last === undefined) return 'active';
  if (!questions.some(isOpen)) return 'near_completion';
  const answersOne = questions.some(({ answeredIn }) => answeredIn === last.number);
  return answersOne || last.answer.supported.length > 0 ? 'active' : 'needs_more_info';
}

/** What to do next, as the last answer says it, else by the open questions; undefined where nothing was said. */
export function suggestedAction(turns: readonly Said[]): string | undefined {
  const [step] = answeredTurns(turns).at(-1)?.answer.next_steps ?? [];
  if (step !== undefined) return step;
  const [question] = openQuestions(turns);
  if (question !== undefined) return `Find out: ${question.text}`;
  return stageOf(turns) === 'near_completion' ? 'Call finalize_conversation: no question is open.' : undefined;
}

/** Turns that have an answer. */
export function answeredTurns<Any extends Said>(
  turns: readonly Any[],
): readonly (Any & { readonly answer: TakenAnswer })[] {
  return turns.flatMap((turn) => (turn.answer === undefined ? [] : [{ ...turn, answer: turn.answer }]));
}

function isOpen({ answeredIn }: RaisedQuestion): boolean {
  return answeredIn === undefined;
}
