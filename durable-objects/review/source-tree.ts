/** A commit of a workspace as the source that a review reads. */
import { asToolFailure } from '../../src/lib/errors.ts';
import { LARGEST_SOURCE, type SourceTree } from '../../src/review/source.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';

/** UTF-16 units of texts that a tree keeps; what was read longest ago goes first. */
const MOST_CACHED = 16 << 20;

/** The files at a commit, given by its whole id; texts are kept for a while, since every check reads them. */
export class CommitTree implements SourceTree {
  readonly commit: string;
  readonly #workspace: WorkspaceApi;
  readonly #texts = new Map<string, Promise<string | undefined>>();
  #sizes = new Map<string, number>();
  #kept = 0;
  #paths: Promise<readonly string[]> | undefined;
  /** Files that were asked for, and those of them that were there already. */
  reads = 0;
  hits = 0;

  constructor(workspace: WorkspaceApi, commit: string) {
    this.#workspace = workspace;
    this.commit = commit;
  }

  read(path: string): Promise<string | undefined> {
    const known = this.#texts.get(path);
    this.reads++;
    if (known !== undefined) this.hits++;
    this.#texts.delete(path);
    const text = known ?? this.#read(path);
    this.#texts.set(path, text);
    return text;
  }

  /** Files that are kept. */
  get entries(): number {
    return this.#texts.size;
  }

  async paths(): Promise<readonly string[]> {
    this.#paths ??= this.#workspace.fileTree(this.commit).then(({ files }) => files.map(({ path }) => path).sort());
    return this.#paths;
  }

  async #read(path: string): Promise<string | undefined> {
    try {
      const text = await this.#load(path);
      this.#keep(path, text?.length ?? 0);
      return text;
    } catch (error) {
      // What failed is asked again.
      this.#texts.delete(path);
      throw error;
    }
  }

  async #load(path: string): Promise<string | undefined> {
    try {
      const file = await this.#workspace.readFile({ path, ref: this.commit, mostBytes: LARGEST_SOURCE });
      const { content, kind, truncated } = file;
      if (kind === 'symlink' || truncated || content.kind !== 'text' || content.replaced) return undefined;
      return content.text;
    } catch (error) {
      const type = asToolFailure(error)?.failure.errorType;
      // Paths of a diff may be such that no file has.
      if (type === 'FILE_NOT_FOUND' || type === 'INVALID_INPUT') return undefined;
      throw error;
    }
  }

  #keep(path: string, units: number): void {
    this.#sizes.set(path, units);
    this.#kept += units;
    for (const oldest of this.#texts.keys()) {
      if (this.#kept <= MOST_CACHED) return;
      this.#kept -= this.#sizes.get(oldest) ?? 0;
      this.#sizes.delete(oldest);
      this.#texts.delete(oldest);
    }
  }
}
