/** Stores what a cell changed below /workspace, and finds out what of it cannot be kept. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { isNormalPath, nameFault, shown } from '../../src/python/paths.ts';
import { FILE_BYTES, MESSAGE_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import { Slices } from '../../wasm/python/kernel/slices.ts';
import type { CellOutcome, ChangedEntry, ChangedPart, KernelCellResult } from '../../wasm/python/kernel/types.ts';
import { ContentWriter, storeSmall } from './content-writer.ts';
import { placeDirectory, placeFile, tooLarge } from './file-places.ts';
import {
  contentSize,
  filesBelow,
  finder,
  findFile,
  linkAll,
  PART_BYTES,
  unlink,
  unlinkAll,
} from './session-files.schema.ts';
import type { SessionFiles } from './session-files.ts';

/** Reads parts of changed files from the interpreter, one after another; together they fit into a message. */
export type FetchChanged = (parts: readonly ChangedPart[]) => Promise<Uint8Array>;

/** Bytes that are read at a time. */
const FETCH_BYTES = MESSAGE_BYTES >> 2;
/** Unkept files that a cell's outcome names. */
const MOST_NOTICES = 20;

/** Stores the changes of a cell; what callers changed since it started stays where that was later. Returns the cell's outcome. */
export async function storeCell(
  storage: DurableObjectStorage,
  files: SessionFiles,
  { changes, outcome }: KernelCellResult,
  fetch: FetchChanged,
): Promise<CellOutcome> {
  const { sql } = storage;
  if (changes.put.length === 0 && changes.removed.length === 0) return outcome;
  files.abandon(); // contents that do not find a path
  const unkept = new Map<string, string>();
  const kept: ChangedEntry[] = [];
  for (const entry of changes.put) {
    const reason = reasonAgainst(entry, files);
    if (reason === undefined) kept.push(entry);
    else unkept.set(entry.path, reason);
  }
  const contents = await receiveAll(sql, files, kept, fetch);
  storage.transactionSync(() => {
    removeAll(sql, files, changes.removed);
    for (const [path, reason] of putAll(sql, files, contents)) unkept.set(path, reason);
  });
  if (unkept.size === 0) return outcome;
  files.missing([...unkept.keys()]);
  const isKept = (path: string): boolean => !unkept.has(path);
  return {
    ...outcome,
    newFiles: outcome.newFiles.filter(isKept),
    modifiedFiles: outcome.modifiedFiles.filter(isKept),
    notices: [...outcome.notices, ...[...unkept.values()].slice(0, MOST_NOTICES), ...more(unkept.size - MOST_NOTICES)],
  };
}

function reasonAgainst(entry: ChangedEntry, files: SessionFiles): string | undefined {
  const { path } = entry;
  const fault = isNormalPath(path) ? nameFault(path) : 'is no path in /workspace';
  if (fault !== undefined) return `'${shown(path)}' was not kept: it ${fault}.`;
  if (entry.kind === 'directory') return undefined;
  if (entry.size > FILE_BYTES) return notKept(path, tooLarge(path));
  const changed = files.changedMeanwhile.get(path);
  if (changed === undefined || changed <= entry.changedAt) return undefined;
  return `'${shown(path)}' was changed from outside after the cell wrote it: that later change was kept.`;
}

/** What a path gets: the id of a content, null for a directory, and its size. */
interface Received {
  readonly content: number | null;
  readonly size: number;
}

/** What the entries' paths get, after fetching those that the session does not have yet. */
async function receiveAll(
  sql: SqlStorage,
  files: SessionFiles,
  entries: readonly ChangedEntry[],
  fetch: FetchChanged,
): Promise<ReadonlyMap<string, Received>> {
  const contents = new Map<string, Received>();
  const slices = new Slices();
  let parts: (ChangedPart & { readonly writer: ContentWriter })[] = [];
  let bytes = 0;
  const fetchParts = async (): Promise<void> => {
    const [wanted, expected] = [parts, bytes];
    [parts, bytes] = [[], 0];
    const all = await fetch(wanted.map(({ path, offset, length }) => ({ path, offset, length })));
    if (all.length !== expected) throw new Error('The interpreter no longer has all of the files that it changed.');
    let at = 0;
    for (const { writer, length } of wanted) {
      writer.write(all.subarray(at, at + length));
      at += length;
      await slices.pause();
    }
  };
  const writers: ContentWriter[] = [];
  for (const entry of entries) {
    await slices.pause();
    if (entry.kind === 'directory') {
      contents.set(entry.path, { content: null, size: 0 });
      continue;
    }
    const { path, size, content, data } = entry;
    if (content !== undefined && contentSize(sql, content) === size) {
      contents.set(path, { content, size });
      continue;
    }
    if (data !== undefined) {
      if (data.length !== size || size > PART_BYTES) throw new Error('A changed file is not as large as was told.');
      const stored = storeSmall(sql, data);
      files.holdForCell(stored);
      contents.set(path, { content: stored, size });
      continue;
    }
    const writer = new ContentWriter(sql);
    files.holdForCell(writer.id);
    contents.set(path, { content: writer.id, size });
    writers.push(writer);
    for (let offset = 0; offset < size; ) {
      const length = Math.min(FETCH_BYTES - bytes, size - offset);
      parts.push({ path, offset, length, writer });
      offset += length;
      bytes += length;
      if (bytes === FETCH_BYTES) await fetchParts();
    }
  }
  if (parts.length > 0) await fetchParts();
  for (const writer of writers) {
    await slices.pause();
    writer.finish();
  }
  return contents;
}

/** What was written from outside meanwhile stays, and so do the directories that it is in. */
function removeAll(sql: SqlStorage, files: SessionFiles, paths: readonly string[]): void {
  if (files.changedMeanwhile.size === 0) return unlinkAll(sql, paths);
  for (const path of paths.toReversed()) {
    const holds = findFile(sql, path)?.content === null && filesBelow(sql, path).length > 0;
    if (holds || files.changedMeanwhile.has(path)) files.announce(path);
    else unlink(sql, path);
  }
}

/** Gives paths their contents; returns why those without a place are not kept. */
function putAll(
  sql: SqlStorage,
  files: SessionFiles,
  contents: ReadonlyMap<string, Received>,
): ReadonlyMap<string, string> {
  const unkept = new Map<string, string>();
  const links = new Map<string, Received>();
  const before = finder(sql, contents.size);
  const find = (path: string) => links.get(path) ?? before(path);
  let totals = files.totals();
  for (const [path, received] of contents) {
    try {
      const place =
        received.content === null ? placeDirectory(find, path, totals) : placeFile(find, path, received.size, totals);
      for (const parent of place.missing) links.set(parent, { content: null, size: 0 });
      links.set(path, received);
      totals = place.after;
      files.announce(path);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      unkept.set(path, notKept(path, error));
    }
  }
  linkAll(
    sql,
    Array.from(links, ([path, { content }]) => [path, content]),
  );
  return unkept;
}

function more(count: number): readonly string[] {
  return count > 0 ? [`${count} more files or directories were not kept for such reasons.`] : [];
}

function notKept(path: string, { failure }: ToolFailure): string {
  return `'${shown(path)}' was not kept. ${failure.message} ${failure.advice}`;
}
