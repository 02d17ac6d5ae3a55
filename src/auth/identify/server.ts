/** What both kinds of providers share. */
import { allowInsecureRequests } from 'oauth4webapi';

/** Milliseconds that a provider may take for one answer. */
const PATIENCE_MS = 10_000;

/** What a browser brought back, and what it was sent away with. */
export interface Brought {
  readonly url: URL;
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** How a provider is asked: by TLS, except on this machine. */
export function optionsFor(address: string) {
  const { protocol, hostname } = new URL(address);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return {
    [allowInsecureRequests]: protocol === 'http:' && isLoopback,
    signal: () => AbortSignal.timeout(PATIENCE_MS),
  };
}
