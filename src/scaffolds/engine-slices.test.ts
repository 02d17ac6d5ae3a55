/** Work that all users wait beside is done in slices: it spends units, and yields between what is long together. */
import { expect, test } from 'vitest';
import { type Steps, WorkBudget } from '../lib/sliced-work.ts';
import { estimateOf } from './certification/suite.ts';
import { checkAnswerInSteps, checkTraceInSteps, generateInSteps } from './engine.ts';

const many = Array.from({ length: 500 }, (_, index) => `v${index}`);
const edges = many.slice(1).map((vertex, index) => [many[index], vertex, 1]);
const chain = { kind: 'input', scaffold: 'dijkstra', input: { vertices: many, edges, source: 'v0' } } as const;

test.each<readonly [string, (slices: WorkBudget) => Steps<unknown>, number]>([
  [
    'test cases',
    (slices) => generateInSteps({ scaffold: 'lis', tier: 'simple', count: 50, seed: 0, level: 1 }, slices),
    4000,
  ],
  [
    'the instance of a case',
    (slices) => checkAnswerInSteps({ kind: 'case', id: 'lis_simple_50' }, '', false, slices),
    4000,
  ],
  ['a trace', (slices) => checkTraceInSteps(chain, [], slices), 10_000],
  ['an estimate', (slices) => estimateOf({ scaffolds: ['lis'], seed: 0, level: 1, count: 10 }, slices), 4000],
])('%s let others in', (_, begin, longest) => {
  const slices = new WorkBudget(Number.POSITIVE_INFINITY);
  const steps = begin(slices);
  let most = 0;
  for (let spent = 0; steps.next().done !== true; spent = slices.spent) most = Math.max(most, slices.spent - spent);
  expect(slices.spent).toBeGreaterThan(5 * longest);
  expect(most).toBeLessThanOrEqual(longest);
});
