/** Brings contents of files that the session keeps into memory while a cell runs. */
import { MESSAGE_BYTES } from './file-limits.ts';
import type { FileNode } from './glue.ts';
import type { LazyFiles } from './lazy-open.ts';
import type { FileStorage } from './storage.ts';
import type { ContentId, ContentLoader } from './types.ts';

export class Loader implements LazyFiles {
  readonly #storage: FileStorage;
  #read: ContentLoader | undefined;
  /** Files that could not be loaded where they were opened. */
  readonly #refused = new Set<FileNode>();

  constructor(storage: FileStorage) {
    this.#storage = storage;
  }

  /** From now on, `read` reaches the session. */
  begin(read: ContentLoader | undefined): void {
    this.#read = read;
  }

  /** The cell is over. Returns what its reader has to know of files. */
  async end(): Promise<readonly string[]> {
    const notices = [...this.#storage.takeNotices()];
    for (const node of this.#refused) {
      const loaded = await this.load(node).then(
        () => true,
        () => false,
      );
      const next = loaded ? 'It is loaded now: run the code again, or open it' : 'Open it';
      notices.push(
        `'${node.name}' could not be opened below a function of JavaScript, where code cannot wait for its contents. ${next} outside of the callback first.`,
      );
    }
    this.#refused.clear();
    this.#read = undefined;
    this.#storage.trim();
    return notices;
  }

  isUnloaded(node: FileNode): boolean {
    return this.#storage.isUnloaded(node);
  }

  used(node: FileNode): void {
    this.#storage.use(node);
  }

  refused(node: FileNode): void {
    this.#refused.add(node);
  }

  /** Reads the contents of a file that is not in memory. Throws ErrnoError when there is no memory for them. */
  async load(node: FileNode): Promise<void> {
    const read = this.#read;
    if (read === undefined) throw new Error('No session listens between cells.');
    await this.#storage.load(node, async ({ content }, size) => {
      try {
        return await readWhole(read, content, size);
      } catch (error) {
        // What the session keeps is there; a workspace may be deleted.
        throw typeof content === 'string' ? this.#storage.stale() : error;
      }
    });
  }
}

async function readWhole(read: ContentLoader, content: ContentId, size: number): Promise<Uint8Array> {
  if (size <= MESSAGE_BYTES) return read(content, 0, size);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += MESSAGE_BYTES) {
    bytes.set(await read(content, at, Math.min(MESSAGE_BYTES, size - at)), at);
  }
  return bytes;
}
