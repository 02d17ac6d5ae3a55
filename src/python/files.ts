/** The files of a Python session, as its callers see them. */

import type { FileTotals } from './protocol.ts';

/** A file or directory; paths are relative to /workspace. */
export type FileEntry =
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
  | { readonly kind: 'directory'; readonly path: string };

/** The beginning of a file. */
export interface FileContent {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly data: Uint8Array;
}

/** A file as a stream of its bytes as they were when it was opened. */
export interface OpenFile {
  readonly path: string;
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly size: number;
  /** Whether there was none of that name before. */
  readonly created: boolean;
}

/**
 * Files of a session, called over RPC: none of these waits for a running cell or starts an interpreter, which sees changes from
 * its next cell on. All throw `ToolFailure`.
 */
export interface SessionFilesApi {
  /** Everything below `path`, sorted, directories before what they hold; of a file, the file itself. */
  listFiles(path: string): Promise<readonly FileEntry[]>;
  fileTotals(): Promise<FileTotals>;
  /** At most `maxBytes`, from `offset` on. */
  readFile(path: string, offset: number, maxBytes: number): Promise<FileContent>;
  openFile(path: string): Promise<OpenFile>;
  /** Creates or replaces a file, and the directories that it needs. */
  writeFile(path: string, content: Uint8Array | ReadableStream<Uint8Array>): Promise<WrittenFile>;
  /** Removes a file or directory; returns the paths of all that was removed. */
  deleteFile(path: string, recursive: boolean): Promise<readonly string[]>;
}
