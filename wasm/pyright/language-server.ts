/** basedpyright's language server without a worker around it: messages go to it and come back within this isolate. */
import { boot } from './build/pyright.mjs';
import stubTexts from './build/stubs.txt';

let stubs: unknown;

/** A message of the language server protocol. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

type Listener = (event: { readonly data: unknown }) => void;

/** One server, for the files of one check. */
export class LanguageServer {
  readonly #listeners: Listener[] = [];
  readonly #pending = new Map<number, (message: Message) => void>();
  readonly #settings: Readonly<Record<string, unknown>>;
  readonly #self: { onmessage: Listener | null };
  /** Timers of the server, which would keep it in memory after it is closed. */
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #id = 0;

  /** `settings` are answered when it asks for its configuration, by section. */
  constructor(settings: Readonly<Record<string, unknown>>) {
    this.#settings = settings;
    const self = {
      name: 'main',
      stubs: () => (stubs ??= JSON.parse(stubTexts)),
      location: { href: 'file:///' },
      navigator: { language: 'en' },
      addEventListener: (kind: string, listener: Listener) => {
        if (kind === 'message') this.#listeners.push(listener);
      },
      postMessage: (message: Message) => this.#receive(message),
      setTimeout: (call: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) =>
        this.#noted(setTimeout(() => call(...args), milliseconds)),
      setInterval: (call: (...args: unknown[]) => void, milliseconds?: number, ...args: unknown[]) =>
        this.#noted(setInterval(() => call(...args), milliseconds)),
      close() {},
      onmessage: null,
    };
    this.#self = self;
    boot(self);
    // A library of the server leaves itself there with the one that it found, by which every server would stay in memory.
    Reflect.deleteProperty(globalThis, '_');
    this.#listeners[0]?.({ data: { type: 'browser/boot', mode: 'foreground' } });
  }

  /** The result of a request. Throws what the server says is wrong with it. */
  async request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#id;
    const { promise, resolve } = Promise.withResolvers<Message>();
    this.#pending.set(id, resolve);
    this.#send({ id, method, params });
    const { result, error } = await promise;
    if (error !== undefined) throw new Error(`pyright: ${error.message}`);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  /** Ends it: no more of it runs. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#self.onmessage = null;
  }

  #noted(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
    this.#timers.add(timer);
    return timer;
  }

  #receive({ id, method, params, ...answer }: Message): void {
    if (id === undefined) return; // a notification
    if (method === undefined) {
      this.#pending.get(id)?.(answer);
      this.#pending.delete(id);
      return;
    }
    this.#send({ id, result: method === 'workspace/configuration' ? this.#configuration(params) : null });
  }

  #configuration(params: unknown): readonly unknown[] {
    if (typeof params !== 'object' || params === null || !('items' in params) || !Array.isArray(params.items))
      return [];
    return params.items.map(({ section }: { section?: string }) => this.#settings[section ?? ''] ?? {});
  }

  #send(message: Message): void {
    queueMicrotask(() => this.#self.onmessage?.({ data: { jsonrpc: '2.0', ...message } }));
  }
}
