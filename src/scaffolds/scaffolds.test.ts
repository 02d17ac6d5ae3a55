/** What holds of every scaffold: its suite, its reference, and which answers count. */
import { describe, expect, it, test } from 'vitest';
import { amount, seedOf } from '../../test/generated.ts';
import { canonicalJson } from './canonical-json.ts';
import { SCAFFOLDS } from './catalog.ts';
import { checkAnswer, describeScaffold, generateCases, listScaffolds, solveInstance } from './engine.ts';
import type { TestCase } from './service.ts';
import { TEXTS } from './texts/catalog.ts';

const suiteOf = (scaffold: string, seed = 0, level = 1) => generateCases({ scaffold, seed, level });
const checkCase = ({ id }: TestCase, answer: unknown) => checkAnswer({ kind: 'case', id }, answer);

const REFUSALS = [
  'I cannot solve this.',
  "I'm sorry, but as an AI I am not able to help with that.",
  'This is impossible for me to do.',
  'I do not know.',
];

describe.each(SCAFFOLDS.map(({ name }) => name))('%s', (name) => {
  const suite = suiteOf(name);

  it('has a suite of 3, 5 and 3 cases, all different and made again by their ids', () => {
    expect(suite.map(({ tier }) => tier)).toEqual([
      ...Array(3).fill('simple'),
      ...Array(5).fill('standard'),
      ...Array(3).fill('edge'),
    ]);
    expect(new Set(suite.map(({ input }) => canonicalJson(input))).size).toBe(11);
    for (const each of suite) expect(solveInstance({ kind: 'case', id: each.id })).toMatchObject({ input: each.input });
    expect(suiteOf(name)).toEqual(suite);
    const other = suiteOf(name, 7, 2);
    expect(other[0]?.id).toBe(`${name}_simple_01_s7_l2`);
    expect(solveInstance({ kind: 'case', id: other[4]?.id ?? '' }).input).toEqual(other[4]?.input);
  });

  it('makes any number of different cases', () => {
    for (const tier of ['simple', 'standard', 'edge'] as const) {
      const cases = generateCases({ scaffold: name, tier, count: 40, seed: seedOf(1), level: 2 });
      expect(new Set(cases.map(({ input }) => canonicalJson(input))).size).toBe(40);
    }
  });

  it('makes cases of the highest level', () => {
    expect(generateCases({ scaffold: name, count: 60, seed: 1, level: 10 })).toHaveLength(180);
  });

  it('accepts the answers of its reference, as JSON and in words', () => {
    for (let seed = 0; seed < amount(60, 6); seed++)
      for (const each of suiteOf(name, seedOf(seed) % 1e6, 1 + (seed % 3))) {
        const text = JSON.stringify(each.expected);
        const forms = [
          each.expected,
          text,
          `Steps: first I looked at the input.\n\n\`\`\`json\n${text}\n\`\`\``,
          inWords(each),
        ];
        for (const form of forms) {
          const checked = checkCase(each, form);
          expect(
            checked,
            `${each.id}: ${JSON.stringify(form)} was read as ${JSON.stringify(checked.read)}`,
          ).toMatchObject({
            correct: true,
            score: 1,
          });
        }
      }
  });

  it('gives nothing for refusals, empty answers and echoes of the input', () => {
    for (const each of suite)
      for (const answer of [...REFUSALS, '', ' \n', {}, [], null, each.input, JSON.stringify(each.input), each.task]) {
        const checked = checkCase(each, answer);
        expect(checked, `${each.id}: ${JSON.stringify(answer)}`).toMatchObject({ correct: false, score: 0 });
        expect(checked.message).not.toBe('');
      }
  });

  it('gives nothing for an answer to another case', () => {
    const wrong = suite.flatMap((each) =>
      suite
        .filter((other) => canonicalJson(other.expected) !== canonicalJson(each.expected))
        .map((other) => checkCase(each, other.expected)),
    );
    // Some answers are right for several inputs.
    expect(wrong.filter(({ correct }) => !correct).length).toBeGreaterThan(wrong.length * 0.7);
  });

  it('tells its input, its answer and an example', () => {
    const { example, answer, inputSchema } = describeScaffold(name);
    expect(example.id).toBe(`${name}_simple_01`);
    expect(answer.length).toBeGreaterThan(0);
    expect(inputSchema['type']).toBe('object');
  });
});

/** The expected answer as fields with their values, in Markdown. */
function inWords({ expected }: TestCase): string {
  const lines = Object.entries(expected).map(([field, value]) => `**${field}**: ${JSON.stringify(value)}`);
  return `Here is what I found.\n\n${lines.join('\n')}\n`;
}

test('every scaffold has a text to work by, with a checked example', () => {
  expect(Object.keys(TEXTS)).toEqual(SCAFFOLDS.map(({ name }) => name));
  for (const { name } of SCAFFOLDS) {
    const { text, answer, trace, example } = describeScaffold(name);
    for (const heading of [
      'State',
      'Start',
      'Each round',
      'End',
      'Before you answer',
      'What goes wrong',
      'Answer',
      'Example',
    ])
      expect(text).toContain(`## ${heading}\n`);
    for (const field of [...answer, ...trace.fields]) expect(text).toContain(`\`${field.name}\``);
    // The example of the text is what the checker reads of it.
    expect(checkAnswer({ kind: 'case', id: example.id }, text).correct, name).toBe(true);
    expect(text.length).toBeLessThan(8000);
  }
});

test('names and aliases are found whatever their case and signs', () => {
  for (const { name, title, aliases } of SCAFFOLDS)
    for (const each of [name, name.toUpperCase(), title, name.replaceAll('_', '-'), ...aliases])
      expect(describeScaffold(each).name).toBe(name);
  expect(() => describeScaffold('bogosort')).toThrow('There is no scaffold "bogosort"');
});

test('lists those of a category', () => {
  expect(listScaffolds('graph').map(({ name }) => name)).toEqual([
    'bfs',
    'dfs',
    'dijkstra',
    'astar',
    'bellman_ford',
    'floyd_warshall',
    'topological_sort',
  ]);
});

test.each([
  ['dijkstra_simple_0', 'is no id'],
  ['dijkstra_hard_01', 'is no id'],
  ['dijkstra_simple_00', 'is no id'],
  ['dijkstra_simple_01_l11', 'is no id'],
  ['bogosort_simple_01', 'There is no scaffold "bogosort"'],
])('%s is refused with what ids are', (id, says) => {
  expect(() => checkAnswer({ kind: 'case', id }, {})).toThrow(says);
});

test.each([
  [{ vertices: ['A'], edges: [['A', 'B', 1]], source: 'A' }, 'edges: "B" is not in vertices'],
  [{ vertices: ['A'], edges: [], source: 'B' }, 'source: B is not in vertices'],
  [{ vertices: ['A', 'A'], edges: [], source: 'A' }, 'vertices: a vertex stands there twice'],
  [{ vertices: ['A', 'B'], edges: [['A', 'B', -1]], source: 'A' }, 'edges.0.2'],
  [{ vertices: [], edges: [], source: 'A' }, 'vertices'],
  ['vertices', 'it is|expected object'],
])('an input that is no instance is refused with the reason: %j', (input, says) => {
  expect(() => solveInstance({ kind: 'input', scaffold: 'dijkstra', input })).toThrow(new RegExp(says));
});
