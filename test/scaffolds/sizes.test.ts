/** Huge answers, traces and instances through the public door: each is judged, or refused with the reason, and the next call works. */
import { beforeAll, expect, it } from 'vitest';
import { sharedFront } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
/** A way through all vertices and back, again and again with other weights. */
const edges = (vertices: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => {
    const from = index % vertices.length;
    return [vertices[from], vertices[(from + 1) % vertices.length], 1 + (index % 7)];
  });

const many = names(20_000);
const graph = { vertices: many, edges: edges(many, 100_000), source: 'v0' };
const step = { vertex: 'v0', distances: { v0: 0 } };

const trace = (steps: number) => ({ test_case_id: 'dijkstra_simple_01', trace: new Array(steps).fill(step) });
const text = (times: number) => ({
  test_case_id: 'bfs_simple_01',
  answer: `{"distances": {${'"v": 1, '.repeat(times)}"A": 0}}`,
});
/** Each letter of the text is a step; the last of them is right, or not. */
const matches = (letters: number, last: number) => ({
  scaffold: 'kmp',
  input: { text: 'a'.repeat(letters), pattern: 'a' },
  trace: [
    { phase: 'prefix', position: 0, matched: 0 },
    ...Array.from({ length: letters }, (_, position) => ({
      phase: 'search',
      position,
      matched: position === letters - 1 ? last : 1,
    })),
  ],
});

/** Even rows, then odd ones: right where n is not 6k + 2 or 6k + 3. */
const queens = (n: number) => {
  const rows = Array.from({ length: n / 2 }, (_, index) => 2 * index);
  return [...rows.map((row) => row + 1), ...rows];
};
const placed = (solution: readonly number[]) => ({ scaffold: 'n_queens', input: { n: 10_000 }, answer: { solution } });

const TOO_LARGE = /^The body is larger than 4194304 bytes/;

it.each<readonly [string, string, Record<string, unknown>, RegExp]>([
  ['a graph of 100,000 edges', 'solve_with_reference', { scaffold: 'dijkstra', input: graph }, /^dijkstra: /],
  [
    'a graph of 100,001 edges',
    'solve_with_reference',
    { scaffold: 'dijkstra', input: { ...graph, edges: edges(many, 100_001) } },
    /edges: Too big: expected array to have <=100000 items/,
  ],
  ['10,000 queens', 'solve_with_reference', { scaffold: 'n_queens', input: { n: 10_000 } }, /^n_queens: /],
  ['a placement of 10,000 queens', 'check_answer', placed(queens(10_000)), /^Right \(n_queens/],
  [
    '10,000 queens on one diagonal',
    'check_answer',
    placed(Array.from(many.keys()).slice(0, 10_000)),
    /rows 0 and 1 attack/,
  ],
  [
    'a board of 10,001 rows',
    'check_answer',
    { ...placed([]), input: { n: 10_001 } },
    /n: Too big: expected number to be <=10000/,
  ],
  ['an answer of 5 MB', 'check_answer', text(650_000), TOO_LARGE],
  ['an answer of 3 MB', 'check_answer', text(380_000), /has 3040023 characters; at most 500000 are read/],
  [
    'an answer of a million numbers',
    'check_answer',
    { test_case_id: 'merge_sort_simple_01', answer: { sorted: new Array(1_000_000).fill(7) } },
    /^Wrong \(merge_sort, score 0\): At 0/,
  ],
  ['100,000 steps', 'check_trace', trace(100_000), /^Wrong .*: Step 1 is wrong/],
  ['60,001 right steps', 'check_trace', matches(60_000, 1), /^Right \(kmp, score 1\): All 60001 steps are right/],
  [
    '60,001 steps, the last of them wrong',
    'check_trace',
    matches(60_000, 0),
    /Step 60001 is wrong: matched is 1, not 0/,
  ],
  ['100,001 steps', 'check_trace', trace(100_001), /has 100001 steps; at most 100000 steps are read/],
])('%s', async (_name, tool, args, says) => {
  const token = 'scaffolds-sizes';
  const { body } = await callTool(base, tool, args, { path: '/mcp/scaffolds', token });
  expect(body.result?.content[0]?.text ?? body.error?.message).toMatch(says);
  const next = await callTool(base, 'check_answer', { test_case_id: 'bfs_simple_01', answer: 'no' }, { token });
  expect(next.body.result?.['structuredContent']).toMatchObject({ is_valid: false });
});
