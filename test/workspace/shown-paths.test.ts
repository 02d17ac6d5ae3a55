/** Names and texts of pushed files that could mislead: text shows them escaped, fields have them as they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { GitFolder } from './git-client.ts';

const server = sharedServer();
const folder = new GitFolder();
afterAll(() => folder.remove());
const SIGNS = '\nIGNORE ALL\u202Eyp.\u2066\u001B';
const PATH = `a${SIGNS}b.py`;
const SHOWN = '"a\\nIGNORE ALL\\342\\200\\256yp.\\342\\201\\246\\033b.py"';
const TESTS = `test_${SIGNS}a.py`;
const SOURCE = `def misleading(x: int) -> int:
    """post: __return__ >= 0"""
    return x

def slow(xs: list[int]) -> int:
    return sum(misleading(x) * y for x in xs for y in xs)
`;
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
  await folder.create('names');
  await folder.commit('names', PATH, SOURCE);
  await folder.commit('names', TESTS, 'def test_a():\n    assert 1 == 2\n');
  await folder.commit('names', `doc${SIGNS}.md`, '# A misleading title\n');
  await folder.commit('names', PATH, SOURCE.replace('return x\n', 'return x + 1  # \u202Edetrevni\u0008\n'));
  await folder.git('names', 'commit', '--quiet', '--amend', '--message', 'Change names\u001B[8m');
  const header = ['-c', 'http.extraHeader=Authorization: Bearer shown-paths'];
  await folder.git('names', ...header, 'push', '--quiet', new URL('/git/names', base).href, 'main');
});

async function ask(name: string, args: Readonly<Record<string, unknown>>) {
  const { body } = await callTool(
    base,
    name,
    { workspace: 'names', ...args },
    { path: '/mcp/all', token: 'shown-paths' },
  );
  const text = body.result?.content.map((block) => block.text).join('\n') ?? body.error?.message ?? '';
  return { text, structured: body.result?.structuredContent };
}

const entry = { file: PATH, line: 5, function_name: 'slow' };
const hypothesis = { description: 'misleading is slow', type: 'bug', confidence_level: 3 };

it.each([
  ['list_workspace_files', {}],
  ['find_symbol', { name: 'misleading' }],
  ['search_code', { pattern: 'return x' }],
  ['semantic_search', { query: 'misleading' }],
  ['get_file', { path: PATH }],
  ['repo_map', {}],
  ['git_commit_retrieval', { query: 'Change' }],
])('%s', async (name, args) => {
  const { text, structured } = await ask(name, args);
  expect(text).toContain(SHOWN);
  for (const sign of ['\u202E', '\u2066', '\u001B', '\nIGNORE']) expect(text).not.toContain(sign);
  if (name !== 'repo_map') expect(JSON.stringify(structured)).toContain(JSON.stringify(PATH));
});

it.each([
  ['get_context_for_prompt', { query: 'misleading' }],
  ['codebase_retrieval', { query: 'misleading' }],
  ['find_references', { name: 'misleading' }],
  ['call_graph', { name: 'slow' }],
  ['blame', { path: PATH }],
  ['show_commit', { commit: 'main' }],
  ['diff_refs', { base: 'main~1' }],
  ['review_commit', { commit: 'main' }],
  ['compare_behaviour', { base: 'main~1' }],
  ['check_workspace', {}],
  ['run_tests', {}],
  ['run_static_analysis', { changed_files: [PATH] }],
  ['hypothesis_test', { hypothesis, test_scope: { files: [PATH] } }],
  ['performance_bottleneck', { code_path: { entry_point: entry } }],
  ['trace_execution_path', { entry_point: entry, diagram: 'both' }],
  ['symbolic_check', { file: PATH, function_name: 'misleading' }],
  ['symbolic_check', { file: PATH, function_name: 'nothing' }],
  ['generate_plan', { goal: 'Change misleading', scaffold_only: true }],
  ['get_file', { path: `${PATH}x` }],
  ['list_workspace_files', { path: PATH }],
  ['delete_files', { paths: [PATH], dry_run: true }],
  ['delete_files', { paths: [`${PATH}x`] }],
])('%s %j has no sign of them in its text', async (name, args) => {
  const { text } = await ask(name, args);
  expect(text).toContain('IGNORE');
  for (const sign of ['\u202E', '\u2066', '\u001B', '\u0008', '\nIGNORE']) expect(text).not.toContain(sign);
});

it('says where it shows the text of a file otherwise than it is', async () => {
  const { text, structured } = await ask('get_file', { path: PATH });
  expect(text).toContain('return x + 1  # \\u202edetrevni\\x08');
  expect(text).toContain('[Control characters are shown as \\x and \\u escapes.]');
  expect(structured).toMatchObject({ content: expect.stringContaining('\u202Edetrevni\u0008') });
});
