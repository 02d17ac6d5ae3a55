/** A tree of files that lie elsewhere. Folders are filled when Python looks into them, files when it opens them. */
import type { EmscriptenFS, FileNode } from './glue.ts';
import type { FileStorage } from './storage.ts';
import type { MountedFile, MountedTree } from './types.ts';

/** Where trees are mounted. */
export const MOUNTS = '/mnt';

/** Emscripten's error numbers. */
const ENOENT = 44;
const EROFS = 69;

/** As if they could be written, so that copies can be: shutil keeps modes. The file system refuses it. */
const FILE_MODE = 0o100644;
const DIRECTORY_MODE = 0o40755;
const LINK_MODE = 0o120777;
const OWNER_WRITES = 0o200;
/** Mask of how a file was opened; 0 to read. */
const ACCESS = 3;

/** What a folder holds: files by their names, and folders. */
interface Folder {
  readonly files: Map<string, MountedFile>;
  readonly folders: Map<string, Folder>;
}

/** Where a tree is, and whether Python may change it. */
export type MountPoint = Pick<MountedTree, 'path' | 'writable'>;

/** Mounts a tree; `list` is called when Python looks into it for the first time. */
export function mountTree(
  files: EmscriptenFS,
  storage: FileStorage,
  { path, writable }: MountPoint,
  list: () => readonly MountedFile[],
): void {
  const mounted = new MountedFolders(files, storage, writable);
  storage.exempt(() => files.mkdirTree(path));
  files.mount({ mount: () => mounted.root(() => nested(list())) }, {}, path);
}

function nested(files: readonly MountedFile[]): Folder {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const file of files) {
    const names = file.path.split('/');
    const name = names.pop() ?? '';
    let folder = root;
    for (const each of names) {
      const next = folder.folders.get(each) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(each, next);
      folder = next;
    }
    folder.files.set(name, file);
  }
  return root;
}

/** Makes the nodes. A file system of its own, so that nothing is moved out of it or into it. */
class MountedFolders {
  readonly #files: EmscriptenFS;
  readonly #storage: FileStorage;
  readonly #writable: boolean;
  readonly #unread = new Map<FileNode, () => Folder>();
  readonly #fileOperations: { readonly node: object; readonly stream: object };
  readonly #folderOperations: { readonly node: object; readonly stream: object };
  readonly #linkOperations: object;

  constructor(files: EmscriptenFS, storage: FileStorage, writable: boolean) {
    this.#files = files;
    this.#storage = storage;
    this.#writable = writable;
    const { node, stream } = files.filesystems.MEMFS.ops_table.file;
    const refuse = (): never => {
      throw new files.ErrnoError(EROFS);
    };
    const { dir, link } = files.filesystems.MEMFS.ops_table;
    const kept = { getattr: node.getattr, setattr: refuse };
    const open = ({ flags }: { readonly flags: number }): void => {
      if ((flags & ACCESS) !== 0) refuse();
    };
    const { llseek, mmap, read } = stream;
    this.#fileOperations = writable
      ? files.filesystems.MEMFS.ops_table.file
      : { node: kept, stream: { open, llseek, mmap, read, write: refuse, msync: refuse } };
    this.#linkOperations = writable ? link.node : { ...kept, readlink: (each: FileNode) => each.link };
    const lookup = (folder: FileNode, name: string): FileNode => {
      const found = this.#children(folder)[name];
      if (found === undefined) throw new files.ErrnoError(ENOENT);
      return found;
    };
    const readdir = (folder: FileNode) => ['.', '..', ...Object.keys(this.#children(folder))];
    const changes = { mknod: refuse, symlink: refuse, rename: refuse, unlink: refuse, rmdir: refuse };
    // A folder that was never looked into would pass for an empty one.
    const rmdir = (parent: FileNode, name: string): void => {
      const child = this.#children(parent)[name];
      if (child !== undefined) this.#children(child);
      dir.node.rmdir(parent, name);
    };
    this.#folderOperations = writable
      ? { node: { ...dir.node, rmdir, lookup, readdir }, stream: dir.stream }
      : { node: { ...kept, ...changes, lookup, readdir }, stream: { llseek } };
  }

  root(folder: () => Folder): FileNode {
    const root = this.#folder(null, '/', folder);
    if (this.#writable) this.#storage.count(root);
    return root;
  }

  #folder(parent: FileNode | null, name: string, folder: () => Folder): FileNode {
    const node = this.#files.createNode(parent, name, this.#mode(DIRECTORY_MODE), 0);
    node.node_ops = this.#folderOperations.node;
    node.stream_ops = this.#folderOperations.stream;
    this.#unread.set(node, folder);
    return node;
  }

  #children(node: FileNode): Readonly<Record<string, FileNode>> {
    const read = this.#unread.get(node);
    if (read !== undefined) {
      const folder = read();
      this.#unread.delete(node);
      const found: Record<string, FileNode> = Object.create(null);
      for (const [name, each] of folder.folders) found[name] = this.#folder(node, name, () => each);
      for (const [name, file] of folder.files) found[name] = this.#file(node, name, file);
      node.contents = found;
    }
    return ArrayBuffer.isView(node.contents) ? {} : (node.contents ?? {});
  }

  #mode(mode: number): number {
    return this.#writable ? mode | OWNER_WRITES : mode;
  }

  #file(parent: FileNode, name: string, { blob, size, target }: MountedFile): FileNode {
    const node = this.#files.createNode(parent, name, target === undefined ? this.#mode(FILE_MODE) : LINK_MODE, 0);
    if (target !== undefined) {
      node.link = target;
      node.node_ops = this.#linkOperations;
      return node;
    }
    node.node_ops = this.#fileOperations.node;
    node.stream_ops = this.#fileOperations.stream;
    this.#storage.unload(node, { content: blob, hash: blob, size });
    return node;
  }
}
