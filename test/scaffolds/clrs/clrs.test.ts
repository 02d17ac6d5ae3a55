/** Hints of CLRS: its own rows, rows with a wrong value, other legal orders, and what is no row. */
import { expect, it, test } from 'vitest';
import { Random } from '../../../src/lib/random.ts';
import { checkTrace } from '../../../src/scaffolds/engine.ts';
import { amount, seedOf } from '../../generated.ts';
import { judge, measureRows, readRows, scaffoldFor } from './rows.ts';

const rows = readRows(new URL('rows.jsonl', import.meta.url));
const algorithms = [...new Set(rows.map((row) => row.algorithm))];

test('there are rows of every algorithm', () => {
  expect(algorithms).toHaveLength(13);
});

it.each(algorithms)('judges rows of %s as CLRS does, and finds a wrong value', (algorithm) => {
  const own = rows.filter((row) => row.algorithm === algorithm);
  for (let round = 0; round < amount(50, 3); round++) {
    const { disagreements, ...figures } = measureRows(own, 20, new Random(seedOf(round)));
    expect(disagreements).toEqual([]);
    expect(figures).toMatchObject({ rows: own.length, acceptedAnswers: own.length, acceptedHints: own.length });
  }
});

it.each(algorithms)('names what is missing and what is too much in a trace of %s', (algorithm) => {
  const row = rows.findLast((each) => each.algorithm === algorithm && each.hints.length > 1);
  if (row === undefined) throw new Error('no row');
  expect(judge(row, row.hints.slice(0, -1))).toMatchObject({
    correct: false,
    rightSteps: row.hints.length - 1,
    neededSteps: row.hints.length,
    message: `The trace ends after ${row.hints.length - 1} right steps; 1 more are needed.`,
  });
  const twice = [...row.hints, row.hints.at(-1)];
  expect(judge(row, twice).firstWrong).toMatchObject({ number: row.hints.length + 1, given: row.hints.at(-1) });
  expect(judge(row, JSON.stringify(row.hints))).toMatchObject({ correct: true, score: 1 });
});

const check = (scaffold: string, question: string, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input: { clrs_text: question } }, trace);

const SQUARE = 's: 0, A: [[0 1 1 0], [1 0 0 1], [1 0 0 1], [0 1 1 0]]';

test('a vertex of the next wave may point to any of this one', () => {
  const bfs = (trace: string) => check('bfs', `bfs:\n${SQUARE}, initial_trace: [0 1 2 3]\ntrace | pi:\n`, trace);
  expect(bfs('[0 0 0 3] | [0 0 0 1]').correct).toBe(true);
  expect(bfs('[0 0 0 3] | [0 0 0 2]').correct).toBe(true);
  expect(bfs('[0 0 0 3] | [0 0 0 0]')).toMatchObject({
    score: 0.5,
    message: 'Step 2 is wrong: pi_h[3] is 1, not 0.',
    firstWrong: { number: 2, expected: { pi_h: [0, 0, 0, 1] }, given: { pi_h: [0, 0, 0, 0] } },
  });
  expect(bfs('[0 0 3 3] | [0 0 0 1]').message).toBe('Step 1 is wrong: pi_h[2] is 0, not 3.');
});

test('of ways of the same length Bellman-Ford may keep any, Dijkstra the one it finds first', () => {
  const of = (algorithm: string, trace: string) =>
    check(algorithm, `${algorithm}:\n${SQUARE}\ntrace | pi:\n`, trace).correct;
  expect(['1', '2'].map((last) => of('bellman_ford', `[0 0 0 3] | [0 0 0 ${last}]`))).toEqual([true, true]);
  // Vertices 1 and 2 may leave the queue in any order, and nothing shows which one does until 3 is reached.
  expect(
    ['1', '2'].map((last) => of('dijkstra', `[0 0 0 3], [0 0 0 ${last}], [0 0 0 ${last}] | [0 0 0 ${last}]`)),
  ).toEqual([true, true]);
  expect(of('dijkstra', '[0 0 0 3], [0 0 0 1], [0 0 0 2] | [0 0 0 2]')).toBe(false);
});

test('depth-first search may go on with any white neighbour', () => {
  const dfs = (trace: string) => check('dfs', 'dfs:\nA: [[0 1 1], [0 0 0], [0 0 0]]\ntrace | pi:\n', trace).correct;
  const way = (first: string) => `[0 1 2], ${`${first}, `.repeat(3)}${'[0 0 0], '.repeat(3).slice(0, -2)} | [0 0 0]`;
  expect([way('[0 0 2]'), way('[0 1 0]')].map(dfs)).toEqual([true, true]);
  expect(dfs(way('[0 2 2]'))).toBe(false);
});

