/** The tests of what runs beside code in sandboxes, which are Python, in a session as sandboxes have them. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
const FILES = globSync('wasm/python/testing/*/*_test.py').sort();

/** Each in its own package, so that what stands beside it is found, and is not taken for code of the session. */
const programOf = (file: string, library: string) => `
import io, ${library}, types, unittest
source = open("${file}").read()
tests = types.ModuleType("${file.replace('.py', '')}")
exec(compile(source, ${library}.__path__[0] + "/${file}", "exec"), vars(tests))
output = io.StringIO()
result = unittest.TextTestRunner(stream=output).run(unittest.defaultTestLoader.loadTestsFromModule(tests))
(result.testsRun, output.getvalue() if not result.wasSuccessful() else "")
`;

it.each(FILES)('%s', async (path) => {
  const { url } = await server.listen();
  const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
    (await callTool(url, name, { ...args }, { token: basename(path) })).body.result?.structuredContent;
  const [file, library = ''] = path.split('/').toReversed();
  await call('write_file', { path: file, content: readFileSync(path, 'utf8') });
  const facts = await call('run_python_code', { code: programOf(file ?? '', library) });
  expect(facts).toMatchObject({ status: 'ok', results: expect.stringMatching(/^\(\d+, ''\)$/) });
});
