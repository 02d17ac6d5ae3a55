/** `/mcp`, `/mcp/all`, `/mcp/<toolset>[,…]`: MCP over Streamable HTTP, and over bare POSTs. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { RPC, refusal } from '../lib/json-rpc.ts';
import { listenStream, sessionStream } from '../mcp/stream-bridge.ts';
import { surfaceAt, UnknownToolset } from '../mcp/surfaces.ts';

/** Forwards to the user's object, except that this Worker holds the streams that outlive a call. */
export function mcpRoutes(capabilities: ServerCapabilities) {
  return new Hono<AppEnv>()
    .on(['GET', 'POST', 'DELETE'], ['/mcp', '/mcp/:toolsets'], (c) => {
      surfaceAt(c.req.path);
      const request = c.req.raw;
      const userSpace = c.env.USER_SPACE.getByName(c.var.principal);
      const resumes = c.req.header('last-event-id') !== undefined;
      if (c.req.method === 'GET' && !resumes) return sessionStream(request, userSpace);
      if (c.req.header('mcp-method') === 'subscriptions/listen') return listenStream(request, userSpace, capabilities);
      return userSpace.fetch(request);
    })
    .onError((error) => {
      if (!(error instanceof UnknownToolset)) throw error;
      return refusal(404, RPC.invalidParams, error.message, { data: { type: 'unknown_toolset', known: error.known } });
    });
}
