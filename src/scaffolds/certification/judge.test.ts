import { expect, it } from 'vitest';
import { scaffoldReport } from '../../tools/scaffolds/results-report.ts';
import { generateCases } from '../engine.ts';
import { judgeAnswer } from './judge.ts';
import { sumUp } from './results.ts';

it('keeps an answer right whose search is too long to be replayed, and says that its steps have no verdict', () => {
  const large = generateCases({ scaffold: 'n_queens', seed: 1, level: 6 }).find(
    ({ input }) => 'n' in input && Number(input.n) > 20,
  );
  if (large === undefined) throw new Error('There is no large board.');
  const result = judgeAnswer(large, { answer: large.expected, trace: [{ action: 'place', row: 0, column: 0 }] });
  expect(result).toMatchObject({ passed: true, steps_unchecked: expect.stringContaining('more than 20 rows') });
  expect(result.trace).toBeUndefined();
  const [of] = sumUp([result]);
  if (of === undefined) throw new Error('There are no results.');
  expect(of).toMatchObject({ status: 'CERTIFIED' });
  expect(of.traceScore).toBeUndefined();
  const text = JSON.stringify(scaffoldReport(of, { model: 'm', manifest: '' }));
  expect(text).toContain('The steps of 1 tests were not judged');
  expect(text).toContain('PASS; steps not judged');
});

it('tells where the steps of tests go wrong', () => {
  const [test] = generateCases({ scaffold: 'bfs', seed: 1, level: 1 });
  if (test === undefined) throw new Error('There is no test.');
  const base = { id: test.id, scaffold: 'bfs', tier: test.tier, passed: true, message: '', response: null };
  const trace = (score: number, first_wrong?: number) => ({
    ...base,
    trace: { score, right_steps: 0, needed_steps: 10, message: '', ...(first_wrong !== undefined && { first_wrong }) },
  });
  const [of] = sumUp([trace(0, 1), trace(0.1, 2), trace(0.9, 10), trace(0.9, 11), trace(0), trace(1)]);
  if (of === undefined) throw new Error('There are no results.');
  const section = scaffoldReport(of, { model: 'm', manifest: '' }).sections.find(
    ({ heading }) => heading === 'Where traces go wrong',
  );
  const bars = section?.blocks.flatMap((block) => (block.kind === 'bars' ? block.bars : [])) ?? [];
  expect(bars.map(({ text }) => text)).toEqual([2, 0, 0, 0, 1, 1, 1, 1].map((count) => `${count} of 6`));
});
