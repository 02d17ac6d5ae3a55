/** The files below /workspace: put back into a fresh interpreter, and compared by content after each cell. */
import type { EmscriptenFS } from './glue.ts';
import type { WorkspaceChanges, WorkspaceEntry } from './types.ts';

/** Where a session's files live. */
export const WORKSPACE = '/workspace';

/** The mark of a directory among content hashes. */
const DIRECTORY = 'directory';

/** Changes as they are reported to a reader: files only, sorted. */
export interface ChangedFiles {
  readonly newFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
  /** Paths of what is neither file nor directory, which is not kept. */
  readonly skipped: readonly string[];
}

/** Two independent multiplicative hashes: modification times are useless where the clock stands still. */
function contentHash(bytes: Uint8Array): string {
  let [first, second] = [0xdeadbeef ^ bytes.length, 0x41c6ce57 ^ bytes.length];
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, 2654435761);
    second = Math.imul(second ^ byte ^ (first >>> 13), 1597334677);
  }
  return `${bytes.length}:${first >>> 0}:${second >>> 0}`;
}

/** Follows the contents of {@link WORKSPACE}. */
export class Workspace {
  #files: EmscriptenFS;
  #known = new Map<string, string>();

  constructor(files: EmscriptenFS) {
    this.#files = files;
    files.mkdirTree(WORKSPACE);
    files.chdir(WORKSPACE);
  }

  restore(entries: readonly WorkspaceEntry[]): void {
    for (const entry of entries) {
      const path = `${WORKSPACE}/${entry.path}`;
      if (entry.kind === 'directory') {
        this.#files.mkdirTree(path);
        this.#known.set(entry.path, DIRECTORY);
      } else {
        this.#files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
        this.#files.writeFile(path, entry.data);
        this.#known.set(entry.path, contentHash(entry.data));
      }
    }
  }

  /** What changed since the last call. */
  collect(): { readonly changes: WorkspaceChanges; readonly report: ChangedFiles } {
    const found = new Map<string, WorkspaceEntry>();
    const skipped: string[] = [];
    if (this.#files.analyzePath(WORKSPACE).exists) this.#walk('', found, skipped);
    else this.#files.mkdirTree(WORKSPACE);

    const put: WorkspaceEntry[] = [];
    const report = { newFiles: [] as string[], modifiedFiles: [] as string[], deletedFiles: [] as string[], skipped };
    const removed: string[] = [];
    for (const [path, before] of this.#known) {
      const now = found.get(path);
      const sameKind = now !== undefined && (now.kind === DIRECTORY) === (before === DIRECTORY);
      if (sameKind) continue;
      removed.push(path);
      this.#known.delete(path);
      if (before !== DIRECTORY) report.deletedFiles.push(path);
    }
    for (const entry of found.values()) {
      const before = this.#known.get(entry.path);
      const now = entry.kind === DIRECTORY ? DIRECTORY : contentHash(entry.data);
      if (now === before) continue;
      this.#known.set(entry.path, now);
      put.push(entry.kind === DIRECTORY ? entry : { ...entry, data: entry.data.slice() });
      if (entry.kind === 'file') (before === undefined ? report.newFiles : report.modifiedFiles).push(entry.path);
    }
    for (const paths of [report.newFiles, report.modifiedFiles, report.deletedFiles, skipped]) paths.sort();
    return { changes: { put, removed }, report };
  }

  #walk(folder: string, found: Map<string, WorkspaceEntry>, skipped: string[]): void {
    for (const name of this.#files.readdir(`${WORKSPACE}/${folder}`)) {
      if (name === '.' || name === '..') continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      const { mode } = this.#files.lstat(`${WORKSPACE}/${path}`);
      if (this.#files.isDir(mode)) {
        found.set(path, { kind: DIRECTORY, path });
        this.#walk(path, found, skipped);
      } else if (this.#files.isFile(mode)) {
        found.set(path, { kind: 'file', path, data: this.#files.readFile(`${WORKSPACE}/${path}`) });
      } else {
        skipped.push(path);
      }
    }
  }
}
