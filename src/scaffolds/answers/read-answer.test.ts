/** Answers as models write them. */
import { expect, it, test } from 'vitest';
import { findLiterals, fromJson } from './literals.ts';
import { MOST_CHARACTERS, readText, readValue } from './read-answer.ts';
import type { Shape } from './shape.ts';

const DISTANCES: Shape = { distances: { kind: 'distances', says: 'distances', aliases: ['distance'] } };
const EXPECTED = { A: 0, B: 3, C: null };

test.each([
  ['JSON', '{"distances": {"A": 0, "B": 3, "C": null}}'],
  ['a frame', '{"answer": {"distances": {"A": 0, "B": 3, "C": null}}}'],
  ['the field alone', '{"A": 0, "B": 3, "C": null}'],
  ['Python', "{'distances': {'A': 0, 'B': 3, 'C': float('inf')}}".replace("float('inf')", 'inf')],
  ['a trailing comma', '{"distances": {"A": 0, "B": 3, "C": None,},}'],
  ['bare keys', '{A: 0, B: 3, C: ∞}'],
  ['pairs', '{"distances": [["A", 0], ["B", 3], ["C", null]]}'],
  [
    'a fence behind reasoning',
    'First A: 0, then B: 7.\n```json\n{"distances": {"A": 0, "B": 3, "C": "Infinity"}}\n```\nDone.',
  ],
  ['the last of two', '{"distances": {"A": 0, "B": 9, "C": 1}}\nNo, wait:\n{"distances": {"A": 0, "B": 3, "C": null}}'],
  ['words', 'The distances are: A = 0, B = 3, C = unreachable.'],
  ['bold words', '**Distances:** A: 0, B: 3, C: ∞'],
  ['bullets', 'Distances:\n- A: 0\n- B: 3\n- C: ∞\n\nThat is all: 3 vertices.'],
  ['arrows', 'Distances:\nA → 0\nB → 3\nC → inf'],
  ['a table', 'Final distances:\n\n| Vertex | Distance |\n|---|---|\n| A | 0 |\n| B | 3 |\n| C | ∞ |\n'],
  ['a table alone', '| vertex | length |\n|:--|--:|\n| A | 0 |\n| B | 3 |\n| C | - |'],
  ['LaTeX', '$\\text{distances} = \\{A: 0, B: 3, C: \\infty\\}$'],
  ['boxed', '$$\\boxed{\\{A: 0, B: 3, C: \\infty\\}}$$'],
])('reads distances as %s', (_, text) => {
  expect(readText(text, DISTANCES)).toEqual({ kind: 'read', answer: { distances: EXPECTED } });
});

const ORDER: Shape = { order: { kind: 'labels', says: 'the order', aliases: ['topological order'] } };

test.each([
  ['JSON', '{"order": ["A", "B", "C"]}'],
  ['a list alone', 'So it is ["A", "B", "C"].'],
  ['arrows', 'Topological order: A → B → C'],
  ['ASCII arrows', '**Order**: A -> B -> C.'],
  ['LaTeX arrows', 'Order: $A \\to B \\rightarrow C$'],
  ['commas', 'The topological order is A, B, C.'],
  ['numbers', 'Order:\n1. A\n2. B\n3. C\n'],
  ['brackets without quotes', 'order = [A, B, C]'],
])('reads an order as %s', (_, text) => {
  expect(readText(text, ORDER)).toEqual({ kind: 'read', answer: { order: ['A', 'B', 'C'] } });
});

const VALUE: Shape = {
  max_value: { kind: 'number', says: 'the largest value', aliases: ['maximum value', 'value'] },
  items: { kind: 'numbers', says: 'the items', aliases: ['selected items'], optional: true },
};

test.each([
  ['JSON', '{"max_value": 220, "items": [1, 2]}', [1, 2]],
  ['other names', '{"Maximum Value": "220", "selectedItems": [1, 2]}', [1, 2]],
  ['words', 'Maximum value: 220\nSelected items: 1, 2', [1, 2]],
  ['prose', 'Items 1 and 2 are taken. The maximum value is **220**.', undefined],
  ['boxed', 'Therefore the answer is $\\boxed{220}$', undefined],
  ['a bare number', '220', undefined],
  ['thousands', '{"max_value": "0,220"}'.replace('0,220', '220'), undefined],
])('reads a number as %s', (_, text, items) => {
  const reading = readText(text, VALUE);
  expect(reading).toMatchObject({ kind: 'read', answer: { max_value: 220 } });
  if (items !== undefined) expect(reading).toMatchObject({ answer: { items } });
});

const TREE: Shape = { tree: { kind: 'rows', says: 'edges', aliases: ['edges of the tree'] } };

