/** Requests that reach the public internet only: each address is checked, and that of each redirect. */
import { ToolFailure } from '../../lib/errors.ts';
import { isAddress, isPublicAddress, mayBePublic } from './public-address.ts';
import type { Resolve } from './resolve.ts';

/** Redirects that are followed. */
const MOST_REDIRECTS = 5;
/** Characters of a URL. */
const LONGEST_URL = 2000;

const ADVICE =
  'Give the https URL of a public git repository, such as https://github.com/owner/name.git; push from your machine what is not public.';

/** A response and where it came from in the end. */
export interface PublicResponse {
  readonly response: Response;
  readonly url: URL;
}

/**
 * Fetches from public hosts. A name is resolved first and all its addresses must be public; who answers between that and the connection
 * is not under control, but Cloudflare's network itself has no way into private ones. Throws `ToolFailure`.
 */
export class PublicFetch {
  readonly #fetch: typeof fetch;
  readonly #resolve: Resolve;
  readonly #checked = new Set<string>();

  constructor(fetcher: typeof fetch, resolve: Resolve) {
    this.#fetch = fetcher;
    this.#resolve = resolve;
  }

  /** Answers with a success, after redirects when it is a GET. */
  async request(url: URL, init: RequestInit & { readonly method: 'GET' | 'POST' }): Promise<PublicResponse> {
    let at = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      await this.expectPublic(at);
      const response = await this.#send(at, init);
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null && init.method === 'GET') {
        await response.body?.cancel();
        at = parseRepositoryUrl(new URL(location, at).href);
        continue;
      }
      if (response.ok) return { response, url: at };
      await response.body?.cancel();
      throw refused(response.status, at);
    }
    throw failure(`${url.href} redirects more than ${MOST_REDIRECTS} times.`);
  }

  /** Throws `ToolFailure` unless every address of the host is public. */
  async expectPublic({ hostname }: URL): Promise<void> {
    if (this.#checked.has(hostname)) return;
    if (!mayBePublic(hostname))
      throw failure(`${hostname} is no public host: private and local addresses are not fetched from.`);
    if (!isAddress(hostname)) {
      const addresses = await this.#addressesOf(hostname);
      if (addresses.length === 0) throw failure(`There is no host ${hostname}.`);
      const inside = addresses.find((address) => !isPublicAddress(address));
      if (inside !== undefined) throw failure(`${hostname} is at ${inside}, which is no public address.`);
    }
    this.#checked.add(hostname);
  }

  async #addressesOf(hostname: string): Promise<readonly string[]> {
    try {
      return await this.#resolve(hostname);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw failure(`Whether ${hostname} is a public host cannot be checked now: ${reason}.`);
    }
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, { ...init, redirect: 'manual' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw failure(`${url.host} cannot be reached: ${reason}.`);
    }
  }
}

/** The URL of a repository. Throws `ToolFailure` for what is not https on its own port, or carries credentials. */
export function parseRepositoryUrl(text: string): URL {
  const url = text.length <= LONGEST_URL ? URL.parse(text) : null;
  if (url === null) throw failure(`${JSON.stringify(text.slice(0, 200))} is no URL.`);
  if (url.protocol !== 'https:') throw failure(`${url.protocol}// is not supported: only https is.`);
  if (url.port !== '') throw failure(`Port ${url.port} is not supported: only https's own is.`);
  if (url.username !== '' || url.password !== '')
    throw failure('A URL with a user name or password is not taken: only public repositories are.');
  return url;
}

function refused(status: number, url: URL): ToolFailure {
  const meaning = status === 401 || status === 403 || status === 404 ? 'there is no public repository' : 'it failed';
  return failure(`${url.host} answered ${status} at ${url.pathname}: ${meaning}.`);
}

/** What went wrong with a remote repository. */
export function failure(message: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice: ADVICE });
}
