/**
 * Python's file system, whose contents lie in JavaScript's memory, outside the capped heap: what of it is held, what changed,
 * and which contents the session keeps, so that they need not be held.
 */
import { DEEPEST, FILE_BYTES, PATH_CHARACTERS } from './file-limits.ts';
import type { EmscriptenFS, FileNode } from './glue.ts';
import type { ContentId } from './types.ts';

/** Bytes of contents that only the interpreter has, and number of files and directories. */
export const STORAGE_LIMIT = 32 << 20;
export const FILE_LIMIT = 10_000;
/** Bytes of all contents in memory: those, and copies of what the session keeps. */
export const HELD_LIMIT = 44 << 20;
/** Bytes of copies that stay in memory from one cell to the next. */
export const CACHE_LIMIT = 16 << 20;

/** Emscripten's error numbers. */
export const EFBIG = 22;
export const EIO = 29;
export const ENAMETOOLONG = 37;
export const ENOMEM = 48;
export const ENOSPC = 51;
export const ESTALE = 72;

const LIMITS: ReadonlyMap<number, string> = new Map([
  [EFBIG, `A file in /workspace has at most ${FILE_BYTES >> 20} MB: a write beyond that failed.`],
  [
    ENOSPC,
    `A write failed: one run may write ${STORAGE_LIMIT >> 20} MB that are not stored yet (files outside of /workspace count always), and make ${FILE_LIMIT} files and directories. Run the rest in a cell of its own.`,
  ],
  [
    ENAMETOOLONG,
    `A file or directory was not made or moved: directories lie at most ${DEEPEST} deep, and a path has at most ${PATH_CHARACTERS} characters.`,
  ],
  [
    ENOMEM,
    `A file was not opened: open and changed files may take ${HELD_LIMIT >> 20} MB at a time. Close others first.`,
  ],
  [ESTALE, 'A file below /mnt was not opened: its workspace does not have it any more, or did not answer.'],
]);

const EMPTY = new Uint8Array();

/** A content that the session keeps. */
export interface KeptContent {
  readonly content: ContentId;
  readonly size: number;
  readonly hash: string;
}

interface Unloaded extends KeptContent {
  /** Bytes of it that were not cut off since. */
  readonly remaining: number;
}

/** Runs writes that do not count towards the limits. */
export type Exempt = (write: () => void) => void;

/** The contents of regular files in memory. */
export class FileStorage {
  readonly #files: EmscriptenFS;
  readonly #root: () => FileNode | undefined;
  readonly #unloaded = new WeakMap<FileNode, Unloaded>();
  /** Copies of what the session keeps, the longest unused first. */
  readonly #copies = new Map<FileNode, KeptContent>();
  #copiedBytes = 0;
  /** Files that were written, and when: weakly, since many are deleted again. */
  #written = new WeakMap<FileNode, number>();
  #anyWritten = false;
  /** When files or directories last came, went or moved. */
  #restructured: number | undefined;
  /** Limits that were met since they were last told. */
  readonly #met = new Set<string>();
  /** Roots of file systems of their own, whose contents count. */
  readonly #counted: FileNode[] = [];
  #quiet = false;
  #exempt = false;
  /** What does not count: the system's own files. */
  readonly #base: { bytes: number; files: number };
  #bytesLeft = 0;
  #filesLeft = 0;

  /** `root` finds the root of what the session keeps. */
  constructor(files: EmscriptenFS, root: () => FileNode | undefined) {
    this.#files = files;
    this.#root = root;
    this.#base = this.#measure();
    this.#watch();
  }

  /** Bytes of contents in memory, spare capacity included. */
  get heldBytes(): number {
    return this.#measure().bytes - this.#base.bytes + this.#copiedBytes;
  }

  /** Whether anything changed since {@link settle}. */
  get touched(): boolean {
    return this.#anyWritten || this.#restructured !== undefined;
  }

  /** Forgets what changed. */
  settle(): void {
    this.#written = new WeakMap();
    this.#anyWritten = false;
    this.#restructured = undefined;
  }

  /** Makes the next look consider everything. */
  unsettle(): void {
    this.#restructured ??= Date.now();
  }

