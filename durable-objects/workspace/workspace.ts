/** One Durable Object per workspace: a git repository, and the index of the branch that was pushed last. */
import { DurableObject } from 'cloudflare:workers';
import { Background } from '../../src/lib/background.ts';
import { type ObjectState, openState } from '../../src/lib/object-state.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import type { SyntaxApi, SyntaxInfo } from '../../src/syntax/service.ts';
import type { BundleAnswer, BundleRequest } from '../../src/workspace/bundle/service.ts';
import { searchCode } from '../../src/workspace/code-search/search.ts';
import type { CodeSearchRequest, CodeSearchResult } from '../../src/workspace/code-search/service.ts';
import { Trigrams } from '../../src/workspace/code-search/trigrams.ts';
import type {
  BlameAnswer,
  BlameRequest,
  CompareRequest,
  Patch,
  PatchRequest,
  RefComparison,
  ShowCommitRequest,
  ShownCommit,
} from '../../src/workspace/compare/service.ts';
import { WorkspaceCompare } from '../../src/workspace/compare/workspace-compare.ts';
import type { Coverage } from '../../src/workspace/coverage.ts';
import { FileReader } from '../../src/workspace/files/file-reader.ts';
import type { FileListing, ListFilesRequest } from '../../src/workspace/files/listing.ts';
import type { LikePaths } from '../../src/workspace/files/paths-like.ts';
import type {
  CommitResult,
  DeleteFilesRequest,
  FileAtCommit,
  FileTree,
  PutArchiveRequest,
  PutFilesRequest,
  ReadFileRequest,
} from '../../src/workspace/files/service.ts';
import type { ImportRequest } from '../../src/workspace/git/fetch/import.ts';
import { Repository } from '../../src/workspace/git/repository.ts';
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
import type {
  AddedMemory,
  AddMemoryRequest,
  ListMemoriesRequest,
  MemoryList,
  ReviewedSuggestions,
  ReviewSuggestionsRequest,
  SuggestionOutcome,
  SuggestMemoriesRequest,
  WaitingSuggestions,
} from '../../src/workspace/memories/service.ts';
import { type PushRequest, PushRequests } from '../../src/workspace/push-requests.ts';
import type { SearchRequest, SearchResult } from '../../src/workspace/search/service.ts';
import type { ExportedRepository, Imported, WorkspaceApi } from '../../src/workspace/service.ts';
import { Verdicts } from '../../src/workspace/verdicts/verdicts.ts';
import { AcceptedPushes } from './accepted-pushes.ts';
import { BACKGROUND } from './background.ts';
import { GitService } from './git-service.ts';
import { WORKSPACE_MIGRATIONS } from './migrations.ts';
import { WorkspaceFiles } from './workspace-files.ts';
import { WorkspaceGraph } from './workspace-graph.ts';
import { WorkspaceHistory } from './workspace-history.ts';
import { WorkspaceIndex } from './workspace-index.ts';
import { WorkspaceMemories } from './workspace-memories.ts';
import { type EmbeddingsEnv, WorkspaceSearch } from './workspace-search.ts';

/** Bindings of the Worker. */
export interface WorkspaceEnv extends EmbeddingsEnv {
  readonly SYNTAX: SyntaxApi;
}

/** What a workspace is made of. */
interface Parts {
  readonly index: WorkspaceIndex;
  readonly trigrams: Trigrams;
  readonly git: GitService;
  readonly history: WorkspaceHistory;
  readonly files: WorkspaceFiles;
  readonly compare: WorkspaceCompare;
  readonly graph: WorkspaceGraph;
  readonly memories: WorkspaceMemories;
  readonly search: WorkspaceSearch;
  readonly verdicts: Verdicts;
  readonly background: Background;
  readonly repository: Repository;
  readonly requests: PushRequests;
  readonly sql: Sql;
}

