/** `install_dependencies`: installs packages into one of the caller's Python sessions. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { sessionId } from './session-id.ts';

const installed = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    source: z.string().describe('bundled, or the path of the wheel.'),
  }),
);

const output = z.object({
  installed: installed.describe('With the packages that these need.'),
  already_installed: installed,
  failed: z.array(z.object({ requirement: z.string(), reason: z.string() })),
  bundled: z.array(z.string()).describe('What this server brings along.'),
  notices: z.array(z.string()),
  session_id: z.string(),
});

type Installed = z.output<typeof installed>;

export default defineTool({
  name: 'install_dependencies',
  toolset: 'python',
  title: 'Install Python packages',
  description:
    'Installs packages into a Python session: bundled ones by name, pure-Python wheels (*-none-any.whl) among the session files by name ' +
    'or path. There is no network and no pip. pytest is always there. Installed packages stay when the interpreter restarts.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    packages: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(50)
      .describe('Requirements such as "numpy" or "six>=1.16", or paths of .whl files in /workspace.'),
    session_id: sessionId,
  }),
  output,
  async handler({ packages, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const report = await session.install(packages);
    return {
      installed: [...report.installed],
      already_installed: [...report.alreadyInstalled],
      failed: [...report.failed],
      bundled: [...report.bundled],
      notices: [...report.notices],
      session_id: id,
    };
  },
  render: (facts) =>
    [
      ...lines('Installed', facts.installed),
      ...lines('Already installed', facts.already_installed),
      ...facts.failed.map(({ requirement, reason }) => `Failed: ${requirement}: ${reason}`),
      ...facts.notices.map((notice) => `Notice: ${notice}`),
      `Bundled with this server: ${facts.bundled.length === 0 ? 'nothing' : facts.bundled.join(', ')}`,
      `[session ${facts.session_id}]`,
    ].join('\n'),
});

function lines(title: string, packages: Installed): readonly string[] {
  return packages.map(({ name, version, source }) => `${title}: ${name} ${version} (${source})`);
}
