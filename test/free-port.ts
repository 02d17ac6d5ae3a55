/** A port for a server of a test. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections: none of these takes the port before the server does, or while it starts again. */
const FIRST = 10_000;
const AFTER_LAST = 30_000;

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue; // somebody listens there
    }
    await once(probe.close(), 'close');
    return port;
  }
}
