/** WebSockets that clients open at a user's space. */
import type { Principal } from '../../src/auth/principal.ts';
import { ToolFailure } from '../../src/lib/errors.ts';

/** Tag of the sockets that clients opened. */
export const CLIENT_TAG = 'client';

/** Opens one with further tags. Throws `ToolFailure` when the user has as many as allowed. */
export function openClientSocket(
  ctx: DurableObjectState,
  { limits: { webSockets: most } }: Principal,
  tags: readonly string[] = [],
): { readonly client: WebSocket; readonly server: WebSocket } {
  if (ctx.getWebSockets(CLIENT_TAG).length >= most) {
    throw new ToolFailure({
      errorType: 'too_many_connections',
      message: `You have ${most} WebSockets open, which is the most a user may have.`,
      advice: 'Close one first.',
      details: { most },
    });
  }
  const { 0: client, 1: server } = new WebSocketPair();
  ctx.acceptWebSocket(server, [CLIENT_TAG, ...tags]);
  return { client, server };
}
