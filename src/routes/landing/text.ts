/** The landing page as plain text, for curl and other programs. */
import { DESCRIPTION, VERSION } from '../../lib/version.ts';
import { TOOLSETS } from '../../tools/surfaces.ts';
import { clientsOf } from './clients.ts';

/** What this server is and how to connect. */
export function landingText(origin: string, needsKey: boolean): string {
  const clients = clientsOf(origin, needsKey).map(({ client, note, snippets }) =>
    [
      `  ${client}${note === undefined ? '' : `: ${note}`}`,
      ...snippets.map(({ where, text }) => `    ${where}:\n${text.replaceAll(/^/gm, '      ')}`),
    ].join('\n'),
  );
  return `Lemma ${VERSION}. ${DESCRIPTION}

Connect an MCP client to ${origin}/mcp
${clients.join('\n')}

${origin}/mcp/all lists every tool; ${origin}/mcp/<toolset>[,<toolset>] lists some: ${TOOLSETS.join(', ')}.
${origin}/health and ${origin}/health/detailed report the server's health, ${origin}/metrics your own calls (Prometheus).
${origin}/docs (try it), ${origin}/redoc (read it) and ${origin}/openapi.json describe the HTTP API;
${origin}/llms.txt tells a model where to read on.
git push ${origin}/git/<workspace> main fills a workspace.
`;
}
