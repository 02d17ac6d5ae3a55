/** `/`: what this server is and how to connect, for whoever opens its URL in a browser or with curl. */
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { DESCRIPTION, VERSION } from '../lib/version.ts';
import { TOOLSETS } from '../tools/surfaces.ts';

/** Plain text. */
export const landingRoutes = new Hono<AppEnv>().get('/', (c) => {
  const { origin } = new URL(c.req.url);
  const jsonHeader = c.var.access.kind === 'keys' ? ',"headers":{"Authorization":"Bearer <your key>"}' : '';
  const header = c.var.access.kind === 'keys' ? ' --header "Authorization: Bearer <your key>"' : '';
  const curlHeader = c.var.access.kind === 'keys' ? ' -H "Authorization: Bearer <your key>"' : '';
  return c.text(`Lemma ${VERSION}. ${DESCRIPTION}

Connect an MCP client to ${origin}/mcp
  Claude Code: claude mcp add --transport http lemma ${origin}/mcp${header}
  VS Code:     code --add-mcp '{"name":"lemma","type":"http","url":"${origin}/mcp"${jsonHeader}}'
  curl:        curl ${origin}/mcp${curlHeader} -H "Content-Type: application/json" \\
                 -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

${origin}/mcp/all lists every tool; ${origin}/mcp/<toolset>[,<toolset>] lists some: ${TOOLSETS.join(', ')}.
${origin}/sse serves clients of the older HTTP+SSE transport, ${origin.replace(/^http/, 'ws')}/mcp/ws those that speak MCP over WebSocket.
${origin}/health and ${origin}/health/detailed report the server's health, ${origin}/metrics your own calls (Prometheus).
${origin}/docs (try it), ${origin}/redoc (read it) and ${origin}/openapi.json describe the HTTP API;
${origin}/llms.txt tells a model where to read on.
git push ${origin}/git/<workspace> main fills a workspace.
`);
});
