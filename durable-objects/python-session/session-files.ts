/** The files of a Python session: what its tools read and write, and what passes between them and its interpreter. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { suggest } from '../../src/mcp/suggest.ts';
import type { FileContent, FileEntry, OpenFile, WrittenFile } from '../../src/python/files.ts';
import { normalizeFilePath, normalizePath, shown } from '../../src/python/paths.ts';
import type { FileTotals } from '../../src/python/protocol.ts';
import { FILE_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import type { FileUpdate, StoredEntry } from '../../wasm/python/kernel/types.ts';
import { ContentWriter } from './content-writer.ts';
import { isDirectory, placeFile, tooLarge } from './file-places.ts';
import {
  allContents,
  contentsInUse,
  dropUnused,
  type FileRow,
  filesBelow,
  finder,
  findFile,
  link,
  readContent,
  storedEntry,
  totals,
  unlink,
} from './session-files.schema.ts';

/** Bytes of a file that are read from storage at a time. */
const CHUNK = 1 << 20;

/** Files of a session in its SQLite database. Methods with paths throw `ToolFailure`. */
export class SessionFiles {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  /** Paths whose state the interpreter does not know yet. */
  readonly #news = new Set<string>();
  #unkept: readonly string[] = [];
  /** What callers changed while a cell runs, in milliseconds since 1970. */
  readonly changedMeanwhile = new Map<string, number>();
  /** How many hold a content that is not to be deleted even when no path has it: writers, readers, the running cell. */
  readonly #holds = new Map<number, number>();
  /** Whether there may be contents that no path has. */
  #garbage = true;
  #ofCell: number[] = [];

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.collectGarbage();
  }

  list(path: string): readonly FileEntry[] {
    const normal = normalizePath(path);
    if (normal !== '') {
      const found = this.#find(normal);
      if (found.content !== null) return [toEntry(found)];
    }
    return filesBelow(this.#sql, normal).map(toEntry);
  }

  totals(): FileTotals {
    return totals(this.#sql);
  }

  read(path: string, offset: number, maxBytes: number): FileContent {
    const { path: normal, content, size } = this.#findFile(path);
    return { path: normal, size, data: readContent(this.#sql, content, offset, maxBytes) };
  }

  /** Contents do not change, so the stream sees none of what happens to the file meanwhile. */
  open(path: string): OpenFile {
    const { path: normal, content, size } = this.#findFile(path);
    const release = this.hold([content]);
    let at = 0;
    const body = new ReadableStream({
      type: 'bytes',
      pull: (controller) => {
        const data = readContent(this.#sql, content, at, CHUNK);
        at += data.length;
        if (data.length > 0) return controller.enqueue(data);
        controller.close();
        // A reader that brought a buffer waits for it even at the end.
        controller.byobRequest?.respond(0);
        release();
      },
      cancel: release,
    });
    return { path: normal, size, body };
  }

  /** Returns when the whole content is stored; until then readers see the file as it was. */
  async write(path: string, content: Uint8Array | ReadableStream<Uint8Array>): Promise<WrittenFile> {
    const normal = normalizeFilePath(path);
    const find = (each: string) => findFile(this.#sql, each);
    placeFile(find, normal, content instanceof Uint8Array ? content.length : 0, this.totals());
    const writer = new ContentWriter(this.#sql);
    const release = this.hold([writer.id]);
    this.abandon(); // what a failure leaves behind
    try {
      if (content instanceof Uint8Array) writer.write(content);
      else {
        for await (const chunk of content) {
          if (writer.size + chunk.length > FILE_BYTES) throw tooLarge(normal);
          writer.write(chunk);
        }
      }
      writer.finish();
      return this.#storage.transactionSync(() => {
        const { created, missing } = placeFile(find, normal, writer.size, this.totals());
        for (const parent of missing) this.#change(parent, null);
        this.#change(normal, writer.id);
        return { path: normal, size: writer.size, created };
      });
    } finally {
      release();
    }
  }

  /** Returns the paths of everything removed. */
  delete(path: string, recursive: boolean): readonly string[] {
    const normal = normalizePath(path);
    if (normal === '') {
      throw new ToolFailure({
        errorType: 'ValueError',
        message: '/workspace itself cannot be deleted.',
        advice: 'Name a file or a directory in it; list_files shows what there is.',
      });
    }
    const { content } = this.#find(normal);
    const below = content === null ? filesBelow(this.#sql, normal) : [];
    if (below.length > 0 && !recursive) {
      throw new ToolFailure({
        errorType: 'OSError',
        message: `The directory '${shown(normal)}' is not empty: it holds ${below.length} files and directories.`,
        advice: 'Call delete_file with recursive=true to delete it with everything in it.',
      });
    }
    const removed = [normal, ...below.map((row) => row.path)];
    this.#storage.transactionSync(() => {
      for (const each of removed) this.#forget(each);
    });
    this.collectGarbage();
    return removed;
  }

  /** Everything, for an interpreter that starts. */
  entries(): readonly StoredEntry[] {
    this.#news.clear();
    this.#unkept = [];
    return filesBelow(this.#sql, '').map(storedEntry);
  }

  /** What the interpreter has to learn before its next cell. */
  news(): FileUpdate {
    const put: StoredEntry[] = [];
    const removed: string[] = [];
    const find = finder(this.#sql, this.#news.size);
    for (const path of [...this.#news].sort()) {
      const row = find(path);
      if (row === undefined) removed.push(path);
      else put.push(storedEntry(row));
    }
    this.#news.clear();
    const unkept = [...this.#unkept];
    this.#unkept = [];
    return { put, removed, unkept };
  }

  /** A cell starts, and ends when the returned function is called: meanwhile, no content that it may open is deleted. */
  startCell(): () => void {
    this.changedMeanwhile.clear();
    this.#ofCell = [...contentsInUse(this.#sql)];
    return this.hold(this.#ofCell);
  }

  /** Keeps one content more until the cell has ended. */
  holdForCell(content: number): void {
    this.#ofCell.push(content);
    this.#count(content, 1);
  }

  /** The interpreter has these, and the session has not. */
  missing(paths: readonly string[]): void {
    this.#unkept = paths;
  }

  /** The interpreter shall learn the state of `path` before its next cell. */
  announce(path: string): void {
    this.#news.add(path);
  }

  /** Keeps contents even when no path has them, until the returned function is called. */
  hold(contents: readonly number[]): () => void {
    for (const id of contents) this.#count(id, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      for (const id of contents) this.#count(id, -1);
      this.collectGarbage();
    };
  }

  /** As {@link hold}, for all there are. */
  holdAll(): () => void {
    return this.hold(allContents(this.#sql));
  }

  #count(content: number, change: 1 | -1): void {
    const holds = (this.#holds.get(content) ?? 0) + change;
    if (holds > 0) this.#holds.set(content, holds);
    else this.#holds.delete(content);
  }

  /** A content that no path may have is to be deleted. */
  abandon(): void {
    this.#garbage = true;
  }

  /** Deletes what nobody needs any more. */
  collectGarbage(): void {
    if (!this.#garbage) return;
    dropUnused(this.#sql, (content) => this.#holds.has(content));
    this.#garbage = this.#holds.size > 0;
  }

  #change(path: string, content: number | null): void {
    link(this.#sql, path, content);
    this.#note(path);
  }

  #forget(path: string): void {
    unlink(this.#sql, path);
    this.#note(path);
  }

  #note(path: string): void {
    this.#garbage = true;
    this.#news.add(path);
    this.changedMeanwhile.set(path, Date.now());
  }

  #find(path: string): FileRow {
    const found = findFile(this.#sql, path);
    if (found !== undefined) return found;
    const names = filesBelow(this.#sql, '').map((row) => row.path);
    const similar = suggest(path, names);
    const hint = similar.length > 0 ? `Did you mean ${similar.map((name) => `'${name}'`).join(' or ')}? ` : '';
    throw new ToolFailure({
      errorType: 'FileNotFoundError',
      message: `There is no file or directory '${shown(path)}' in /workspace.`,
      advice: `${hint}list_files shows what there is; files that a running cell creates are seen when it has ended.`,
    });
  }

  #findFile(path: string): FileRow & { readonly content: number } {
    const found = this.#find(normalizeFilePath(path));
    if (found.content !== null) return { ...found, content: found.content };
    throw isDirectory(found.path);
  }
}

function toEntry({ path, content, size }: FileRow): FileEntry {
  return content === null ? { kind: 'directory', path } : { kind: 'file', path, size };
}
