/** A port for a server of a test. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 at which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await once(probe.close(), 'close');
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  return address.port;
}
