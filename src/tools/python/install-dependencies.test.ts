import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { InstallReport } from '../../python/protocol.ts';
import installDependencies from './install-dependencies.ts';

const REPORT: InstallReport = {
  installed: [{ name: 'six', version: '1.17.0', source: '/workspace/six-1.17.0-py3-none-any.whl' }],
  alreadyInstalled: [{ name: 'numpy', version: '2.4.6', source: 'bundled' }],
  failed: [{ requirement: 'nothing', reason: 'nothing is not here.' }],
  bundled: ['numpy 2.4.6'],
  notices: ['six: 1 scripts or data files that lie outside of site-packages are not installed.'],
};

it('answers with every fact, as structure and as text', async () => {
  const seen: unknown[] = [];
  const install = async (requirements: readonly string[]) => {
    seen.push(requirements);
    return REPORT;
  };
  const ctx = toolContext({ pythonSessions: pythonSessions(pythonSession({ install })) });
  const packages = ['six', 'numpy', 'nothing'];
  const { structuredContent, content } = await installDependencies.call({ packages, session_id: 'work' }, ctx);
  expect(seen).toEqual([packages]);
  expect(structuredContent).toEqual({
    installed: REPORT.installed,
    already_installed: REPORT.alreadyInstalled,
    failed: REPORT.failed,
    bundled: REPORT.bundled,
    notices: REPORT.notices,
    session_id: 'work',
  });
  expect(content.map((part) => (part.type === 'text' ? part.text : part.type))).toMatchInlineSnapshot(`
    [
      "Installed: six 1.17.0 (/workspace/six-1.17.0-py3-none-any.whl)
    Already installed: numpy 2.4.6 (bundled)
    Failed: nothing: nothing is not here.
    Notice: six: 1 scripts or data files that lie outside of site-packages are not installed.
    Bundled with this server: numpy 2.4.6
    [session work]",
    ]
  `);
});

it.each([[[]], [['']], ['six']])('refuses %j', async (packages) => {
  await expect(installDependencies.call({ packages }, toolContext())).rejects.toThrow('packages');
});
