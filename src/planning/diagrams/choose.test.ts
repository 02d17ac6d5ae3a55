/** Which steps are shown, labels, and lists. */
import { expect, test } from 'vitest';
import { drawnPlan, step } from '../../../test/planning/drawn-plans.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { chooseSteps } from './choose.ts';
import { flowchart } from './flowchart.ts';
import { labelOf, shortLine } from './label.ts';
import { outline } from './outline.ts';

/** Steps 1 to 10 in a row, which is the critical path; 11 to 20 on their own, of which 20 waits for 19. */
const plan = drawnPlan(
  [
    ...Array.from({ length: 10 }, (_, index) =>
      step(index + 1, { dependencies: index === 0 ? [] : [index], estimated_duration_ms: 1_000 }),
    ),
    ...Array.from({ length: 9 }, (_, index) => step(index + 11)),
    step(20, { dependencies: [19] }),
  ],
  { states: { 1: 'completed', 2: 'ready', 11: 'ready', 12: 'failed', 19: 'executing' } },
);

test('what runs, is critical, ready or failed comes first, then neighbours, then the others', () => {
  expect(chooseSteps(plan, { most: 6 })).toEqual([19, 2, 3, 4, 11, 12]);
  expect(chooseSteps(plan, { most: 13 })).toEqual([19, 2, 3, 4, 5, 6, 7, 8, 11, 12, 9, 10, 1]);
  expect(chooseSteps(plan, { most: 15 }).slice(13)).toEqual([20, 13]);
  expect(chooseSteps(plan, { most: 50 })).toHaveLength(20);
});

test('only some steps and their neighbours', () => {
  expect(chooseSteps(plan, { only: [5, 20], most: 50 })).toEqual([5, 20, 4, 6, 19]);
  expect(chooseSteps(plan, { only: [5, 20], most: 3 })).toEqual([5, 20, 4]);
  expect(() => chooseSteps(plan, { only: [21], most: 3 })).toThrow('The plan has no step 21');
});

test('a step says how much it waits for that is not shown', () => {
  const { mermaid, omitted } = flowchart(plan, { only: [5], most: 2 });
  expect(mermaid).toContain('s4["4 Step 4 (after 1 more)"]');
  expect(mermaid).toContain('rest["not shown: 18 more steps"]');
  expect(omitted).toEqual(['18 more steps']);
});

test.each([
  ['plain words, 1.5 (or more)', 20, 'plain words, 1.5 (o…'],
  ['a_b __c__', 20, 'a_b #95;#95;c#95;#95;'],
  [
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    40,
    "#33;#34;#35;#36;#37;#38;'()#42;+,-./#58;#59;#60;=#62;?#64;#91;#92;#93;#94;#95;#96;#123;#124;#125;#126;",
  ],
  [' \n a \u0000\t b ', 20, 'a b'],
  ['a\u202eb', 20, 'ab'],
  ['👩👩👩', 2, '👩…'],
  ['\ud83d', 2, '\ufffd'],
  ['', 2, ''],
  [`${' '.repeat(5_000)}a`, 2, 'a'],
])('the label of %j', (text, most, label) => {
  expect(labelOf(text, most)).toBe(label);
});

test('an outline is in an order in which the steps can be done', () => {
  const small = drawnPlan(
    [
      step(1, { dependencies: [3] }),
      step(2, { parent: 1, description: 'Read *it*' }),
      step(3),
      step(4, { dependencies: [1], conditions: [{ step: 1, ended: 'failed' }], discovered_from: 2 }),
    ],
    { states: { 3: 'completed', 1: 'ready' } },
  );
  expect(outline(small, { most: 4 })).toBe(
    [
      '- 3 [completed] Step 3',
      '- 1 [ready] Step 1 (after 3)',
      '- 2 [pending] Read \\*it\\* (part of 1)',
      '- 4 [pending] Step 4 (if 1 failed; found during 2)',
    ].join('\n'),
  );
  expect(outline(small, { most: 2 })).toBe(
    [
      '- 1 [ready] Step 1 (after 3)',
      '- 2 [pending] Read \\*it\\* (part of 1)',
      '[Not shown: 1 step with nothing left to do, 1 later step]',
    ].join('\n'),
  );
});

test('an outline of 20 long steps has at most 600 tokens', () => {
  const words = 'Rewrite the reader of session cookies so that it refuses those without a signature';
  const long = drawnPlan(
    Array.from({ length: 400 }, (_, index) =>
      step(index + 1, { description: words, dependencies: index === 0 ? [] : [index] }),
    ),
  );
  expect(countTokens(outline(long, { most: 20 }))).toBeLessThanOrEqual(600);
  expect(shortLine(words, 60)).toBe('Rewrite the reader of session cookies so that it refuses th…');
});
