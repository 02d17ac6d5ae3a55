/** `/mcp`, `/mcp/all`, `/mcp/<toolset>[,…]`: MCP over Streamable HTTP, and over bare POSTs; `/mcp/ws`: over WebSockets. */
import type { ServerCapabilities } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';
import { RPC, refusal } from '../lib/json-rpc.ts';
import { SOCKET_PATH, SUBPROTOCOL, surfacePathOf } from '../mcp/socket-connections.ts';
import { listenStream, sessionStream } from '../mcp/stream-bridge.ts';
import { surfaceAt, UnknownToolset } from '../tools/surfaces.ts';
import { userSpaceOf } from './user-space.ts';

/** Forwards to the user's object, except that this Worker holds the streams that outlive a call. */
export function mcpRoutes(capabilities: ServerCapabilities) {
  return new Hono<AppEnv>()
    .get(SOCKET_PATH, (c) => {
      surfaceAt(surfacePathOf(new URL(c.req.url)));
      return refusedUpgrade(c.req.raw.headers) ?? userSpaceOf(c).fetch(c.req.raw);
    })
    .on(['GET', 'POST', 'DELETE'], ['/mcp', '/mcp/:toolsets'], (c) => {
      surfaceAt(c.req.path);
      const request = c.req.raw;
      const userSpace = userSpaceOf(c);
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

/** What is wrong with a WebSocket handshake, if anything. */
function refusedUpgrade(headers: Headers): Response | undefined {
  if (headers.get('upgrade')?.toLowerCase() !== 'websocket') {
    const message = `${SOCKET_PATH} speaks WebSocket only: connect to it with ws:// or wss://, or POST to /mcp instead.`;
    return refusal(426, RPC.serverError, message, { headers: { upgrade: 'websocket' } });
  }
  const offered = headers.get('sec-websocket-protocol')?.split(',');
  if (offered === undefined || offered.some((name) => name.trim() === SUBPROTOCOL)) return undefined;
  return refusal(400, RPC.serverError, `Offer the WebSocket subprotocol "${SUBPROTOCOL}", or none at all.`);
}