test('edges of one weight, and activities with one end, come in any order', () => {
  const path = 'mst_kruskal:\nA: [[0 0.5 0], [0.5 0 0.5], [0 0.5 0]]\ntrace | in_mst:\n';
  const [none, one, other, both] = [
    '[[0 0 0], [0 0 0], [0 0 0]]',
    '[[0 1 0], [1 0 0], [0 0 0]]',
    '[[0 0 0], [0 0 1], [0 1 0]]',
    '[[0 1 0], [1 0 1], [0 1 0]]',
  ];
  // In the second order there is one more step, from 1 to its root.
  const orders = [`${none}, ${one}, ${one} | ${both}`, `${none}, ${other}, ${other}, ${other} | ${both}`];
  expect(orders.map((trace) => check('kruskal', path, trace).correct)).toEqual([true, true]);
  expect(check('kruskal', path, `${none}, ${one}, ${other} | ${both}`).message).toBe(
    'Step 3 is wrong: in_mst_h[0][1] is 1, not 0.',
  );
  const select = (trace: string) =>
    check('activity_selection', 'activity_selector:\ns: [0.1 0.2], f: [0.5 0.5]\ntrace | selected:\n', trace).correct;
  expect(['[1 0] | [1 0]', '[0 1] | [0 1]', '[1 0] | [1 1]', '[1 0] | [0 1]'].map(select)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('some of the hints are enough, the same in each step', () => {
  const row = rows.findLast(({ algorithm }) => algorithm === 'dijkstra');
  if (row === undefined) throw new Error('no row');
  const some = (names: readonly string[]) =>
    row.hints.map((step) => Object.fromEntries(names.map((name) => [name, step[name]])));
  expect(judge(row, some(['u'])).correct).toBe(true);
  expect(judge(row, some(['d', 'mark'])).correct).toBe(true);
  expect(judge(row, [...some(['d']).slice(0, -1), ...some(['u']).slice(-1)])).toMatchObject({ readAs: 'malformed' });
  expect(judge(row, some(['key'])).message).toBe('Step 1 has "key"; the hints are pi_h, d, mark, in_queue, u.');
  expect(
    judge(
      row,
      some(['u']).map(() => ({ u: [0] })),
    ).message,
  ).toBe('u of step 1 is no number.');
});

test('what is no trace scores 0 and is told', () => {
  const bfs = (trace: unknown) => check('bfs', `bfs:\n${SQUARE}\ntrace | pi:\n`, trace);
  expect(bfs('')).toMatchObject({ readAs: 'empty', score: 0, neededSteps: 2 });
  for (const trace of [
    'I cannot tell.',
    '[0 0 0 1]',
    '[0 0 | [0 0]',
    '0 | [0 0 0 1]',
    '| |',
    ['x'],
    { steps: 1 },
    '[{"pi_h": ',
  ])
    expect(bfs(trace)).toMatchObject({ readAs: 'malformed', score: 0, neededSteps: expect.any(Number) });
  expect(bfs('`[0 0 0 3] | [0 0 0 1]`').correct).toBe(true);
  expect(bfs('trace | pi:\n[0 0 0 3] | [0 0 0 1]').correct).toBe(true);
  expect(bfs('9'.repeat(500_001))).toMatchObject({ readAs: 'too_long' });
  expect(bfs(Array(100_001).fill({}))).toMatchObject({ readAs: 'too_long' });
});

test('what is no instance is refused, with what is allowed', () => {
  const refused = (scaffold: string, question: string) => () => check(scaffold, question, '[0] | [0]');
  expect(refused('sudoku', 'sudoku:\nA: [1]')).toThrow('sudoku has no counterpart in CLRS.');
  expect(refused('bfs', 'dfs:\nA: [[0]]\npi:')).toThrow('clrs_text is about dfs; bfs is bfs there.');
  expect(refused('bfs', 'breadth-first search')).toThrow('clrs_text cannot be read.');
  expect(refused('bfs', 'bfs:\ns: 4, A: [[0]]\npi:')).toThrow('clrs_text is no instance of bfs.');
  expect(refused('bellman_ford', 'bellman_ford:\ns: 0, A: [[0 -1], [1 0]]\npi:')).toThrow('is no instance');
  expect(refused('lcs', 'lcs_length:\nstring: [0 1 0], key: [1 2 3]\nb:')).toThrow('is no instance');
  expect(refused('bfs', `bfs:\n${SQUARE}, initial_trace: [0 1 2 0]\ntrace | pi:`)).toThrow(
    'initial_trace does not belong to the inputs.',
  );
  const zeros = Array(100).fill(0).join(' ');
  const sorted = Array.from({ length: 100 }, (_, key) => key).join(' ');
  expect(check('quickselect', `quickselect:\nkey: [${sorted}]\npivot:`, '').neededSteps).toBeGreaterThan(3000);
  expect(
    check('floyd_warshall', `floyd_warshall:\nA: [${Array(100).fill(`[${zeros}]`).join(', ')}]\nPi:`, '').steps,
  ).toBeGreaterThan(1_000_000);
  expect(scaffoldFor({ algorithm: 'kmp_matcher', length: 0, question: '', answer: '', hints: [] })).toBe('kmp');
});
