/** Installing a wheel as clients do it, through all Workers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWheel } from '../python/wheels.ts';
import { createServer } from './harness.ts';
import { callTool } from './requests.ts';

const server = createServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(() => server.close());

it('takes an uploaded wheel, and tells what to do about the rest', async () => {
  const { file, bytes } = await buildWheel({
    name: 'greeting',
    version: '1.0',
    files: { 'greeting.py': 'word = "hello"\n' },
  });
  const code = `import base64\nopen("${file}", "wb").write(base64.b64decode("${Buffer.from(bytes).toString('base64')}"))`;
  await callTool(base, 'run_python_code', { code });
  const { body } = await callTool(base, 'install_dependencies', { packages: ['greeting~=1.0', 'numpy'] });
  expect(body.result?.structuredContent).toEqual({
    installed: [{ name: 'greeting', version: '1.0', source: `/workspace/${file}` }],
    already_installed: [],
    failed: [
      {
        requirement: 'numpy',
        reason:
          'numpy is not here. This server has no network and no pip. No packages are bundled with it; a pure-Python wheel can be uploaded to /workspace and installed by its path; whoever runs this server can add it with `npm run wheels -- numpy`.',
      },
    ],
    bundled: [],
    notices: [],
    session_id: 'default',
  });
  const { body: after } = await callTool(base, 'run_python_code', { code: 'import greeting\ngreeting.word' });
  expect(after.result?.structuredContent).toMatchObject({ results: "'hello'", new_files: [] });
});
