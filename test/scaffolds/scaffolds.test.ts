/** The tools of scaffolds through the public door, with the real Worker behind it. */
import { beforeAll, expect, it, test } from 'vitest';
import { SCAFFOLDS } from '../../src/scaffolds/catalog.ts';
import { CATEGORIES } from '../../src/scaffolds/scaffold.ts';
import { sharedFront } from '../mcp/harness.ts';
import { callTool, connect } from '../mcp/requests.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

async function call(name: string, args: Record<string, unknown>) {
  const { body } = await callTool(base, name, args, { path: '/mcp/scaffolds', token: 'scaffolds' });
  const { isError, structuredContent, content } = body.result ?? { content: [] };
  return { isError: isError === true, facts: Object(structuredContent), text: content[0]?.text ?? '' };
}

it('lists its tools at /mcp/scaffolds, to the official client', async () => {
  const client = await connect(base, 'modern', { token: 'scaffolds', path: '/mcp/scaffolds' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'list_scaffolds',
    'get_scaffold',
    'generate_test_cases',
    'check_answer',
    'check_trace',
    'solve_with_reference',
    'start_certification',
    'get_certification',
    'certification_report',
  ]);
  await client.close();
});

it('offers every scaffold as a resource, and a prompt that solves by one', async () => {
  const client = await connect(base, 'modern', { token: 'scaffolds-reader' });
  const { resources } = await client.listResources();
  const shared = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('lemma://scaffolds/'));
  const names = [...SCAFFOLDS.map(({ name }) => name), ...CATEGORIES];
  expect(shared).toEqual(names.map((name) => `lemma://scaffolds/${name}`));
  const { contents } = await client.readResource({ uri: 'lemma://scaffolds/dijkstra' });
  expect(contents).toMatchObject([
    { mimeType: 'text/markdown', text: expect.stringMatching(/^# Dijkstra's algorithm\n[\s\S]*## Example\n/) },
  ]);
  await expect(client.readResource({ uri: 'lemma://scaffolds/bogosort' })).rejects.toThrow('There is no resource');
  const ref = { type: 'ref/prompt' as const, name: 'solve_by_scaffold' };
  const { completion } = await client.complete({ ref, argument: { name: 'scaffold', value: 'sort' } });
  expect(completion.values).toEqual(['topological_sort', 'merge_sort']);
  const { messages } = await client.getPrompt({ name: 'solve_by_scaffold', arguments: { scaffold: 'bfs' } });
  expect(JSON.stringify(messages)).toContain('bfs_standard_01');
  await client.close();
});

it('has a template for each category, as a resource, of a tool and for a prompt', async () => {
  const client = await connect(base, 'modern', { token: 'scaffolds-reader' });
  for (const category of CATEGORIES) {
    const { contents } = await client.readResource({ uri: `lemma://scaffolds/${category}` });
    const { facts } = await call('list_scaffolds', { category });
    expect(contents).toEqual([{ uri: expect.anything(), mimeType: 'text/markdown', text: facts.template }]);
    for (const heading of ['State', 'Start', 'Each round', 'End', 'Before you answer', 'What goes wrong', 'Steps'])
      expect(facts.template).toContain(`## ${heading}\n`);
    for (const { name } of facts.scaffolds) expect(facts.template).toContain(`lemma://scaffolds/${name}`);
  }
  const ref = { type: 'ref/prompt' as const, name: 'solve_by_template' };
  const { completion } = await client.complete({ ref, argument: { name: 'category', value: 'dyn' } });
  expect(completion.values).toEqual(['dynamic_programming']);
  const { messages } = await client.getPrompt({
    name: 'solve_by_template',
    arguments: { category: 'graph', problem: 'Find the diameter of A-B, B-C.' },
  });
  expect(JSON.stringify(messages)).toContain('Find the diameter of A-B, B-C.');
  await client.close();
});

it('takes an agent from the list to a right answer, and says what was wrong on the way', async () => {
  const { facts: listed } = await call('list_scaffolds', { category: 'graph' });
  expect(listed.total).toBe(SCAFFOLDS.filter(({ category }) => category === 'graph').length);
  const { facts: suite } = await call('generate_test_cases', { scaffold: 'Dijkstra', include_expected: false });
  expect(suite).toMatchObject({ scaffold: 'dijkstra', total: 11 });
  const [first] = suite.test_cases;
  expect(first).toMatchObject({ id: 'dijkstra_simple_01', tier: 'simple' });
  expect(first).not.toHaveProperty('expected');
  const { facts: solved, text } = await call('solve_with_reference', { test_case_id: first.id });
  expect(text).toContain(JSON.stringify(solved.answer));

  const said = `After all relaxations:\n\n${JSON.stringify(solved.answer.distances)}`;
  expect((await call('check_answer', { test_case_id: first.id, answer: said })).facts).toMatchObject({
    is_valid: true,
    score: 1,
    read_as: 'read',
    actual: { distances: solved.answer.distances },
  });
  const wrong = { ...solved.answer.distances, [first.input.vertices[1]]: 999 };
  const checked = await call('check_answer', {
    scaffold: 'dijkstra',
    input: first.input,
    answer: { distances: wrong },
  });
  expect(checked.facts).toMatchObject({ is_valid: false, score: 0, at: first.input.vertices[1] });
  expect(checked.facts).not.toHaveProperty('expected');
  expect(checked.text).toMatch(/^Wrong \(dijkstra, score 0\): The distance of /);
});

test.each([
  ['refusals', 'I cannot do that.', 'refusal'],
  ['nothing', '', 'empty'],
  ['something else', 'The graph is nice.', 'malformed'],
])('%s score nothing, with the reason', async (_, answer, read_as) => {
  const { facts, isError } = await call('check_answer', { test_case_id: 'dijkstra_simple_01', answer });
  expect(isError).toBe(false);
  expect(facts).toMatchObject({ is_valid: false, score: 0, read_as });
  expect(facts.message).toMatch(/\w/);
});

test.each([
  ['get_scaffold', { scaffold: 'bogosort' }, 'There is no scaffold "bogosort"'],
  ['check_answer', { answer: {} }, 'name no instance'],
  ['check_answer', { answer: {}, test_case_id: 'dijkstra_simple_01', scaffold: 'bfs' }, 'more than one'],
  ['check_answer', { answer: {}, test_case_id: 'dijkstra_01' }, 'is no id of a test case'],
  ['solve_with_reference', { scaffold: 'bfs', input: { vertices: ['A'] } }, 'edges'],
])('%s refuses what cannot be, and says what can', async (name, args, says) => {
  const { facts, isError } = await call(name, args);
  expect(isError).toBe(true);
  expect(facts).toMatchObject({ status: 'error', error_type: 'ValueError' });
  expect(facts.message).toContain(says);
  expect(facts.advice).toMatch(/\w/);
});

it('says which step of a trace is the first wrong one, and accepts any order of ties', async () => {
  const input = {
    vertices: ['A', 'B', 'C'],
    edges: [
      ['A', 'B', 1],
      ['A', 'C', 1],
    ],
    source: 'A',
  };
  const step = (vertex: string, B: number | null, C: number | null) => ({ vertex, distances: { A: 0, B, C } });
  const check = async (trace: unknown) => (await call('check_trace', { scaffold: 'dijkstra', input, trace })).facts;
  const start = step('A', 1, 1);
  for (const order of [
    ['B', 'C'],
    ['C', 'B'],
  ]) {
    const right = await check([start, ...order.map((vertex) => step(vertex, 1, 1))]);
    expect(right).toMatchObject({ is_valid: true, score: 1, right_steps: 3, needed_steps: 3 });
  }
  expect(await check([start, step('C', 1, 2), step('B', 1, 1)])).toMatchObject({
    is_valid: false,
    score: 1 / 3,
    right_steps: 1,
    first_wrong: { number: 2, expected: step('C', 1, 1), given: step('C', 1, 2) },
    message: 'Step 2 is wrong: distances of C is 1, not 2 (2 steps are legal here; the nearest is shown).',
  });
  const table = '| vertex | distances |\n|---|---|\n| A | {A: 0, B: 1, C: 1} |\n| B | A: 0, B: 1, C: 1 |\n';
  expect(await check(table)).toMatchObject({
    is_valid: false,
    right_steps: 2,
    needed_steps: 3,
    first_wrong: { number: 3 },
  });
});

it('judges hints of CLRS, and says what it takes', async () => {
  const question = 's: 0, A: [[0 1 1 0], [1 0 0 1], [1 0 0 1], [0 1 1 0]], initial_trace: [0 1 2 3]\ntrace | pi:\n';
  const check = (scaffold: string, algorithm: string, trace: unknown) =>
    call('check_trace', { scaffold, input: { clrs_text: `${algorithm}:\n${question}` }, trace });
  expect((await check('bfs', 'bfs', '[0 0 0 3] | [0 0 0 2]\n\n')).facts).toMatchObject({
    scaffold: 'bfs',
    is_valid: true,
    score: 1,
    message: 'All 2 steps are right.',
  });
  expect((await check('bfs', 'bfs', '[0 0 1 3] | [0 0 1 2]')).facts).toMatchObject({
    is_valid: false,
    score: 0,
    message: 'Step 1 is wrong: pi_h[2] is 0, not 1.',
    first_wrong: { number: 1, expected: { pi_h: [0, 0, 0, 3] }, given: { pi_h: [0, 0, 1, 3] } },
  });
  const hints = [{ reach_h: [1, 0, 0, 0] }, { reach_h: [1, 1, 1, 0] }, { reach_h: [1, 1, 1, 1] }];
  expect((await check('bfs', 'bfs', hints)).facts).toMatchObject({ is_valid: true, given_steps: 3 });
  const refused = await check('sudoku', 'bfs', hints);
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('sudoku has no counterpart in CLRS.');
  expect((await check('bfs', 'bellman_ford', hints)).text).toContain(
    'clrs_text is about bellman_ford; bfs is bfs there.',
  );
});

it('gives the same cases to everybody, at every time', async () => {
  const args = { scaffold: 'topological_sort', tier: 'edge', count: 20, seed: 5, level: 2 };
  const [one, other] = await Promise.all([call('generate_test_cases', args), call('generate_test_cases', args)]);
  expect(one.facts).toEqual(other.facts);
  expect(one.facts.total).toBe(20);
});
