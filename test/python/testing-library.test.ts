/** The tests of how steps are counted, which are Python, in a session as rooms have them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();

/** What stands beside the counter is not counted. */
const RUN = `
import io, lemma_cost, types, unittest
source = open("cost_test.py").read()
tests = types.ModuleType("cost_test")
exec(compile(source, lemma_cost.__path__[0] + "/cost_test.py", "exec"), vars(tests))
output = io.StringIO()
result = unittest.TextTestRunner(stream=output).run(unittest.defaultTestLoader.loadTestsFromModule(tests))
(result.testsRun, output.getvalue() if not result.wasSuccessful() else "")
`;

it('counts what small functions take', async () => {
  const { url } = await server.listen();
  const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
    (await callTool(url, name, { ...args }, { token: 'counted-steps' })).body.result?.structuredContent;
  const content = readFileSync('wasm/python/testing/lemma_cost/cost_test.py', 'utf8');
  await call('write_file', { path: 'cost_test.py', content });
  const facts = await call('run_python_code', { code: RUN });
  expect(facts).toMatchObject({ status: 'ok', results: expect.stringMatching(/^\(\d\d+, ''\)$/) });
});