test.each([
  ['JSON', '{"tree": [["A", "B", 1], ["B", "C", 2]]}'],
  ['tuples', "Tree: [('A', 'B', 1), ('B', 'C', 2)]"],
  ['tuples without a list', 'Tree: (A, B, 1), (B, C, 2)\n\n(A, C, 9) is left out.'],
  ['bullets', 'Edges of the tree:\n- A–B (1)\n- B-C: 2\n'],
  ['bullets of tuples', 'Edges of the tree:\n1. (A, B, 1)\n2. [B, C, 2]\n'],
  ['a line', 'The tree: A–B (1), B-C: 2.'],
  ['a line before prose', 'Tree: A–B (weight 1) and B – C (2)\nThe tree has 2 edges, and the tree weighs 3.'],
])('reads edges as %s', (_, text) => {
  const rows = [
    ['A', 'B', '1'],
    ['B', 'C', '2'],
  ];
  expect(readText(text, TREE)).toEqual({ kind: 'read', answer: { tree: rows } });
});

const RESULTS: Shape = { results: { kind: 'truths', says: 'results' } };

test.each([
  ['JSON', '{"results": [null, true, false]}'],
  ['a list alone', 'So it is [null, "yes", "no"].'],
  ['Python', "{'results': [None, True, False]}"],
  ['words', 'Results: null, true, false.'],
  ['bullets', 'Results:\n1. null\n2. `true`\n3. false\n'],
])('reads results as %s', (_, text) => {
  expect(readText(text, RESULTS)).toEqual({ kind: 'read', answer: { results: [null, true, false] } });
});

const CODES: Shape = { codes: { kind: 'textOf', says: 'codes' } };

test.each([
  ['JSON', '{"codes": {"A": "010", "B": "1", "C": "0110000000000000000000000000"}}'],
  ['bare words', 'codes = {A: 010, B: 1, C: 0110000000000000000000000000}'],
  ['words', 'Codes: A = 010, B = 1, C = 0110000000000000000000000000'],
  ['bullets', 'Codes:\n- A: `010`\n- B: `1`\n- C: `0110000000000000000000000000`\n'],
  ['a table', 'Codes:\n\n| symbol | code |\n|---|---|\n| A | 010 |\n| B | 1 |\n| C | 0110000000000000000000000000 |'],
])('keeps every digit of codes as %s', (_, text) => {
  const codes = { A: '010', B: '1', C: '0110000000000000000000000000' };
  expect(readText(text, CODES)).toEqual({ kind: 'read', answer: { codes } });
});

test.each(['[]', 'Nothing is left:\n[]'])('takes %j for no answer, and with its name for an empty one', (text) => {
  expect(readText(text, TREE).kind).not.toBe('read');
  expect(readText(`tree: ${text}`, TREE).kind).toBe(text === '[]' ? 'read' : 'malformed');
});

it('keeps long codes that begin with 1', () => {
  expect(readText(`codes = {A: ${'1'.repeat(30)}}`, CODES)).toMatchObject({ answer: { codes: { A: '1'.repeat(30) } } });
});

const PLACE: Shape = { index: { kind: 'distance', says: 'the index', optional: true } };

test.each([
  ['behind what it is of', 'The index of 7 is 3.', 3],
  ['behind words that it is of', 'So the index of the target 2.5 is **3**.', 3],
  ['of itself', 'An index of 3 is the answer.', 3],
  ['as missing', 'Index: not found', null],
  ['as null, though optional', '{"index": null}', null],
])('reads a place %s', (_, text, index) => {
  expect(readText(text, PLACE)).toEqual({ kind: 'read', answer: { index } });
});

const WORDS: Shape = {
  subsequence: { kind: 'text', says: 'a subsequence', aliases: ['lcs', 'longest common subsequence'] },
  length: { kind: 'number', says: 'its length', optional: true },
};

test.each([
  ['JSON', '{"subsequence": "B A"}', 'B A'],
  ['nothing in quotes', 'Subsequence: ""', ''],
  ['words in quotes', "The LCS is 'B A'.", 'B A'],
  ['a word', 'LCS: BA\nLCS length: 2', 'BA'],
  ['digits as they are', 'The LCS of 0101 and 1010 is **010**, a longest common subsequence.', '010'],
  ['a word below its name', 'Longest common subsequence:\n\nBA\n', 'BA'],
])('reads a text as %s', (_, text, subsequence) => {
  expect(readText(text, WORDS)).toMatchObject({ kind: 'read', answer: { subsequence } });
});

const PRODUCT: Shape = { product: { kind: 'product', says: 'a product', aliases: ['order'] } };

test.each([
  ['JSON', '{"product": "((A1A2)A3)"}', '((A1A2)A3)'],
  ['nested lists', '{"product": [["A1", "A2"], "A3"]}', '((A1 A2) A3)'],
  ['words', 'The order is (A x B) x C, which costs 7.', '(A x B) x C'],
  ['words before a remark', 'Order: ((A1A2)A3) (left first).', '((A1A2)A3)'],
  ['LaTeX', 'Order: $\\left(A_1 \\times A_2\\right) \\times A_{3}$.', '(A_1 \\times A_2 ) \\times A_{3}'],
])('reads a product as %s', (_, text, product) => {
  expect(readText(text, PRODUCT)).toEqual({ kind: 'read', answer: { product } });
});

