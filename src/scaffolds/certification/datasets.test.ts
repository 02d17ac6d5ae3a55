import { expect, test } from 'vitest';
import { casesOf, checkAnswer, checkTrace, generateCases } from '../engine.ts';
import { linesOf, rowOf } from './datasets.ts';

test.each([
  ['reasoning-gym', ['question', 'answer', 'metadata']],
  ['clrs-text', ['text', 'question', 'answer', 'algo_name', 'length', 'use_hints']],
  ['clrs-text-hints', ['text', 'question', 'answer', 'algo_name', 'length', 'use_hints']],
  ['inspect', ['input', 'target', 'id', 'metadata']],
] as const)('rows of %s have the fields that are loaded, and right answers and steps', (dataset, fields) => {
  const cases = ['dijkstra', 'merge_sort', 'sudoku'].flatMap((scaffold) =>
    generateCases({ scaffold, seed: 1, level: 1, count: 2 }),
  );
  let withSteps = 0;
  for (const [index, { id, ...each }] of cases.entries()) {
    const row = new Map(Object.entries(rowOf(dataset, { id, ...each }, index)));
    expect([...row.keys()]).toEqual(fields);
    const lines = String(row.get('answer') ?? row.get('target')).split('\n');
    expect(checkAnswer({ kind: 'case', id }, lines.at(-1)).correct).toBe(true);
    withSteps += Number(lines.length > 1);
    if (lines.length > 1) expect(checkTrace({ kind: 'case', id }, lines.slice(0, -1).join('\n')).correct).toBe(true);
  }
  expect(withSteps > 0).toBe(dataset === 'clrs-text-hints');
});

test('a search with too many steps is left out of a dataset with steps, and of no other', () => {
  const request = { scaffold: 'graph_coloring', tier: 'standard', count: 12, seed: 1, level: 10 } as const;
  const rows = [...linesOf('inspect', casesOf(request))];
  expect(rows).toHaveLength(12);
  const withSteps = [...linesOf('clrs-text-hints', casesOf(request))];
  expect(withSteps.length).toBeGreaterThan(0);
  expect(withSteps.length).toBeLessThan(12);
});
