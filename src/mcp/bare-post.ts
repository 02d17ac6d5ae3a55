/** A 2025-era JSON-RPC POST without a session: curl, scripts, clients that skip the handshake. */
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { HEARTBEAT_MS } from './patience.ts';

/**
 * Answers one POST with a server of its own: as JSON, or as an event stream (which carries progress too) when the client's
 * Accept header names one. The abort of the request's signal cancels the call.
 */
export async function answerBarePost(request: Request, body: unknown, server: Server): Promise<Response> {
  const streams = request.headers.get('accept')?.includes('text/event-stream') ?? false;
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !streams,
    keepAliveMs: HEARTBEAT_MS,
  });
  await server.connect(transport);
  request.signal.addEventListener('abort', () => void server.close(), { once: true });
  return transport.handleRequest(new Request(request.url, { method: 'POST', headers }), { parsedBody: body });
}
