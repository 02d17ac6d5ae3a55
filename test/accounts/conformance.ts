/** The official suite's scenarios for authorization servers, against the production front; a person lets its client in. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { createFront } from '../mcp/harness.ts';
import { ByHand } from './by-hand.ts';
import { Person } from './person.ts';

const KEY = 'conformance-key';
const VARS = {
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({ tester: createHash('sha256').update(KEY).digest('hex') }),
};

/** Runs all scenarios of a revision; the suite at `suite` writes its checks to `directory`. */
export async function runAuthorization(suite: string, revision: string, directory: string): Promise<void> {
  const front = createFront(VARS);
  try {
    const { url } = await front.listen();
    const port = await freePort();
    const clientId = await new ByHand(() => url).register(`http://127.0.0.1:${port}/callback`);
    const settings = {
      url: url.origin,
      'client-id': clientId,
      port: String(port),
      resource: new URL('/mcp', url).href,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const tester = spawn(
      process.execPath,
      [suite, 'authorization', ...args, '--spec-version', revision, '--output-dir', directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(tester, 'close');
    for await (const line of createInterface({ input: tester.stdout })) {
      // It waits for somebody who opens this address.
      if (line.startsWith(new URL('/authorize?', url).href)) await fetch(await new Person().allow(new URL(line), KEY));
    }
    await ended;
  } finally {
    await front.close();
  }
}
