/** What clients say of themselves at addresses of theirs: their metadata documents, and the keys that those name. */
import { mayBePublic } from '../../lib/outbound/public-address.ts';

/** How the library of the authorization server names itself when it fetches. It has no other way to tell, and takes no fetch of ours. */
const LIBRARY = 'workers-oauth-provider/';

const UNREACHABLE = 'The host did not answer';

/**
 * Puts a guard before `fetch` of this Worker, for what the library fetches: nothing comes from private addresses, and no redirect is
 * followed, to such an address or any other. All other requests pass as they are.
 */
export function guardClientDocuments(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const agent = new Headers(init?.headers).get('user-agent');
    if (agent?.startsWith(LIBRARY) !== true) return send(input, init);
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (!mayBePublic(hostname)) throw new Error(`${hostname} is no public address.`);
    const response = await send(input, { ...init, redirect: 'manual' }).catch((error: unknown) => {
      throw new Error(`${UNREACHABLE}.`, { cause: error });
    });
    if (response.status === 429 || response.status >= 500)
      throw new Error(`${UNREACHABLE} but with ${response.status}.`);
    return response;
  };
}

/** Whether a document may be had later, by the details of the library's error. */
export function mayBeHadLater(detail: unknown): boolean {
  const message = typeof detail === 'object' && detail !== null && 'message' in detail ? String(detail.message) : '';
  return message.startsWith(UNREACHABLE) || message.includes('timed out');
}
