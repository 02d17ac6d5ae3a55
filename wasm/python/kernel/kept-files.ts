/** The files below /workspace: built from what the session keeps, and compared with it by content after each cell. */

import { ContentHash } from './content-hash.ts';
import { MESSAGE_BYTES } from './file-limits.ts';
import type { EmscriptenFS, FileNode } from './glue.ts';
import { Slices } from './slices.ts';
import type { FileStorage } from './storage.ts';
import type { ChangedEntry, ChangedPart, FileChanges, FileUpdate, StoredEntry } from './types.ts';

/** Where a session's files live. */
export const FILES_ROOT = '/workspace';

/** Bytes of contents that a cell's result carries itself. */
const INLINE_BYTES = 1 << 20;
/** Characters of a path that is looked at; the session keeps none that is this long. */
const LONGEST_PATH = 4000;
/** Characters of a path in a notice. */
const SHOWN = 200;
/** Bytes that are hashed between two turns of others. */
const HASHED_BYTES = 1 << 20;
const FILE_MODE = 0o100644;
const DIRECTORY_MODE = 0o40755;

/** Changes as they are reported to a reader: files only, sorted. */
export interface ChangedFiles {
  readonly newFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
  /** Paths of what is neither file nor directory, which is not kept. */
  readonly skipped: readonly string[];
}

/** What the session has of a path, as far as is known here. */
type Known =
  | { readonly kind: 'directory' }
  /** `content` is missing until the session has told its id. */
  | { readonly kind: 'file'; readonly hash: string; readonly content?: number; readonly size: number };

type Records = Record<string, FileNode>;

/** The folder of the session's files, when there is a directory of that name. */
export function filesRoot(files: EmscriptenFS): FileNode | undefined {
  const node = children(files.root)[FILES_ROOT.slice(1)];
  return node !== undefined && files.isDir(node.mode) ? node : undefined;
}

/** Follows the contents of {@link FILES_ROOT}. */
export class KeptFiles {
  readonly #files: EmscriptenFS;
  readonly #storage: FileStorage;
  readonly #known = new Map<string, Known>();
  /** Hashes of files that changed and of which the session has not told yet that it keeps them. */
  readonly #hashes = new WeakMap<FileNode, string>();
  /** Files of the last look whose contents are asked for in parts. */
  #outgoing = new Map<string, Uint8Array>();

  constructor(files: EmscriptenFS, storage: FileStorage) {
    this.#files = files;
    this.#storage = storage;
    files.mkdirTree(FILES_ROOT);
    files.chdir(FILES_ROOT);
    storage.settle();
  }

