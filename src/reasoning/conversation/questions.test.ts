import { expect, it } from 'vitest';
import { takenAnswer, turnsOf as turnsWith } from '../../../test/reasoning/turns.ts';
import { estimatedTurns, openQuestions, progressOf, stageOf, suggestedAction } from './questions.ts';

/** Turns with answers that have these parts; one waits where it is undefined. */
const turnsOf = (...answers: readonly (Readonly<Record<string, unknown>> | undefined)[]) =>
  turnsWith(...answers.map((given) => (given === undefined ? undefined : takenAnswer(given))));

const ASKED = { open_questions: ['Who?', 'When?'] };

it('knows nothing where no question was raised', () => {
  const turns = turnsOf({}, undefined);
  expect(progressOf(turns)).toBeUndefined();
  expect(estimatedTurns(turns)).toBe(2);
  expect(suggestedAction(turns)).toBeUndefined();
  expect(stageOf(turns)).toBe('active');
});

it('counts a question once, until an answer says that it is answered', () => {
  expect(progressOf(turnsOf(ASKED))).toBe(0);
  expect(estimatedTurns(turnsOf(ASKED))).toBe(3);
  const turns = turnsOf(ASKED, { open_questions: ['Who?', 'Why?'], answered_questions: [2] }, undefined);
  expect(openQuestions(turns)).toMatchObject([
    { number: 1, text: 'Who?', raisedIn: 1 },
    { number: 3, text: 'Why?', raisedIn: 2 },
  ]);
  expect(progressOf(turns)).toBe(33);
  expect(estimatedTurns(turns)).toBe(5);
  // An answer cannot answer what it raises, nor what was never raised.
  expect(progressOf(turnsOf({ ...ASKED, answered_questions: [1, 2, 9] }))).toBe(0);
});

it('is near its end when all are answered, and needs more where an answer brings nothing', () => {
  expect(stageOf(turnsOf(ASKED))).toBe('needs_more_info');
  expect(stageOf(turnsOf(ASKED, { answered_questions: [1] }))).toBe('active');
  expect(stageOf(turnsOf(ASKED, { answered_questions: [1] }, {}))).toBe('needs_more_info');
  expect(stageOf(turnsOf(ASKED, { answered_questions: [1, 2] }))).toBe('near_completion');
});

it('suggests what the last answer says, else an open question', () => {
  expect(suggestedAction(turnsOf({ ...ASKED, next_steps: ['Look.'] }))).toBe('Look.');
  expect(suggestedAction(turnsOf(ASKED, { answered_questions: [1] }))).toBe('Find out: When?');
  expect(suggestedAction(turnsOf(ASKED, { answered_questions: [1, 2] }))).toContain('finalize_conversation');
});
