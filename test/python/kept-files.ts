/** A session's files in memory, for tests of the interpreter alone: stores what cells change, and hands contents out. */

import { ContentHash } from '../../wasm/python/kernel/content-hash.ts';
import { MESSAGE_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import type { Kernel } from '../../wasm/python/kernel/kernel.ts';
import type {
  ContentId,
  KernelCellResult,
  ScriptRequest,
  SessionContents,
  StoredEntry,
} from '../../wasm/python/kernel/types.ts';

type Script = Omit<ScriptRequest, 'timeoutSeconds'>;

export class KeptFiles {
  readonly entries = new Map<string, StoredEntry>();
  /** Contents that were asked for, by id. */
  readonly loads: ContentId[] = [];
  /** Contents of a mounted tree. */
  readonly blobs = new Map<string, Uint8Array>();
  /** The same, made when they are asked for. */
  readonly onDemand = new Map<ContentId, () => Promise<Uint8Array>>();
  readonly #contents: Uint8Array[] = [];
  #news = new Set<string>();

  /** Puts a file there as a tool does. */
  write(path: string, data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    const content = this.#contents.push(bytes) - 1;
    this.entries.set(path, {
      kind: 'file',
      path,
      size: bytes.length,
      hash: new ContentHash().add(bytes).digest(),
      content,
    });
    this.#news.add(path);
  }

  delete(path: string): void {
    this.entries.delete(path);
    this.#news.add(path);
  }

  /** What an interpreter starts with. */
  start(): readonly StoredEntry[] {
    this.#news.clear();
    return this.#sorted([...this.entries.keys()]);
  }

  read(path: string): Uint8Array | undefined {
    const entry = this.entries.get(path);
    return entry?.kind === 'file' ? this.#contents[entry.content] : undefined;
  }

  /** Runs a cell or a script and stores its changes. */
  async run(kernel: Kernel, what: string | Script): Promise<KernelCellResult> {
    const request = typeof what === 'string' ? { code: what, timeoutSeconds: 20 } : { ...what, timeoutSeconds: 20 };
    const paths = [...this.#news];
    this.#news = new Set();
    const contents: SessionContents = {
      update: { put: this.#sorted(paths), removed: paths.filter((path) => !this.entries.has(path)) },
      load: async (content, offset, length) => {
        if (offset === 0) this.loads.push(content);
        if (length > MESSAGE_BYTES) throw new Error('A message would be too large.');
        const bytes = (await this.onDemand.get(content)?.()) ?? this.#content(content);
        return bytes.slice(offset, offset + length);
      },
    };
    const result = await kernel.run(request, undefined, undefined, contents);
    for (const path of result.changes.removed) this.entries.delete(path);
    for (const entry of result.changes.put) {
      if (entry.kind === 'directory') this.entries.set(entry.path, entry);
      else if (entry.content !== undefined) this.write(entry.path, this.#content(entry.content));
      else this.write(entry.path, entry.data ?? fetched(kernel, entry.path, entry.size));
    }
    return result;
  }

  #content(content: ContentId): Uint8Array {
    const found = typeof content === 'number' ? this.#contents[content] : this.blobs.get(content);
    if (found === undefined) throw new Error(`There is no content ${content}.`);
    return found;
  }

  #sorted(paths: string[]): readonly StoredEntry[] {
    return paths.sort().flatMap((path) => this.entries.get(path) ?? []);
  }
}

function fetched(kernel: Kernel, path: string, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += MESSAGE_BYTES) {
    const length = Math.min(MESSAGE_BYTES, size - at);
    bytes.set(kernel.changed([{ path, offset: at, length }]), at);
  }
  return bytes;
}
