/** Large instances, many test cases, and answers that hold far too much. */
import type { LargeCases } from './case.ts';

/** A chain of vertices, and their distances. */
function chain(length: number) {
  const vertices = Array.from({ length }, (_, index) => `vertex number ${index}`);
  const edges = vertices.slice(1).map((vertex, index) => [vertices[index], vertex, 1]);
  return {
    instance: { scaffold: 'dijkstra', input: { vertices, edges, source: vertices[0] } },
    distances: Object.fromEntries(vertices.map((vertex, index) => [vertex, index])),
  };
}

const { instance: large, distances } = chain(3000);
// The steps of a trace grow with the square of the vertices.
const { instance: long, distances: first } = chain(500);

// A graph without edges: its pointers never change.
const zeros = `[${'0 '.repeat(50)}]`;
const clrs = {
  scaffold: 'floyd_warshall',
  input: { clrs_text: `floyd_warshall:\nA: [${`${zeros}, `.repeat(50)}]\ntrace | Pi:` },
  trace: `${`[${`${zeros}, `.repeat(50)}], `.repeat(3)} | [${zeros}]`,
};

/** The cases. */
export const SCAFFOLDS: LargeCases = {
  cases: {
    list_scaffolds: [
      { says: 'all of them', args: {} },
      { says: 'a category with its template', args: { category: 'graph' } },
    ],
    get_scaffold: [
      { says: 'with a long schema', args: { scaffold: 'astar' } },
      { says: 'with its text', args: { scaffold: 'floyd_warshall', include_text: true }, most: 4000 },
      { says: 'a name that does not exist', args: { scaffold: 'n'.repeat(90) }, expects: 'failure' },
    ],
    generate_test_cases: [
      { says: 'the largest there are', args: { scaffold: 'floyd_warshall', level: 10 }, expects: 'shortened' },
      {
        says: 'hundreds',
        args: { scaffold: 'astar', count: 60, limit: 200, level: 3 },
        most: 10_000,
        expects: 'shortened',
      },
    ],
    check_answer: [
      {
        says: 'thousands of distances',
        args: { ...large, answer: { distances }, include_expected: true },
        expects: 'shortened',
      },
      { says: 'a long text with nothing in it', args: { ...large, answer: 'words '.repeat(80_000) } },
      {
        says: 'an endless name',
        args: { ...large, answer: { distances: { ['v'.repeat(100_000)]: 1 } } },
        expects: 'shortened',
      },
    ],
    check_trace: [
      {
        says: 'one step of hundreds of distances',
        args: { ...long, trace: [{ vertex: 'vertex number 0', distances: first }] },
        expects: 'shortened',
      },
      { says: 'a long text with nothing in it', args: { ...long, trace: 'words '.repeat(80_000) } },
      { says: 'a wrong table among hints of CLRS', args: clrs, expects: 'shortened' },
    ],
    start_certification: [
      { says: 'all scaffolds', args: {} },
      { says: 'an estimate of many tests', args: { count: 20, scaffolds: ['graph', 'string'], estimate_only: true } },
    ],
    get_certification: [
      { says: 'tests of the newest', args: {}, most: 10_000 },
      { says: 'its end', args: { end: true }, most: 10_000 },
    ],
    certification_report: [{ says: 'hundreds of tests without an answer', args: {}, expects: 'shortened' }],
    solve_with_reference: [{ says: 'thousands of distances', args: large, expects: 'shortened' }],
  },
};
