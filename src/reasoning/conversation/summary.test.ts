import { expect, it } from 'vitest';
import { recordOf, takenAnswer, turnsOf } from '../../../test/reasoning/turns.ts';
import { summaryOf } from './summary.ts';

it('invents nothing where nothing was said', () => {
  expect(summaryOf(recordOf(turnsOf(undefined)))).toEqual({
    problem: 'Stuck.',
    rootCauses: [],
    solutions: [],
    risks: [],
    steps: [],
    turns: 0,
    durationMs: 60_000,
  });
});

it('takes each point from the turn that said it last', () => {
  const answers = [
    { root_causes: ['one', 'two'], steps: ['old'], priority: 'low', estimated_effort: 'a day' },
    { root_causes: ['two', 'three'], next_steps: ['new'], solutions: [{ description: 'do' }], priority: 'high' },
    { risks: ['slow'] },
  ];
  const summary = summaryOf(recordOf(turnsOf(...answers.map(takenAnswer))));
  expect(summary).toMatchObject({
    rootCauses: [
      { text: 'two', turn: 2 },
      { text: 'three', turn: 2 },
      { text: 'one', turn: 1 },
    ],
    solutions: [{ description: 'do', turn: 2 }],
    risks: [{ text: 'slow', turn: 3 }],
    steps: [{ text: 'new', turn: 2 }],
    priority: { value: 'high', turn: 2 },
    effort: { text: 'a day', turn: 1 },
    turns: 3,
  });
});