  /** The limits that were met since the last call, as sentences for the reader. */
  takeNotices(): readonly string[] {
    const notices = [...this.#met];
    this.#met.clear();
    return notices;
  }

  /** Does what is no change of the user's. */
  quietly(work: () => void): void {
    this.#quiet = true;
    try {
      work();
    } finally {
      this.#quiet = false;
    }
  }

  /** Does what counts neither as a change nor towards the limits. */
  exempt(work: () => void): void {
    this.#exempt = true;
    try {
      this.quietly(work);
    } finally {
      this.#exempt = false;
    }
  }

  /** Counts the contents, though not the number, of the files below the root of a file system. */
  count(root: FileNode): void {
    this.#counted.push(root);
  }

  isWritten(node: FileNode): boolean {
    return this.#written.has(node);
  }

  /** When a file was written, or at least moved; in milliseconds since 1970. */
  changedAt(node: FileNode): number {
    return this.#written.get(node) ?? this.#restructured ?? Date.now();
  }

  /** What the session keeps of an unchanged file. */
  kept(node: FileNode): KeptContent | undefined {
    return this.#written.has(node) ? undefined : (this.#unloaded.get(node) ?? this.#copies.get(node));
  }

  /** Whether the contents of a file have to be loaded before they are read. */
  isUnloaded(node: FileNode): boolean {
    return this.#unloaded.has(node);
  }

  /** Makes `node` stand for a content that the session keeps. */
  unload(node: FileNode, kept: KeptContent): void {
    const { content, size, hash } = kept;
    this.#forgetCopy(node);
    node.contents = EMPTY;
    node.usedBytes = size;
    if (size === 0) this.#remember(node, kept);
    else this.#unloaded.set(node, { content, size, hash, remaining: size });
  }

  /** The session has the contents of `node` now. */
  markKept(node: FileNode, kept: KeptContent): void {
    if (this.#unloaded.has(node)) return;
    this.#written.delete(node);
    this.#forgetCopy(node);
    this.#remember(node, kept);
  }

  /** Drops copies that are not open until at most {@link CACHE_LIMIT} bytes of them are held. */
  trim(): void {
    this.#dropCopies(CACHE_LIMIT);
  }

  /**
   * Reads the contents of `node` with `read`.
   * Throws ErrnoError when there is no memory for them.
   */
  async load(node: FileNode, read: (kept: KeptContent, bytes: number) => Promise<Uint8Array>): Promise<void> {
    const before = this.#unloaded.get(node);
    if (before === undefined) return;
    this.#makeRoom(node.usedBytes ?? 0, ENOMEM);
    const bytes = await read(before, before.remaining);
    const now = this.#unloaded.get(node);
    if (now === undefined) return; // loaded by another, or emptied
    const size = node.usedBytes ?? 0;
    let contents = bytes.subarray(0, now.remaining);
    if (contents.length !== size) {
      contents = new Uint8Array(size);
      contents.set(bytes.subarray(0, Math.min(now.remaining, size)));
    }
    this.#unloaded.delete(node);
    node.contents = contents;
    if (!this.#written.has(node)) this.#remember(node, now);
  }

  /** The failure of a file whose content is gone. */
  stale(): Error {
    return this.#refusal(ESTALE);
  }

  /** A file was opened. */
  use(node: FileNode): void {
    const kept = this.#copies.get(node);
    if (kept === undefined) return;
    this.#copies.delete(node);
    this.#copies.set(node, kept);
  }

  #remember(node: FileNode, { content, size, hash }: KeptContent): void {
    this.#copies.set(node, { content, size, hash });
    this.#copiedBytes += capacity(node);
  }

  #forgetCopy(node: FileNode): void {
    if (this.#copies.delete(node)) this.#copiedBytes -= capacity(node);
  }

  #dropCopies(limit: number): void {
    if (this.#copiedBytes <= limit) return;
    const open = new Set(this.#files.streams.map((stream) => stream?.node));
    for (const [node, kept] of this.#copies) {
      if (this.#copiedBytes <= limit) return;
      if (!open.has(node)) this.unload(node, kept);
    }
  }

  /** Makes sure that `bytes` more fit into memory. */
  #makeRoom(bytes: number, errno: number): void {
    for (const exact of [false, true]) {
      if (exact) this.#count();
      const own = STORAGE_LIMIT - this.#bytesLeft;
      const room = HELD_LIMIT - own - bytes;
      this.#dropCopies(Math.max(0, room));
      if (this.#copiedBytes <= room) return;
    }
    throw this.#refusal(errno);
  }

  /** Counts down; counts anew only when nothing seems to be left, since deletions are not counted. */
  #take(bytes: number, newFiles: number): void {
    if (this.#exempt) {
      this.#base.bytes += bytes;
      this.#base.files += newFiles;
      return;
    }
    if (this.#bytesLeft < bytes || this.#filesLeft < newFiles) {
      this.#count();
      if (this.#bytesLeft < bytes || this.#filesLeft < newFiles) throw this.#refusal(ENOSPC);
    }
    if (bytes > 0) this.#makeRoom(bytes, ENOSPC);
    this.#bytesLeft -= bytes;
    this.#filesLeft -= newFiles;
  }

  #refusal(errno: number): Error {
    this.#met.add(LIMITS.get(errno) ?? '');
    return new this.#files.ErrnoError(errno);
  }

  #count(): void {
    const usage = this.#measure();
    this.#bytesLeft = Math.max(0, STORAGE_LIMIT - (usage.bytes - this.#base.bytes));
    this.#filesLeft = Math.max(0, FILE_LIMIT - (usage.files - this.#base.files));
  }

  #measure(): { bytes: number; files: number } {
    const own = this.#measureBelow(this.#files.root);
    const bytes = this.#counted.reduce((sum, root) => sum + this.#measureBelow(root).bytes, own.bytes);
    return { bytes, files: own.files };
  }

  #measureBelow(root: FileNode): { bytes: number; files: number } {
    let [bytes, files] = [0, 0];
    const rest = [root];
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      files++;
      if (!ArrayBuffer.isView(node.contents)) rest.push(...Object.values(node.contents ?? {}));
      else if (!this.#copies.has(node)) bytes += node.contents.length;
    }
    return { bytes, files };
  }

