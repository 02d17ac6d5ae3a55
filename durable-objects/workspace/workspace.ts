/** One Durable Object per workspace: a git repository, and the index of the branch that was pushed last. */
import { DurableObject } from 'cloudflare:workers';
import type { ImportRequest } from '../../src/git/fetch/import.ts';
import type { RefCommand } from '../../src/git/receive/commands.ts';
import { Repository } from '../../src/git/repository.ts';
import { GIT_SCHEMA } from '../../src/git/schema.ts';
import { internalError } from '../../src/lib/errors.ts';
import type { Checkpoint } from '../../src/lib/work.ts';
import type { SyntaxApi, SyntaxInfo } from '../../src/syntax/service.ts';
import type { BundleAnswer, BundleRequest } from '../../src/workspace/bundle/service.ts';
import { searchCode } from '../../src/workspace/code-search/search.ts';
import type { CodeSearchRequest, CodeSearchResult } from '../../src/workspace/code-search/service.ts';
import { Trigrams } from '../../src/workspace/code-search/trigrams.ts';
import type { Coverage } from '../../src/workspace/coverage.ts';
import type {
  CommitResult,
  DeleteFilesRequest,
  FileAtCommit,
  FileTree,
  PutArchiveRequest,
  PutFilesRequest,
  ReadFileRequest,
} from '../../src/workspace/files/service.ts';
import { GraphPart } from '../../src/workspace/graph/part.ts';
import type {
  CallGraphAnswer,
  CallGraphRequest,
  ReferencesAnswer,
  ReferencesRequest,
  RepoMapAnswer,
  RepoMapRequest,
  SymbolAnswer,
  SymbolRequest,
} from '../../src/workspace/graph/service.ts';
import type { FindCommitsRequest, FindCommitsResult } from '../../src/workspace/history/service.ts';
import type { IndexFacts, IndexStatus, IndexStatusRequest } from '../../src/workspace/index/service.ts';
import type { SearchRequest, SearchResult } from '../../src/workspace/search/service.ts';
import { ERASED, type Imported, type WorkspaceApi } from '../../src/workspace/service.ts';
import { GitService } from './git-service.ts';
import { WorkspaceFiles } from './workspace-files.ts';
import { WorkspaceGraph } from './workspace-graph.ts';
import { WorkspaceHistory } from './workspace-history.ts';
import { WorkspaceIndex } from './workspace-index.ts';
import { type EmbeddingsEnv, WorkspaceSearch } from './workspace-search.ts';

/** Bindings of the Worker. */
export interface WorkspaceEnv extends EmbeddingsEnv {
  readonly SYNTAX: SyntaxApi;
}

/** A workspace; its name is made by `objectName`. */
export class Workspace extends DurableObject<WorkspaceEnv> implements WorkspaceApi {
  readonly #repository: Repository;
  readonly #index: WorkspaceIndex;
  readonly #trigrams: Trigrams;
  readonly #git: GitService;
  readonly #history: WorkspaceHistory;
  readonly #files: WorkspaceFiles;
  readonly #graph: WorkspaceGraph;
  readonly #search: WorkspaceSearch;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(GIT_SCHEMA);
    this.#repository = new Repository(ctx.storage.sql);
    this.#trigrams = new Trigrams(ctx.storage.sql);
    this.#search = new WorkspaceSearch(ctx.storage, env);
    const graph = new GraphPart(ctx.storage.sql);
    // Parts of the index, in the order in which they settle.
    this.#index = new WorkspaceIndex(ctx, this.#repository, env.SYNTAX, [this.#trigrams, ...this.#search.parts, graph]);
    this.#search.start();
    this.#git = new GitService(ctx.storage, this.#repository, (changes) => this.#accepted(changes));
    this.#history = new WorkspaceHistory(ctx, this.#repository, this.#index);
    this.#files = new WorkspaceFiles(ctx.storage, this.#repository, this.#index);
    this.#graph = new WorkspaceGraph(this.#repository, ctx.storage.sql, graph, this.#index, env.SYNTAX);
  }

  override fetch(request: Request): Promise<Response> {
    return this.#git.fetch(request);
  }

  override async alarm(): Promise<void> {
    try {
      await this.#index.alarm();
      await this.#history.alarm();
      await this.#search.alarm();
    } catch (error) {
      // Thrown on, since an alarm that fails is tried again.
      throw internalError(error, 'alarm of a workspace');
    }
  }

  async coverage(): Promise<Coverage> {
    return this.#index.coverage('documents');
  }

  async readFile(request: ReadFileRequest): Promise<FileAtCommit> {
    return this.#files.read(request);
  }

  async fileTree(ref?: string): Promise<FileTree> {
    return this.#files.tree(ref);
  }

  async readBlob(blob: string, offset: number, length: number): Promise<Uint8Array | undefined> {
    return this.#files.blob(blob, offset, length);
  }

  async putFiles(request: PutFilesRequest): Promise<CommitResult> {
    return this.#files.put(request);
  }

  async deleteFiles(request: DeleteFilesRequest): Promise<CommitResult> {
    return this.#files.delete(request);
  }

  async putArchive(request: PutArchiveRequest, body: ReadableStream<Uint8Array>): Promise<CommitResult> {
    return this.#files.putArchive(request, body);
  }

  async importRepository(request: ImportRequest, checkpoint: Checkpoint): Promise<Imported> {
    const result = await this.#git.import(request, checkpoint);
    return { ...result, coverage: await this.#index.catchUp('documents') };
  }

  async searchCode(request: CodeSearchRequest): Promise<CodeSearchResult> {
    return searchCode(this.ctx.storage.sql, this.#trigrams, request, await this.#index.catchUp('documents'));
  }

  async searchByMeaning(request: SearchRequest): Promise<SearchResult> {
    return this.#search.byMeaning(request, this.#index);
  }

  async findSymbol(request: SymbolRequest): Promise<SymbolAnswer> {
    return this.#graph.findSymbol(request);
  }

  async findReferences(request: ReferencesRequest): Promise<ReferencesAnswer> {
    return this.#graph.findReferences(request);
  }

  async callGraph(request: CallGraphRequest): Promise<CallGraphAnswer> {
    return this.#graph.callGraph(request);
  }

  async repoMap(request: RepoMapRequest): Promise<RepoMapAnswer> {
    return this.#graph.repoMap(request);
  }

  async indexStatus(request: IndexStatusRequest): Promise<IndexStatus> {
    const { embeddings } = this.#search;
    return { ...(await this.#index.status(request)), ...(embeddings !== undefined && { embeddings }) };
  }

  async syntaxInfo(): Promise<SyntaxInfo> {
    return this.env.SYNTAX.info();
  }

  async indexFacts(): Promise<IndexFacts> {
    return this.#index.facts();
  }

  async bundle(request: BundleRequest): Promise<BundleAnswer> {
    return this.#graph.bundle(request);
  }

  async findCommits(request: FindCommitsRequest): Promise<FindCommitsResult> {
    return this.#history.find(request);
  }

  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.sync();
    // What still runs here must not write into the next life of the workspace.
    this.ctx.abort(ERASED);
  }

  /** After a push; returns what goes to its client. */
  async #accepted(changes: readonly RefCommand[]): Promise<string | undefined> {
    await this.#index.pushed(changes.map(({ name }) => name));
    const { branch, commit } = this.#index.coverage('documents');
    const covered = changes.some(({ name, to }) => name === `refs/heads/${branch}` && to === commit);
    return covered ? this.#index.report() : undefined;
  }
}
