/** A commit of a workspace as the source that a review reads. */

import { asToolFailure } from '../../lib/errors.ts';
import { LARGEST_SOURCE } from '../../lib/largest-source.ts';
import { pathFault, type WorkspaceApi } from '../../workspace/api.ts';
import { TextCache } from '../diff/text-cache.ts';
import type { SourceTree } from '../source.ts';

/** The files at a commit, given by its whole id; texts are kept for a while, since every check reads them. */
export class CommitTree implements SourceTree {
  readonly commit: string;
  readonly #workspace: WorkspaceApi;
  readonly #texts = new TextCache((path) => this.#load(path));
  #paths: Promise<readonly string[]> | undefined;
  /** Files that were asked for, and those of them that were read for it. */
  reads = 0;
  misses = 0;

  constructor(workspace: WorkspaceApi, commit: string) {
    this.#workspace = workspace;
    this.commit = commit;
  }

  /** Files that are kept. */
  get entries(): number {
    return this.#texts.entries;
  }

  read(path: string): Promise<string | undefined> {
    this.reads++;
    return this.#texts.read(path);
  }

  async paths(): Promise<readonly string[]> {
    this.#paths ??= this.#workspace.fileTree(this.commit).then(({ files }) => files.map(({ path }) => path).sort());
    return this.#paths;
  }

  async #load(path: string): Promise<string | undefined> {
    this.misses++;
    // Paths of a diff may be such that no file has.
    if (pathFault(path) !== undefined) return undefined;
    try {
      const file = await this.#workspace.readFile({ path, ref: this.commit, mostBytes: LARGEST_SOURCE });
      const { content, kind, truncated } = file;
      if (kind === 'symlink' || truncated || content.kind !== 'text' || content.replaced) return undefined;
      return content.text;
    } catch (error) {
      // Any other failure, such as a commit that is gone, is none of the file.
      if (asToolFailure(error)?.failure.errorType === 'FILE_NOT_FOUND') return undefined;
      throw error;
    }
  }
}