  /** Takes over what changed in the session. */
  apply({ put, removed, unkept = [] }: FileUpdate): void {
    this.#outgoing = new Map();
    for (const path of unkept) this.#known.delete(path);
    if (unkept.length > 0) this.#storage.unsettle();
    this.#storage.quietly(() => {
      for (const path of removed.toReversed()) {
        this.#remove(path);
        this.#known.delete(path);
      }
      for (const entry of put) this.#put(entry);
    });
  }

  /** What changed since the last call; `load` reads what has to be compared and is not in memory. */
  async collect(
    load: (node: FileNode) => Promise<void>,
  ): Promise<{ readonly changes: FileChanges; readonly report: ChangedFiles }> {
    const put: ChangedEntry[] = [];
    const removed: string[] = [];
    const report = {
      newFiles: [] as string[],
      modifiedFiles: [] as string[],
      deletedFiles: [] as string[],
      skipped: [] as string[],
    };
    this.#outgoing = new Map();
    if (!this.#storage.touched) return { changes: { put, removed }, report };

    if (filesRoot(this.#files) === undefined) this.#recreate();
    const found = new Map<string, FileNode>();
    this.#walk(filesRoot(this.#files), found, report.skipped);
    for (const [path, before] of this.#known) {
      const now = found.get(path);
      if (now !== undefined && this.#files.isDir(now.mode) === (before.kind === 'directory')) continue;
      removed.push(path);
      this.#known.delete(path);
      if (before.kind === 'file') report.deletedFiles.push(path);
    }
    let inline = 0;
    const slices = new Slices();
    for (const [path, node] of found) {
      await slices.pause();
      const before = this.#known.get(path);
      if (this.#files.isDir(node.mode)) {
        if (before !== undefined) continue;
        this.#known.set(path, { kind: 'directory' });
        put.push({ kind: 'directory', path });
        continue;
      }
      const kept = this.#storage.kept(node);
      if (kept === undefined && this.#storage.isUnloaded(node)) await load(node);
      const hash = kept?.hash ?? (await this.#hash(node, slices));
      if (before?.kind === 'file' && before.hash === hash) {
        if (before.content !== undefined) this.#storage.markKept(node, { ...before, content: before.content });
        continue;
      }
      const size = node.usedBytes ?? 0;
      this.#known.set(path, { kind: 'file', hash, size });
      (before === undefined ? report.newFiles : report.modifiedFiles).push(path);
      const entry = { kind: 'file', path, size, changedAt: this.#storage.changedAt(node) } as const;
      if (typeof kept?.content === 'number') put.push({ ...entry, content: kept.content });
      else if (inline + size <= INLINE_BYTES) {
        inline += size;
        put.push({ ...entry, data: bytesOf(node).slice() });
      } else {
        this.#outgoing.set(path, bytesOf(node));
        put.push(entry);
      }
    }
    this.#storage.settle();
    for (const paths of Object.values(report)) paths.sort();
    return { changes: { put, removed }, report };
  }

  /** Parts of files that the last look reported without their bytes. */
  outgoing(parts: readonly ChangedPart[]): Uint8Array {
    const all = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
    if (all.length > MESSAGE_BYTES) throw new RangeError(`A message holds ${MESSAGE_BYTES} bytes.`);
    let at = 0;
    for (const { path, offset, length } of parts) {
      const bytes = this.#outgoing.get(path);
      if (bytes === undefined) throw new Error(`'${path}' did not change in the last cell.`);
      all.set(bytes.subarray(offset, offset + length), at);
      at += length;
    }
    return all;
  }

  /** Hashes are of the bytes as they were at the last look, or are now when the file was written since. */
  async #hash(node: FileNode, slices: Slices): Promise<string> {
    const last = this.#storage.isWritten(node) ? undefined : this.#hashes.get(node);
    const hash = last ?? (await hashOf(bytesOf(node), slices));
    this.#hashes.set(node, hash);
    return hash;
  }

  #put(entry: StoredEntry): void {
    const node = this.#find(entry.path);
    if (entry.kind === 'directory') {
      if (node === undefined || !this.#files.isDir(node.mode)) {
        this.#remove(entry.path);
        this.#create(entry.path, DIRECTORY_MODE);
      }
      this.#known.set(entry.path, { kind: 'directory' });
      return;
    }
    const { path, size, hash, content } = entry;
    this.#known.set(path, { kind: 'file', size, hash, content });
    if (node !== undefined && this.#files.isFile(node.mode) && this.#hashNow(node) === hash) {
      this.#storage.markKept(node, entry);
      return;
    }
    // What has the old file open goes on seeing it.
    this.#remove(path);
    this.#storage.unload(this.#create(path, FILE_MODE), entry);
  }

  #hashNow(node: FileNode): string | undefined {
    return this.#storage.isWritten(node) ? undefined : (this.#storage.kept(node)?.hash ?? this.#hashes.get(node));
  }

  #find(path: string): FileNode | undefined {
    let node = filesRoot(this.#files);
    for (const name of path.split('/')) node = node && children(node)[name];
    return node;
  }

  #create(path: string, mode: number): FileNode {
    const slash = path.lastIndexOf('/');
    const folder = slash === -1 ? undefined : path.slice(0, slash);
    if (folder !== undefined) this.#put({ kind: 'directory', path: folder });
    const parent = folder === undefined ? filesRoot(this.#files) : this.#find(folder);
    if (parent === undefined) throw new Error(`The directory of '${path}' is missing.`);
    return this.#files.filesystems.MEMFS.createNode(parent, path.slice(slash + 1), mode, 0);
  }

  #remove(path: string): void {
    const node = this.#find(path);
    if (node === undefined) return;
    if (this.#files.isDir(node.mode)) {
      for (const name of Object.keys(children(node))) this.#remove(`${path}/${name}`);
      this.#files.rmdir(`${FILES_ROOT}/${path}`);
    } else {
      this.#files.unlink(`${FILES_ROOT}/${path}`);
    }
  }

  /** User code removed /workspace itself, or put something else in its place. */
  #recreate(): void {
    if (this.#files.analyzePath(FILES_ROOT).exists || FILES_ROOT.slice(1) in children(this.#files.root)) {
      this.#files.unlink(FILES_ROOT);
    }
    this.#files.mkdirTree(FILES_ROOT);
  }

  /** Directories before what they hold. */
  #walk(root: FileNode | undefined, found: Map<string, FileNode>, skipped: string[]): void {
    const rest: { readonly folder: FileNode; readonly prefix: string }[] = [];
    if (root !== undefined) rest.push({ folder: root, prefix: '' });
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      for (const [name, node] of Object.entries(children(next.folder))) {
        const path = next.prefix + name;
        const isFolder = this.#files.isDir(node.mode);
        if (path.length > LONGEST_PATH || !(isFolder || this.#files.isFile(node.mode))) {
          skipped.push(path.slice(0, SHOWN));
          continue;
        }
        found.set(path, node);
        if (isFolder) rest.push({ folder: node, prefix: `${path}/` });
      }
    }
  }
}

async function hashOf(bytes: Uint8Array, slices: Slices): Promise<string> {
  const hash = new ContentHash();
  for (let at = 0; at < bytes.length; at += HASHED_BYTES) {
    await slices.pause();
    hash.add(bytes.subarray(at, at + HASHED_BYTES));
  }
  return hash.digest();
}

function children({ contents }: FileNode): Records {
  return ArrayBuffer.isView(contents) || contents == null ? {} : contents;
}

function bytesOf({ contents, usedBytes }: FileNode): Uint8Array {
  return ArrayBuffer.isView(contents)
    ? new Uint8Array(contents.buffer, contents.byteOffset, usedBytes)
    : new Uint8Array();
}
