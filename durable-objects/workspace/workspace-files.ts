/** The files of a workspace: read at any commit, written without git. */

import { inSlices, WorkBudget } from '../../src/lib/sliced-work.ts';
import { ArchiveWriter } from '../../src/workspace/files/archive-writer.ts';
import { BranchCommits, type Commitment } from '../../src/workspace/files/branch-commits.ts';
import { listFiles } from '../../src/workspace/files/file-listing.ts';
import type { FileReader } from '../../src/workspace/files/file-reader.ts';
import { fileTree } from '../../src/workspace/files/file-tree.ts';
import { FileWriter } from '../../src/workspace/files/file-writer.ts';
import type { FileListing, ListFilesRequest } from '../../src/workspace/files/listing.ts';
import { type LikePaths, pathsLike } from '../../src/workspace/files/paths-like.ts';
import {
  type CommitResult,
  type DeleteFilesRequest,
  type FileAtCommit,
  type FileTree,
  MOST_TREE_FILES,
  type PutArchiveRequest,
  type PutFilesRequest,
  type ReadFileRequest,
} from '../../src/workspace/files/service.ts';
import { MODES, type Oid } from '../../src/workspace/git/object.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Work of one list: some three seconds. */
const MOST_LISTING_WORK = 3_000_000;

/** The files in a Durable Object. Methods throw `ToolFailure`. */
export class WorkspaceFiles {
  readonly #repository: Repository;
  readonly #index: WorkspaceIndex;
  readonly #reader: FileReader;
  readonly #writer: FileWriter;
  readonly #archives: ArchiveWriter;

  constructor(storage: DurableObjectStorage, repository: Repository, reader: FileReader, index: WorkspaceIndex) {
    const database = {
      sql: storage.sql,
      transactionSync: <Result>(work: () => Result) => storage.transactionSync(work),
    };
    this.#repository = repository;
    this.#index = index;
    this.#reader = reader;
    const commits = new BranchCommits(repository, (ref) => reader.commitOf(ref));
    this.#writer = new FileWriter(repository, database, commits);
    this.#archives = new ArchiveWriter(repository, database, commits);
  }

  read(request: ReadFileRequest): FileAtCommit {
    return this.#reader.read(request);
  }

  tree(ref?: string): FileTree {
    return fileTree(this.#repository, this.#reader.commitOf(ref));
  }

  pathsLike(typed: string, most: number): LikePaths {
    const commit = this.#index.covered?.commit;
    return pathsLike(typed, commit === undefined ? [] : this.#pathsAt(commit), most);
  }

  /** Those among the first `MOST_TREE_FILES` files and folders: whoever types waits for each letter. */
  *#pathsAt(commit: Oid): Generator<string> {
    for (const { path, mode } of this.#repository.firstFiles(commit, MOST_TREE_FILES))
      if (mode !== MODES.submodule) yield path;
  }

  list(request: ListFilesRequest): Promise<FileListing> {
    const work = new WorkBudget(MOST_LISTING_WORK);
    const steps = listFiles(this.#repository, this.#reader, request, work);
    return inSlices(steps, work, () => scheduler.wait(1));
  }

  blob(oid: string, offset: number, length: number): Uint8Array | undefined {
    return this.#repository.blob(oid)?.slice(offset, offset + length);
  }

  put(request: PutFilesRequest): Promise<CommitResult> {
    return this.#committed(this.#writer.put(request, Date.now()));
  }

  delete(request: DeleteFilesRequest): Promise<CommitResult> {
    return this.#committed(this.#writer.delete(request, Date.now()));
  }

  async putArchive(request: PutArchiveRequest, body: ReadableStream<Uint8Array>): Promise<CommitResult> {
    return this.#committed(await this.#archives.put(request, body, Date.now()));
  }

  async #committed({ commit, parent, branch, ...rest }: Commitment): Promise<CommitResult> {
    if (commit !== parent) await this.#index.pushed([branch]);
    return {
      ...(commit !== undefined && { commit }),
      ...(parent !== undefined && { parent }),
      branch: branch.replace('refs/heads/', ''),
      ...rest,
      coverage: await this.#index.catchUp('documents'),
    };
  }
}