test('reads a number behind what it is about', () => {
  const shape: Shape = { distance: { kind: 'number', says: 'the distance', aliases: ['edit distance'] } };
  for (const text of [
    'So the edit distance between "kitten" and "sitting" is **3**.',
    'The edit distance from kitten to sitting = 3',
  ])
    expect(readText(text, shape)).toEqual({ kind: 'read', answer: { distance: 3 } });
});

it('takes no name for a part of another one', () => {
  const root: Shape = { root: { kind: 'number', says: 'x', aliases: ['x'] } };
  expect(readText('{"coefficients": [0, 1], "x0": 3}', root).kind).toBe('malformed');
  expect(readText('x0 = 3, and then x = 2', root)).toEqual({ kind: 'read', answer: { root: 2 } });
});

const GRID: Shape = {
  grid: { kind: 'numberRows', says: 'rows', optional: true },
  row: { kind: 'numbers', says: 'a row', optional: true },
  solvable: { kind: 'boolean', says: 'whether there is one', optional: true, falseWhen: /\bno solution\b/i },
};
const ROWS = [
  [5, 3, 4],
  [6, 7, 2],
];

test.each([
  ['lines', 'Grid:\n\n5 3 4\n6 7 2\n\nDone.', { grid: ROWS }],
  ['the last lines that nothing names', '1 2\n3 4\n\nNo:\n5 3 | 4\n----+--\n6 7 | 2\nDone.', { grid: ROWS }],
  ['lists in lines', '[5, 3, 4]\n[6, 7, 2]', { grid: ROWS }],
  ['a list of lists', 'It is [[5, 3, 4], [6, 7, 2]].', { grid: ROWS }],
  ['a list alone', 'It is [5, 3, 4].', { row: [5, 3, 4] }],
  ['no solution', 'I tried 5.\n\nSo there is no solution.', { solvable: false }],
])('reads a grid as %s', (_, text, answer) => {
  expect(readText(text, GRID)).toEqual({ kind: 'read', answer });
});

test('reads texts by names or in their order', () => {
  const shape: Shape = { colors: { kind: 'textOfEach', says: 'colors', optional: true } };
  for (const [text, colors] of [
    ['{"colors": {"A": 1, "B": "red"}}', { A: '1', B: 'red' }],
    ['{"colors": [1, "red"]}', ['1', 'red']],
    ['Colors: A: 01, B: red', { A: '01', B: 'red' }],
    ['| Vertex | Color |\n|---|---|\n| A | 1 |\n| B | red |', { A: '1', B: 'red' }],
  ] as const)
    expect(readText(text, shape)).toEqual({ kind: 'read', answer: { colors } });
});

test.each([
  ['an empty text', '', 'empty'],
  ['a refusal', 'I cannot help with this graph.', 'refusal'],
  ['prose', 'The shortest paths follow from the relaxation of all edges.', 'malformed'],
  ['a field of another kind', '{"distances": [1, 2, 3]}', 'malformed'],
  ['other fields', '{"vertices": ["A"], "edges": []}', 'malformed'],
  ['too much', 'x'.repeat(MOST_CHARACTERS + 1), 'too_long'],
])('%s has no answer', (_, text, kind) => {
  const reading = readText(text, DISTANCES);
  expect(reading.kind).toBe(kind);
  expect(reading).toHaveProperty('message');
});

it('never takes longer than the text is long', () => {
  for (const text of [
    '['.repeat(200_000),
    '"'.repeat(300_000),
    'distances: '.repeat(40_000),
    'answer '.repeat(60_000),
    '{"a":'.repeat(100_000),
    '(('.repeat(100_000),
    'A: '.repeat(200_000),
    '|'.repeat(500_000),
  ])
    expect(readText(text, DISTANCES).kind).not.toBe('read');
});

it('reads values as they are', () => {
  expect(readValue(fromJson({ distances: { A: 0, B: 'inf' } }), DISTANCES)).toEqual({
    kind: 'read',
    answer: { distances: { A: 0, B: null } },
  });
  expect(readValue(fromJson({}), DISTANCES).kind).toBe('empty');
});

it('finds literals between words', () => {
  const found = findLiterals('a [1, (2, "x y")] b {k: True, "l": \'m\'} c {1, 2} d [unclosed');
  expect(found.map(({ value }) => value)).toEqual([
    [1, [2, 'x y']],
    new Map<string, unknown>([
      ['k', true],
      ['l', 'm'],
    ]),
    [1, 2],
  ]);
});
