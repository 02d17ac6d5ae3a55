/** Requests that reach the public internet only: each address is checked, and that of each redirect. */
import { isAddress, isPublicAddress, mayBePublic } from './public-address.ts';
import type { Resolve } from './resolve.ts';

/** Redirects that are followed. */
const MOST_REDIRECTS = 5;
/** Characters of a URL. */
const LONGEST_URL = 2000;

/** Whether a request may not be made at all, or the host did not answer, so that it may work later. */
export type RefusalReason = 'refused' | 'unreachable';

/** What to throw for a request that is refused or fails; the message says why. */
export type Refusal = (message: string, reason: RefusalReason) => Error;

/** A request. */
export interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that only the origin of the URL itself gets: redirects to another one go without. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Ends the request, and the reading of its answer. */
  readonly signal?: AbortSignal;
}

/** A response of any status, its body still on its way, and where it came from in the end. */
export interface PublicResponse {
  readonly response: Response;
  readonly url: URL;
}

/**
 * Fetches from public hosts. A name is resolved first and all its addresses must be public; who answers between that and the connection
 * is not under control, but Cloudflare's network itself has no way into private ones. A host is checked once: make one of these for a task.
 */
export class PublicFetch {
  readonly #fetch: typeof fetch;
  readonly #resolve: Resolve;
  readonly #refusal: Refusal;
  readonly #checked = new Set<string>();

  constructor(fetcher: typeof fetch, resolve: Resolve, refusal: Refusal) {
    this.#fetch = fetcher;
    this.#resolve = resolve;
    this.#refusal = refusal;
  }

  /** Follows the redirects of a GET; that of a POST is the answer. Throws a {@link Refusal}, or the reason of the signal. */
  async request(url: URL, { credentials, ...request }: PublicRequest): Promise<PublicResponse> {
    let at = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      await this.#expectPublic(at);
      const headers = { ...request.headers, ...(at.origin === url.origin && credentials) };
      const response = await this.#send(at, { ...request, headers });
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (!isRedirect || request.method !== 'GET') return { response, url: at };
      await response.body?.cancel();
      at = parsePublicUrl(URL.parse(location, at)?.href ?? location, this.#refusal);
    }
    throw this.#refused(`${url.href} redirects more than ${MOST_REDIRECTS} times.`);
  }

  /** Throws unless every address of the host is public. */
  async #expectPublic({ hostname }: URL): Promise<void> {
    if (this.#checked.has(hostname)) return;
    if (!mayBePublic(hostname))
      throw this.#refused(`${hostname} is no public host: private and local addresses are not fetched from.`);
    if (!isAddress(hostname)) {
      const addresses = await this.#attempt(
        () => this.#resolve(hostname),
        `${hostname} cannot be reached: its address could not be looked up`,
      );
      if (addresses.length === 0) throw this.#refused(`There is no host ${hostname}.`);
      const inside = addresses.find((address) => !isPublicAddress(address));
      if (inside !== undefined) throw this.#refused(`${hostname} is at ${inside}, which is no public address.`);
    }
    this.#checked.add(hostname);
  }

  async #send(url: URL, init: Omit<PublicRequest, 'credentials'>): Promise<Response> {
    init.signal?.throwIfAborted();
    const send = () => this.#fetch(url, { ...init, redirect: 'manual' });
    return this.#attempt(send, `${url.host} cannot be reached`, init.signal);
  }

  async #attempt<T>(work: () => Promise<T>, failed: string, signal?: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      // workerd's reference of a connection that failed tells nobody anything.
      const told =
        reason === '' || reason.startsWith('internal error')
          ? failed
          : `${failed} (${reason.replace(/(?<![\s.])[\s.]+$/, '')})`;
      throw this.#refusal(`${told}.`, 'unreachable');
    }
  }

  #refused(message: string): Error {
    return this.#refusal(message, 'refused');
  }
}

/** A URL that may be fetched. Throws what `refusal` makes for what is not https on its own port, or carries credentials. */
export function parsePublicUrl(text: string, refusal: Refusal): URL {
  const url = text.length <= LONGEST_URL ? URL.parse(text) : null;
  if (url === null) throw refusal(`${JSON.stringify(text.slice(0, 200))} is no URL.`, 'refused');
  if (url.protocol !== 'https:') throw refusal(`${url.protocol}// is not supported: only https is.`, 'refused');
  if (url.port !== '') throw refusal(`Port ${url.port} is not supported: only https's own is.`, 'refused');
  if (url.username !== '' || url.password !== '')
    throw refusal('A URL with a user name or password is not taken.', 'refused');
  return url;
}
