/** Whether a session has a place for a file: what is there already, and the limits. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { parentsOf, shown } from '../../src/python/paths.ts';
import type { FileTotals } from '../../src/python/protocol.ts';
import { ENTRY_LIMIT, FILE_BYTES, SESSION_BYTES } from '../../wasm/python/kernel/file-limits.ts';

/** What there is at a path: a directory has no content. */
export type Lookup = (path: string) => { readonly content: number | null; readonly size: number } | undefined;

/** What storing a file changes besides. */
export interface FilePlacement {
  readonly created: boolean;
  /** Directories to create first, outermost first. */
  readonly missing: readonly string[];
  /** The totals afterwards. */
  readonly after: FileTotals;
}

/** The place of a file of `size` bytes in a session with `totals`. Throws `ToolFailure` when there is none. */
export function placeFile(find: Lookup, path: string, size: number, totals: FileTotals): FilePlacement {
  if (size > FILE_BYTES) throw tooLarge(path);
  const before = find(path);
  if (before?.content === null) throw isDirectory(path);
  const bytes = totals.bytes - (before?.size ?? 0) + size;
  if (bytes > SESSION_BYTES) {
    throw new ToolFailure({
      errorType: 'OSError',
      message: `No room for '${shown(path)}' of ${size} bytes: the session holds ${totals.bytes} of at most ${SESSION_BYTES} bytes (${SESSION_BYTES >> 20} MB).`,
      advice: 'Delete files that are not needed any more with delete_file.',
    });
  }
  const missing = missingParents(find, path);
  const created = before === undefined;
  const after = {
    files: totals.files + (created ? 1 : 0),
    directories: totals.directories + missing.length,
    bytes,
  };
  checkCount(path, after);
  return { created, missing, after };
}

/** As {@link placeFile}, for a directory. */
export function placeDirectory(find: Lookup, path: string, totals: FileTotals): FilePlacement {
  const before = find(path);
  if (before !== undefined && before.content !== null) throw notADirectory(path, path);
  const missing = missingParents(find, path);
  const created = before === undefined;
  const after = { ...totals, directories: totals.directories + missing.length + (created ? 1 : 0) };
  checkCount(path, after);
  return { created, missing, after };
}

export function tooLarge(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'OSError',
    message: `'${shown(path)}' is too large: a file has at most ${FILE_BYTES} bytes (${FILE_BYTES >> 20} MB).`,
    advice: 'Split it into several files, or compress it.',
  });
}

export function isDirectory(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'IsADirectoryError',
    message: `'${shown(path)}' is a directory.`,
    advice: 'Name a file in it; list_files with this path shows which there are.',
  });
}

function notADirectory(file: string, path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'NotADirectoryError',
    message: `'${shown(file)}' is a file, so there can be no directory '${shown(path)}'.`,
    advice: 'Choose another path, or delete that file first.',
  });
}

function missingParents(find: Lookup, path: string): readonly string[] {
  const missing: string[] = [];
  for (const parent of parentsOf(path).toReversed()) {
    const there = find(parent);
    if (there !== undefined && there.content !== null) throw notADirectory(parent, parent);
    if (there !== undefined) break; // and so are those that it is in
    missing.unshift(parent);
  }
  return missing;
}

function checkCount(path: string, { files, directories }: FileTotals): void {
  if (files + directories <= ENTRY_LIMIT) return;
  throw new ToolFailure({
    errorType: 'OSError',
    message: `No room for '${shown(path)}': a session holds at most ${ENTRY_LIMIT} files and directories.`,
    advice: 'Delete some with delete_file, or pack many small files into one archive.',
  });
}
