/** Files that memories cite, at any commit of the repository. */

import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { changedPaths } from '../git/compare/changed-paths.ts';
import { LARGEST_COMPARED } from '../git/compare/compare-file.ts';
import { findRenames } from '../git/compare/renames.ts';
import { isBinaryContent, readBlob } from '../git/compare/text.ts';
import { MODES, type Oid } from '../git/object.ts';
import type { Repository } from '../git/repository.ts';
import { comparedLines } from '../memories/cited-lines.ts';
import type { CitedFiles, Renamed } from '../memories/standing.ts';
import type { FileReader } from './file-reader.ts';

/** Lines of a text that is compared. */
const MOST_LINES = 50_000;
/** Texts that are kept for other evidence of the same file. */
const MOST_TEXTS = 8;
/** Units of work for looking a path up. */
const LOOKUP_UNITS = 100;

/** Reads for one call. */
export class RepositoryFiles implements CitedFiles {
  readonly #repository: Repository;
  readonly #reader: FileReader;
  readonly #indexed: () => Oid | undefined;
  readonly #work: WorkBudget;
  readonly #texts = new Map<Oid, readonly string[] | undefined>();
  /** By both commits. */
  readonly #renames = new Map<string, { readonly to: ReadonlyMap<string, string>; readonly complete: boolean }>();

  /** `indexed` is the commit that is meant where none is named. */
  constructor(
    repository: Repository,
    reader: FileReader,
    { indexed, work }: { readonly indexed: () => Oid | undefined; readonly work: WorkBudget },
  ) {
    this.#repository = repository;
    this.#reader = reader;
    this.#indexed = indexed;
    this.#work = work;
  }

  commitOf(ref: string | undefined): Oid | undefined {
    return ref === undefined ? this.#indexed() : this.#reader.commitOf(ref);
  }

  fileAt(commit: Oid, asked: string) {
    const path = asked.replace(/^(?:\.\/)+/, '');
    return { path, blob: this.#reader.entryOf(commit, path).oid };
  }

  blobAt(commit: Oid, path: string): Oid | undefined {
    this.#work.spend(LOOKUP_UNITS);
    const entry = this.#repository.entryAt(commit, path);
    return entry === undefined || entry.mode === MODES.tree || entry.mode === MODES.submodule ? undefined : entry.oid;
  }

  linesOf(blob: Oid): readonly string[] | undefined {
    if (!this.#texts.has(blob)) {
      const [oldest] = this.#texts.keys();
      if (oldest !== undefined && this.#texts.size === MOST_TEXTS) this.#texts.delete(oldest);
      this.#texts.set(blob, this.#read(blob));
    }
    return this.#texts.get(blob);
  }

  *renamed(path: string, from: Oid, to: Oid): Steps<Renamed> {
    const key = `${from} ${to}`;
    const known = this.#renames.get(key) ?? (yield* this.#compare(from, to));
    this.#renames.set(key, known);
    const now = known.to.get(path);
    if (now !== undefined) return { kind: 'to', path: now };
    return { kind: known.complete ? 'nowhere' : 'unknown' };
  }

  *#compare(from: Oid, to: Oid) {
    const [before, after] = [from, to].map((commit) => this.#repository.commit(commit).tree);
    const paths = yield* changedPaths(this.#repository, before, after, this.#work);
    const found = !this.#work.isSpent;
    const { changes, complete } = yield* findRenames(this.#repository, paths, this.#work);
    const renames = changes.flatMap(({ path, from: old }) => (old === undefined ? [] : [[old, path] as const]));
    return { to: new Map(renames), complete: found && complete };
  }

  #read(blob: Oid): readonly string[] | undefined {
    if ((this.#repository.blobSize(blob) ?? Number.POSITIVE_INFINITY) > LARGEST_COMPARED) return undefined;
    const data = readBlob(this.#repository, blob, this.#work);
    if (data === undefined || isBinaryContent(data)) return undefined;
    const lines = comparedLines(new TextDecoder().decode(data));
    return lines.length > MOST_LINES ? undefined : lines;
  }
}
