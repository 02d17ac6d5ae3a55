/** A limit to Python's file system, whose contents lie in JavaScript's memory, outside the capped heap. */
import type { EmscriptenFS, FileNode } from './glue.ts';

/** Bytes of file contents, and number of files and directories, that user code may hold. */
export const STORAGE_LIMIT = 32 << 20;
export const FILE_LIMIT = 10_000;

/** Emscripten's number for "no space left on device". */
const ENOSPC = 51;

interface Usage {
  bytes: number;
  files: number;
}

function measure(node: FileNode, usage: Usage): Usage {
  usage.files++;
  if (node.contents instanceof Uint8Array) usage.bytes += node.contents.length;
  else for (const child of Object.values(node.contents ?? {})) measure(child, usage);
  return usage;
}

/** Runs writes that do not count towards the limits. */
export type Exempt = (write: () => void) => void;

/** Makes writes beyond the limits fail with OSError; what exists already does not count. */
export function limitStorage(files: EmscriptenFS): Exempt {
  const { MEMFS } = files.filesystems;
  const { node: nodes, stream: streams } = MEMFS.ops_table.file;
  const base = measure(files.root, { bytes: 0, files: 0 });
  let [bytesLeft, filesLeft] = [0, 0];
  let exempt = false;

  /** Counts down; measures anew only when nothing seems to be left, since deletions are not counted. */
  const take = (bytes: number, newFiles: number): void => {
    if (exempt) {
      base.bytes += bytes;
      base.files += newFiles;
      return;
    }
    bytesLeft -= bytes;
    filesLeft -= newFiles;
    if (bytesLeft >= 0 && filesLeft >= 0) return;
    const usage = measure(files.root, { bytes: 0, files: 0 });
    bytesLeft = STORAGE_LIMIT - (usage.bytes - base.bytes) - bytes;
    filesLeft = FILE_LIMIT - (usage.files - base.files) - newFiles;
    if (bytesLeft >= 0 && filesLeft >= 0) return;
    [bytesLeft, filesLeft] = [0, 0];
    throw new files.ErrnoError(ENOSPC);
  };

  const { write } = streams;
  streams.write = (stream, buffer, offset, length, position, canOwn) => {
    take(Math.max(0, position + length - (stream.node.usedBytes ?? 0)), 0);
    return write(stream, buffer, offset, length, position, canOwn);
  };
  const { setattr } = nodes;
  nodes.setattr = (node, attributes) => {
    take(Math.max(0, (attributes.size ?? 0) - (node.usedBytes ?? 0)), 0);
    setattr(node, attributes);
  };
  const createNode = MEMFS.createNode.bind(MEMFS);
  MEMFS.createNode = (parent, name, mode, device) => {
    take(0, 1);
    return createNode(parent, name, mode, device);
  };
  return (write) => {
    exempt = true;
    try {
      write();
    } finally {
      exempt = false;
    }
  };
}
