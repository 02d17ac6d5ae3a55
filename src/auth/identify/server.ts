/** What both kinds of providers share. */
import { allowInsecureRequests } from 'oauth4webapi';
import { isLoopback } from '../oauth/resource.ts';

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
  return {
    [allowInsecureRequests]: protocol === 'http:' && isLoopback(hostname),
    signal: () => AbortSignal.timeout(PATIENCE_MS),
  };
}
