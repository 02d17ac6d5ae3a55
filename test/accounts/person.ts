/** A person at a browser: follows redirects by hand, keeps cookies, fills in forms. */

/** What a page answered. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser without scripts. */
export class Person {
  readonly #cookies = new Map<string, string>();

  /** Opens an address, or sends a form to it as a page of the same server would. */
  async open(url: URL, form?: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.#request(url, form === undefined ? 'GET' : 'POST', form, {
      ...(form !== undefined && { origin: url.origin }),
      ...headers,
    });
  }

  /** Downloads what is at an address. */
  async download(url: URL): Promise<{ readonly headers: Headers; readonly bytes: Uint8Array }> {
    const response = await fetch(url, { headers: { cookie: this.#cookie } });
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** Sends JSON as a script of a page of the same server would. */
  async send(url: URL, body: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const { status, text } = await this.#request(url, 'POST', JSON.stringify(body), {
      origin: url.origin,
      'content-type': 'application/json',
    });
    return { status, body: JSON.parse(text) };
  }

  /** Opens an address and goes wherever it leads; with `until`, as far as an address of which that is true, which is not opened. */
  async follow(url: URL, until?: (url: URL) => boolean): Promise<Seen & { readonly url: URL }> {
    let at = url;
    for (let steps = 0; steps < 12; steps++) {
      const seen = await this.open(at);
      const location = seen.headers.get('location');
      if (location === null) return { ...seen, url: at };
      at = new URL(location, at);
      if (until?.(at) === true) return { ...seen, url: at };
    }
    throw new Error(`${url} leads on and on.`);
  }

  /** The names of the cookies that it has. */
  get cookies(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  /** Signs in with an API key; returns where the browser is led to. */
  async signIn(address: URL, key: string): Promise<URL> {
    const { status, headers } = await this.open(address, new URLSearchParams({ key }));
    if (status !== 303) throw new Error(`Signing in was answered with ${status}.`);
    return new URL(headers.get('location') ?? '', address);
  }

  /** Lets a client in that asks at `address`, signing in with `key` where that is needed; returns where the client is led to. */
  async allow(address: URL, key: string, scopes?: readonly string[]): Promise<URL> {
    let at = address;
    let page = await this.open(at);
    if (page.status === 303) {
      at = await this.signIn(new URL(page.headers.get('location') ?? '', at), key);
      page = await this.open(at);
    }
    if (page.status !== 200) throw new Error(`The page of consent is ${page.status}: ${page.text.slice(0, 500)}`);
    const form = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow' });
    for (const scope of scopes ?? tickedIn(page.text)) form.append('scope', scope);
    const answer = await this.open(new URL('/authorize', at), form);
    if (answer.status !== 302)
      throw new Error(`Allowing was answered with ${answer.status}: ${answer.text.slice(0, 500)}`);
    return new URL(answer.headers.get('location') ?? '');
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #request(
    url: URL,
    method: 'GET' | 'POST',
    body: string | URLSearchParams | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Seen> {
    const response = await fetch(url, {
      method,
      headers: { cookie: this.#cookie, ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

/** The handle in a page of consent. */
export function handleIn(page: string): string {
  const handle = /name="handle" value="([^"]+)"/.exec(page)?.[1];
  if (handle === undefined) throw new Error(`The page has no handle: ${page.slice(0, 500)}`);
  return handle;
}

/** The scopes that a page of consent has ticked. */
export function tickedIn(page: string): readonly string[] {
  const boxes = page.matchAll(/name="scope" value="([^"]+)" checked/g);
  const hidden = page.matchAll(/type="hidden" name="scope" value="([^"]+)"/g);
  return [...hidden, ...boxes].map(([, scope]) => scope ?? '');
}
