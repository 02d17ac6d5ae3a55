/** What a workspace answers. Methods throw `ToolFailure` for what the caller can act on. */

import type { OnProgress } from '../lib/work.ts';
import type { SyntaxInfo } from '../syntax/api.ts';
import type { BundleApi } from './bundle/service.ts';
import type { CodeSearchRequest, CodeSearchResult } from './code-search/service.ts';
import type { CompareApi } from './compare/service.ts';
import type { Coverage } from './coverage.ts';
import type { FileListing, ListFilesRequest } from './files/listing.ts';
import type { LikePaths } from './files/paths-like.ts';
import type {
  CommitResult,
  DeleteFilesRequest,
  FileAtCommit,
  FileTree,
  PutArchiveRequest,
  PutFilesRequest,
  ReadFileRequest,
} from './files/service.ts';
import type { ImportRequest, ImportResult } from './git/fetch/import.ts';
import type { GraphApi } from './graph/service.ts';
import type { FindCommitsRequest, FindCommitsResult } from './history/service.ts';
import type { IndexFacts, IndexStatus, IndexStatusRequest } from './index/service.ts';
import type { MemoriesApi } from './memories/service.ts';
import type { PushRequest } from './push-requests.ts';
import type { SearchRequest, SearchResult } from './search/service.ts';
import type { VerdictsApi } from './verdicts/service.ts';

/** What an import brought, and what the index covers after it. */
export type Imported = ImportResult & { readonly coverage: Coverage };

/** A repository as it leaves the server. */
export interface ExportedRepository {
  /** A bundle that git clones from. */
  readonly bundle: ReadableStream<Uint8Array>;
  /** Commits whose parents are in no bundle: the repository never had them. */
  readonly shallow: readonly string[];
}

/** One workspace: a git repository and the index of one of its commits. */
export interface WorkspaceApi extends BundleApi, CompareApi, GraphApi, MemoriesApi, VerdictsApi {
  /** Git's smart HTTP protocol; the path is what follows the workspace's name, such as `/info/refs`. */
  fetch(request: Request): Promise<Response>;
  /** All of the repository; undefined where it has no ref. */
  exportRepository(): Promise<ExportedRepository | undefined>;
  /** What the index covers now. */
  coverage(): Promise<Coverage>;
  /** What the push of this id asked for besides, once. */
  takePushRequest(push: string): Promise<PushRequest | undefined>;
  /** A file at a commit. */
  readFile(request: ReadFileRequest): Promise<FileAtCommit>;
  /** The files of a commit, at most `MOST_TREE_FILES`; `ref` as in {@link ReadFileRequest}. */
  fileTree(ref?: string): Promise<FileTree>;
  /** Paths of the indexed commit that hold `typed`, at most `most`, of its first `MOST_TREE_FILES`; none of an empty workspace. */
  pathsLike(typed: string, most: number): Promise<LikePaths>;
  /** Folders and files of a commit, a page of them. */
  listFiles(request: ListFilesRequest): Promise<FileListing>;
  /** Bytes of a blob from `offset` on, at most `length`; undefined when there is none of that id. */
  readBlob(blob: string, offset: number, length: number): Promise<Uint8Array | undefined>;
  /** Writes files in one commit: all of them, or none. */
  putFiles(request: PutFilesRequest): Promise<CommitResult>;
  /** Writes the files of a tar, tar.gz or zip archive in one commit: all of them, or none. */
  putArchive(request: PutArchiveRequest, body: ReadableStream<Uint8Array>): Promise<CommitResult>;
  /** Fetches a branch or tag of a public repository. Throws `Cancelled` when `onProgress` says that the caller has gone. */
  importRepository(request: ImportRequest, onProgress: OnProgress): Promise<Imported>;
  /** Deletes files in one commit: all that was named, or nothing. */
  deleteFiles(request: DeleteFilesRequest): Promise<CommitResult>;
  /** Lines that have a text or match a regular expression. */
  searchCode(request: CodeSearchRequest): Promise<CodeSearchResult>;
  /** The state of the index, which small pushes have reached. */
  indexStatus(request: IndexStatusRequest): Promise<IndexStatus>;
  /** The same without lists, as it is. */
  indexFacts(): Promise<IndexFacts>;
  /** Places that fit a query in words. */
  searchByMeaning(request: SearchRequest): Promise<SearchResult>;
  /** Commits of the covered commit's history. */
  findCommits(request: FindCommitsRequest): Promise<FindCommitsResult>;
  /** Whether it has no branch and no tag: nothing was ever put into it, or all of it was deleted. */
  isEmpty(): Promise<boolean>;
  /** What the syntax engine says of itself. */
  syntaxInfo(): Promise<SyntaxInfo>;
  /** Deletes everything; the next call finds an empty object. */
  erase(): Promise<void>;
}
