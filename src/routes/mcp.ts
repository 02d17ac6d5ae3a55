/** `/mcp`, `/mcp/all`, `/mcp/<toolset>[,…]`: MCP over Streamable HTTP, and over bare POSTs; `/mcp/ws`: over WebSockets. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { SOCKET_PATH, SUBPROTOCOL, surfacePathOf } from '../mcp/socket-connections.ts';
import { listenStream, sessionStream } from '../mcp/stream-bridge.ts';
import { surfaceAt } from '../tools/surfaces.ts';
import { userSpaceOf } from './user-space.ts';

/** Forwards to the user's object, except that this Worker holds the streams that outlive a call. */
export function mcpRoutes(capabilities: ServerCapabilities) {
  return new Hono<AppEnv>()
    .get(SOCKET_PATH, (c) => {
      surfaceAt(surfacePathOf(new URL(c.req.url)));
      expectUpgrade(c.req.raw.headers);
      return userSpaceOf(c).fetch(c.req.raw);
    })
    .on(['GET', 'POST', 'DELETE'], ['/mcp', '/mcp/:toolsets'], (c) => {
      surfaceAt(c.req.path);
      const request = c.req.raw;
      const userSpace = userSpaceOf(c);
      const resumes = c.req.header('last-event-id') !== undefined;
      if (c.req.method === 'GET' && !resumes) return sessionStream(request, userSpace);
      if (c.req.header('mcp-method') === 'subscriptions/listen') return listenStream(request, userSpace, capabilities);
      return userSpace.fetch(request);
    });
}

/** Throws `ToolFailure` for what is no handshake of a WebSocket that speaks MCP. */
function expectUpgrade(headers: Headers): void {
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') {
    throw new ToolFailure({
      errorType: 'upgrade_required',
      message: `${SOCKET_PATH} speaks WebSocket only.`,
      advice: 'Connect to it with ws:// or wss://, or POST to /mcp instead.',
      headers: { upgrade: 'websocket' },
    });
  }
  const offered = headers.get('sec-websocket-protocol')?.split(',');
  if (offered === undefined || offered.some((name) => name.trim() === SUBPROTOCOL)) return;
  throw new ToolFailure({
    errorType: 'invalid_request',
    message: `None of the subprotocols offered is "${SUBPROTOCOL}".`,
    advice: `Offer the WebSocket subprotocol "${SUBPROTOCOL}", or none at all.`,
  });
}
