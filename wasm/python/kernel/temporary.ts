/** Files that belong to an interpreter's state but not to the session's files: those of `tempfile`, of the home directory, and others. */
import type { EmscriptenFS, FileNode } from './glue.ts';
import type { WholeEntry } from './types.ts';

/** Folders of the root that are kept otherwise, or are the same in every interpreter. */
const ELSEWHERE: ReadonlySet<string> = new Set(['workspace', 'lib', 'dev', 'proc']);

/** What is there, by absolute path. */
export interface Temporary {
  /** Directories before what they hold; what is neither file nor directory is left out. */
  readonly entries: readonly WholeEntry[];
  /** Of contents. */
  readonly bytes: number;
  /** Files that were moved out of /workspace before their contents were loaded. */
  readonly unloaded: readonly string[];
}

/** Looks at the nodes themselves, since paths can be closed to readers; not for longer than they have at most `most` bytes. */
export function readTemporary(files: EmscriptenFS, most: number): Temporary {
  const entries: WholeEntry[] = [];
  const unloaded: string[] = [];
  let bytes = 0;
  const rest = [{ folder: files.root, path: '' }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const [name, node] of Object.entries(recordOf(next.folder))) {
      if (next.folder === files.root && ELSEWHERE.has(name)) continue;
      const path = `${next.path}/${name}`;
      if (files.isDir(node.mode)) {
        entries.push({ kind: 'directory', path });
        rest.push({ folder: node, path });
      } else if (files.isFile(node.mode)) {
        bytes += node.usedBytes ?? 0;
        if (bytes > most) return { entries: [], bytes, unloaded };
        const data = bytesOf(node);
        if (data.length < (node.usedBytes ?? 0)) unloaded.push(path);
        entries.push({ kind: 'file', path, data });
      }
    }
  }
  return { entries, bytes, unloaded };
}

/** Puts back what {@link readTemporary} returned. */
export function writeTemporary(files: EmscriptenFS, entries: readonly WholeEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'directory') files.mkdirTree(entry.path);
    else {
      // It may stand where a directory of the boot was.
      if (files.analyzePath(entry.path).exists) files.rmdir(entry.path);
      files.writeFile(entry.path, entry.data);
    }
  }
}

function recordOf({ contents }: FileNode): Readonly<Record<string, FileNode>> {
  return ArrayBuffer.isView(contents) || contents == null ? {} : contents;
}

function bytesOf({ contents, usedBytes = 0 }: FileNode): Uint8Array {
  return ArrayBuffer.isView(contents)
    ? new Uint8Array(contents.buffer, contents.byteOffset, Math.min(usedBytes, contents.length)).slice()
    : new Uint8Array();
}
