/** A client of OAuth on this machine: listens where the browser of its person is sent back to. */
import { createServer } from 'node:http';
import { ByHand } from '../accounts/by-hand.ts';

const ANSWER =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Back</title><p>Back at the client.</p>';

/** How a client listens. */
interface Way {
  readonly host?: '127.0.0.1' | '::1';
  /** Where it sends the browser on to. */
  readonly onward?: string;
}

/** A client that listens, and is registered at the server at `base`. */
export async function listeningClient(base: URL, { host = '127.0.0.1', onward }: Way = {}) {
  const back: URL[] = [];
  const server = createServer((request, response) => {
    back.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    if (onward !== undefined) response.writeHead(302, { location: onward }).end();
    else response.setHeader('content-type', 'text/html').end(ANSWER);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const redirectUri = `http://${host.includes(':') ? `[${host}]` : host}:${port}/callback`;
  const hand = new ByHand(() => base);
  const clientId = await hand.register(redirectUri);
  return {
    redirectUri,
    /** The address that its person opens, and the verifier of its challenge. */
    ask: (scope: string) => hand.authorization(clientId, { redirect_uri: redirectUri, scope }),
    /** What the browser brought back last. */
    last: () => back.at(-1)?.searchParams,
    /** The tokens for a code. */
    exchange: (code: string, verifier: string) =>
      hand.exchange(clientId, code, verifier, { redirect_uri: redirectUri }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
