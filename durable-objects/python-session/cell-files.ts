/** Stores what a cell changed below /workspace, and finds out what of it cannot be kept. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { isNormalPath, nameFault, shown } from '../../src/python/paths.ts';
import type { FileTotals } from '../../src/python/protocol.ts';
import { FILE_BYTES, MESSAGE_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import type { CellOutcome, ChangedEntry, KernelCellResult } from '../../wasm/python/kernel/types.ts';
import { ContentWriter } from './content-writer.ts';
import { placeDirectory, placeFile, tooLarge } from './file-places.ts';
import { contentSize, filesBelow, findFile, link, unlink } from './session-files.schema.ts';
import type { SessionFiles } from './session-files.ts';

/** Reads a changed file from the interpreter: `length` bytes from `offset` on. */
export type FetchChanged = (path: string, offset: number, length: number) => Promise<Uint8Array>;

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
  const contents = new Map<string, number | null>();
  for (const entry of changes.put) {
    const reason = reasonAgainst(entry, files);
    if (reason !== undefined) unkept.set(entry.path, reason);
    else contents.set(entry.path, entry.kind === 'directory' ? null : await receive(sql, files, entry, fetch));
  }
  storage.transactionSync(() => {
    for (const path of changes.removed.toReversed()) remove(sql, files, path);
    let totals = files.totals();
    for (const [path, content] of contents) {
      try {
        totals = put(sql, path, content, totals);
        files.announce(path);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        unkept.set(path, notKept(path, error));
      }
    }
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

/** The id of the entry's content, after fetching it where the session does not have it yet. */
async function receive(
  sql: SqlStorage,
  files: SessionFiles,
  entry: Extract<ChangedEntry, { kind: 'file' }>,
  fetch: FetchChanged,
): Promise<number> {
  if (entry.content !== undefined && contentSize(sql, entry.content) === entry.size) return entry.content;
  const writer = new ContentWriter(sql);
  files.holdForCell(writer.id);
  if (entry.data !== undefined) writer.write(entry.data);
  while (writer.size < entry.size) {
    const wanted = Math.min(MESSAGE_BYTES, entry.size - writer.size);
    const part = await fetch(entry.path, writer.size, wanted);
    if (part.length !== wanted) throw new Error(`The interpreter no longer has all of '${shown(entry.path)}'.`);
    writer.write(part);
  }
  writer.finish();
  return writer.id;
}

/** What was written from outside meanwhile stays, and so do the directories that it is in. */
function remove(sql: SqlStorage, files: SessionFiles, path: string): void {
  const holds = findFile(sql, path)?.content === null && filesBelow(sql, path).length > 0;
  if (holds || files.changedMeanwhile.has(path)) files.announce(path);
  else unlink(sql, path);
}

function put(sql: SqlStorage, path: string, content: number | null, totals: FileTotals): FileTotals {
  const { missing, after } =
    content === null ? placeDirectory(sql, path, totals) : placeFile(sql, path, contentSize(sql, content) ?? 0, totals);
  for (const parent of missing) link(sql, parent, null);
  link(sql, path, content);
  return after;
}

function more(count: number): readonly string[] {
  return count > 0 ? [`${count} more files or directories were not kept for such reasons.`] : [];
}

function notKept(path: string, { failure }: ToolFailure): string {
  return `'${shown(path)}' was not kept. ${failure.message} ${failure.advice}`;
}