/** A workspace; its name is made by `objectName`. */
export class Workspace extends DurableObject<WorkspaceEnv> implements WorkspaceApi {
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #parts: ObjectState<Parts>;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    this.#parts = openState(ctx.storage, WORKSPACE_MIGRATIONS, Date.now, (storage) => {
      const repository = new Repository(storage.sql);
      const background: Background = new Background(storage, [
        { name: BACKGROUND.index, turn: () => index.turn() },
        { name: BACKGROUND.history, turn: () => history.turn() },
        { name: BACKGROUND.embeddings, turn: () => search.turn() },
      ]);
      const trigrams = new Trigrams(storage.sql);
      const search = new WorkspaceSearch(storage, env, background);
      const graphPart = new GraphPart(storage.sql);
      // Parts of the index, in the order in which they settle.
      const parts = [trigrams, ...search.parts, graphPart];
      const index = new WorkspaceIndex(storage, repository, env.SYNTAX, parts, background);
      const history = new WorkspaceHistory(storage, repository, index, background);
      const reader = new FileReader(repository, () => index.covered?.commit);
      const files = new WorkspaceFiles(storage, repository, reader, index);
      const compare = new WorkspaceCompare(repository, reader);
      const memories = new WorkspaceMemories(storage, repository, reader, index);
      const requests = new PushRequests();
      const accepted = new AcceptedPushes({ repository, index, memories, requests });
      const git = new GitService(storage, repository, (push) => accepted.take(push));
      const graph = new WorkspaceGraph(repository, storage.sql, graphPart, index, memories, env.SYNTAX);
      const verdicts = new Verdicts(storage.sql);
      ctx.waitUntil(background.start());
      return {
        repository,
        index,
        trigrams,
        git,
        history,
        files,
        compare,
        graph,
        memories,
        search,
        verdicts,
        background,
        requests,
        sql: storage.sql,
      };
    });
  }

  override async fetch(request: Request): Promise<Response> {
    return this.#parts().git.fetch(request);
  }

  override async alarm(): Promise<void> {
    await this.#parts().background.alarm();
  }

  async exportRepository(): Promise<ExportedRepository | undefined> {
    return this.#parts().git.export();
  }

  async coverage(): Promise<Coverage> {
    return this.#parts().index.coverage('documents');
  }

  async readFile(request: ReadFileRequest): Promise<FileAtCommit> {
    return this.#parts().files.read(request);
  }

  async fileTree(ref?: string): Promise<FileTree> {
    return this.#parts().files.tree(ref);
  }

  async pathsLike(typed: string, most: number): Promise<LikePaths> {
    return this.#parts().files.pathsLike(typed, most);
  }

  async listFiles(request: ListFilesRequest): Promise<FileListing> {
    return this.#parts().files.list(request);
  }

  async isEmpty(): Promise<boolean> {
    return this.#parts().git.isEmpty;
  }

  async readBlob(blob: string, offset: number, length: number): Promise<Uint8Array | undefined> {
    return this.#parts().files.blob(blob, offset, length);
  }

  async putFiles(request: PutFilesRequest): Promise<CommitResult> {
    return this.#parts().files.put(request);
  }

  async deleteFiles(request: DeleteFilesRequest): Promise<CommitResult> {
    return this.#parts().files.delete(request);
  }

  async putArchive(request: PutArchiveRequest, body: ReadableStream<Uint8Array>): Promise<CommitResult> {
    return this.#parts().files.putArchive(request, body);
  }

  async importRepository(request: ImportRequest, onProgress: OnProgress): Promise<Imported> {
    const { git, index } = this.#parts();
    const result = await git.import(request, onProgress);
    return { ...result, coverage: await index.catchUp('documents') };
  }

  async searchCode(request: CodeSearchRequest): Promise<CodeSearchResult> {
    const { sql, trigrams, index } = this.#parts();
    return searchCode(sql, trigrams, request, await index.catchUp('documents'));
  }

  async searchByMeaning(request: SearchRequest): Promise<SearchResult> {
    return this.#parts().search.byMeaning(request, this.#parts().index);
  }

  async findSymbol(request: SymbolRequest): Promise<SymbolAnswer> {
    return this.#parts().graph.findSymbol(request);
  }

  async findReferences(request: ReferencesRequest): Promise<ReferencesAnswer> {
    return this.#parts().graph.findReferences(request);
  }

  async callGraph(request: CallGraphRequest): Promise<CallGraphAnswer> {
    return this.#parts().graph.callGraph(request);
  }

  async repoMap(request: RepoMapRequest): Promise<RepoMapAnswer> {
    return this.#parts().graph.repoMap(request);
  }

  async indexStatus(request: IndexStatusRequest): Promise<IndexStatus> {
    const {
      index,
      search: { embeddings },
    } = this.#parts();
    return { ...(await index.status(request)), ...(embeddings !== undefined && { embeddings }) };
  }

  async syntaxInfo(): Promise<SyntaxInfo> {
    return this.env.SYNTAX.info();
  }

  async indexFacts(): Promise<IndexFacts> {
    return this.#parts().index.facts();
  }

  async bundle(request: BundleRequest): Promise<BundleAnswer> {
    return this.#parts().graph.bundle(request);
  }

  async findCommits(request: FindCommitsRequest): Promise<FindCommitsResult> {
    return this.#parts().history.find(request);
  }

  async compare(request: CompareRequest): Promise<RefComparison> {
    return this.#parts().compare.compare(request);
  }

  async showCommit(request: ShowCommitRequest): Promise<ShownCommit> {
    return this.#parts().compare.showCommit(request);
  }

  async patch(request: PatchRequest): Promise<Patch> {
    return this.#parts().compare.patch(request);
  }

  async blame(request: BlameRequest): Promise<BlameAnswer> {
    return this.#parts().compare.blame(request);
  }

  async addMemory(request: AddMemoryRequest): Promise<AddedMemory> {
    return this.#parts().memories.addMemory(request);
  }

  async listMemories(request: ListMemoriesRequest): Promise<MemoryList> {
    return this.#parts().memories.listMemories(request);
  }

  async suggestMemories(request: SuggestMemoriesRequest): Promise<readonly SuggestionOutcome[]> {
    return this.#parts().memories.suggestMemories(request);
  }

  async waitingSuggestions(session: string | undefined, withSnoozed: boolean): Promise<WaitingSuggestions> {
    return this.#parts().memories.waitingSuggestions(session, withSnoozed);
  }

  async reviewSuggestions(request: ReviewSuggestionsRequest): Promise<ReviewedSuggestions> {
    return this.#parts().memories.reviewSuggestions(request);
  }

  async findVerdicts(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    return keys.map((key) => this.#parts().verdicts.find(key));
  }

  async keepVerdict(key: string, verdict: string): Promise<void> {
    this.#parts().verdicts.keep(key, verdict);
  }

  async takePushRequest(push: string): Promise<PushRequest | undefined> {
    return this.#parts().requests.take(push);
  }

  async erase(): Promise<void> {
    await this.#parts.erase();
  }
}