  /** Room for a file to grow to `size` bytes. */
  #grow(node: FileNode, size: number): void {
    const growth = size - (node.usedBytes ?? 0);
    if (growth > 0 && size > FILE_BYTES && this.#isKept(node)) throw this.#refusal(EFBIG);
    const copied = this.#copies.has(node) ? capacity(node) : 0;
    if (growth > 0 || copied > 0) this.#take(Math.max(0, growth) + copied, 0);
    this.#forgetCopy(node);
    if (this.#quiet) return;
    this.#written.set(node, Date.now());
    this.#anyWritten = true;
  }

  /** Throws where a name would lie too deep. */
  #checkPath(folder: FileNode, name: string): void {
    let [depth, characters] = [1, name.length];
    for (let at = folder; at !== at.parent; at = at.parent) {
      depth++;
      characters += at.name.length + 1;
      if (depth > DEEPEST || characters > PATH_CHARACTERS) throw this.#refusal(ENAMETOOLONG);
    }
  }

  /** Whether a node lies in the folder of the session's files. */
  #isKept(node: FileNode): boolean {
    const root = this.#root();
    for (let at = node; at !== at.parent; at = at.parent) if (at === root) return true;
    return false;
  }

  /** Replaces the operations that change files. */
  #watch(): void {
    const { MEMFS } = this.#files.filesystems;
    const { file, dir } = MEMFS.ops_table;
    const { read, write } = file.stream;
    file.stream.read = (stream, ...rest) => {
      if (this.#unloaded.has(stream.node)) throw new this.#files.ErrnoError(EIO);
      return read(stream, ...rest);
    };
    file.stream.write = (stream, buffer, offset, length, position, canOwn) => {
      if (this.#unloaded.has(stream.node)) throw new this.#files.ErrnoError(EIO);
      if (length > 0) this.#grow(stream.node, position + length);
      return write(stream, buffer, offset, length, position, canOwn);
    };
    // The original writes past the replaced function.
    file.stream.msync = (stream, buffer, offset, length) => {
      file.stream.write(stream, buffer, 0, length, offset, false);
      return 0;
    };
    const { setattr } = file.node;
    file.node.setattr = (node, attributes) => {
      const { size } = attributes;
      if (size === undefined) return setattr(node, attributes);
      this.#grow(node, size);
      const unloaded = this.#unloaded.get(node);
      if (unloaded === undefined || size === 0) {
        this.#unloaded.delete(node);
        return setattr(node, attributes);
      }
      this.#unloaded.set(node, { ...unloaded, remaining: Math.min(unloaded.remaining, size) });
      node.usedBytes = size;
      return undefined;
    };
    const restructures = <Args extends unknown[]>(change: (...args: Args) => void) => {
      return (...args: Args): void => {
        change(...args);
        if (!this.#quiet) this.#restructured = Date.now();
      };
    };
    const { rename } = dir.node;
    dir.node.rename = restructures((node, folder, name) => {
      this.#checkPath(folder, name);
      rename(node, folder, name);
    });
    dir.node.unlink = restructures(dir.node.unlink);
    dir.node.rmdir = restructures(dir.node.rmdir);
    const createNode = MEMFS.createNode.bind(MEMFS);
    MEMFS.createNode = (parent, name, mode, device) => {
      if (parent !== null && !this.#exempt && !this.#quiet) this.#checkPath(parent, name);
      this.#take(0, 1);
      const node = createNode(parent, name, mode, device);
      // Else a file named __proto__ would not be listed.
      if (this.#files.isDir(mode)) Object.setPrototypeOf(node.contents, null);
      if (!this.#quiet) this.#restructured = Date.now();
      return node;
    };
  }
}

function capacity({ contents }: FileNode): number {
  return ArrayBuffer.isView(contents) ? contents.length : 0;
}
