/** Installing a wheel as clients do it, through all Workers. */
import { beforeAll, expect, it } from 'vitest';
import { buildWheel } from '../python/wheels.ts';
import { sharedServer } from './harness.ts';
import { callTool } from './requests.ts';

const USER = { token: 'installs' };
const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

it('takes an uploaded wheel, and tells what to do about the rest', async () => {
  const { file, bytes } = await buildWheel({
    name: 'greeting',
    version: '1.0',
    files: { 'greeting.py': 'word = "hello"\n' },
  });
  const code = `import base64\nopen("${file}", "wb").write(base64.b64decode("${Buffer.from(bytes).toString('base64')}"))`;
  await callTool(base, 'run_python_code', { code }, USER);
  const { body } = await callTool(base, 'install_dependencies', { packages: ['greeting~=1.0', 'numpy'] }, USER);
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
    bundled: expect.arrayContaining(['pytest 9.1.1']),
    notices: [],
    session_id: 'default',
  });
  const { body: after } = await callTool(base, 'run_python_code', { code: 'import greeting\ngreeting.word' }, USER);
  expect(after.result?.structuredContent).toMatchObject({ results: "'hello'", new_files: [] });
});
