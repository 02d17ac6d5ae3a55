/** Answers of a workspace about its symbols, each with what it covers. */
import { createHash } from 'node:crypto';
import { inSlices, type Steps, WorkBudget } from '../../src/lib/sliced-work.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import { bundle } from '../../src/workspace/bundle/bundle.ts';
import { rankBySearch } from '../../src/workspace/bundle/rank-by-search.ts';
import type { BundleAnswer, BundleApi, BundleRequest, RankedPlace } from '../../src/workspace/bundle/service.ts';
import type { Coverage } from '../../src/workspace/coverage.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import { Graph } from '../../src/workspace/graph/graph.ts';
import { mentionsOf } from '../../src/workspace/graph/mentions.ts';
import type { GraphPart } from '../../src/workspace/graph/part.ts';
import type {
  CallGraphAnswer,
  CallGraphRequest,
  GraphApi,
  ReferencesAnswer,
  ReferencesRequest,
  RepoMapAnswer,
  RepoMapRequest,
  SymbolAnswer,
  SymbolRequest,
} from '../../src/workspace/graph/service.ts';
import { splitName } from '../../src/workspace/graph/symbol-search.ts';
import type { WorkspaceIndex } from './workspace-index.ts';
import type { WorkspaceMemories } from './workspace-memories.ts';

/** The symbol graph of one workspace; every method lets the index catch up first. */
export class WorkspaceGraph implements BundleApi, GraphApi {
  readonly #repository: Repository;
  readonly #sql: Sql;
  readonly #graph: Graph;
  readonly #index: WorkspaceIndex;
  readonly #memories: WorkspaceMemories;
  readonly #syntax: SyntaxApi;

  constructor(
    repository: Repository,
    sql: Sql,
    part: GraphPart,
    index: WorkspaceIndex,
    memories: WorkspaceMemories,
    syntax: SyntaxApi,
  ) {
    this.#repository = repository;
    this.#sql = sql;
    this.#graph = new Graph(sql, part);
    this.#index = index;
    this.#memories = memories;
    this.#syntax = syntax;
  }

  async findSymbol(request: SymbolRequest): Promise<SymbolAnswer> {
    const coverage = await this.#index.catchUp('everything');
    return { ...this.#graph.findSymbol(request), coverage };
  }

  async findReferences(request: ReferencesRequest): Promise<ReferencesAnswer> {
    const answer = await this.#inSlices((work) => this.#graph.findReferencesInSteps(request, work));
    if (!request.withMentions) return answer;
    return { ...answer, mentions: mentionsOf(this.#sql, splitName(request.name).name, answer.coverage) };
  }

  callGraph(request: CallGraphRequest): Promise<CallGraphAnswer> {
    return this.#inSlices((work) => this.#graph.callGraphInSteps(request, work));
  }

  /** What steps give of one commit: they begin again when the index comes to cover another one meanwhile. */
  async #inSlices<Answer extends object>(
    begin: (work: WorkBudget) => Steps<Answer>,
  ): Promise<Answer & { readonly coverage: Coverage }> {
    for (;;) {
      const coverage = await this.#index.catchUp('documents');
      const work = new WorkBudget(Number.POSITIVE_INFINITY);
      const answer = await inSlices(begin(work), work, () => scheduler.wait(1));
      if (this.#index.covered?.commit === coverage.commit) return { ...answer, coverage };
    }
  }

  async repoMap(request: RepoMapRequest): Promise<RepoMapAnswer> {
    const coverage = await this.#index.catchUp('everything');
    const { tokenizer } = await this.#syntax.info();
    const map = await this.#graph.repoMap(request, (texts) => this.#syntax.countTokens(texts));
    return { ...map, tokenizer, coverage };
  }

  async bundle(request: BundleRequest): Promise<BundleAnswer> {
    for (;;) {
      const coverage = await this.#index.catchUp('everything');
      const { commit } = coverage;
      const { tokenizer } = await this.#syntax.info();
      const setup = {
        sql: this.#sql,
        code: this.#graph.code(),
        commit,
        rank: rankBySearch(this.#sql),
        recall: (query: string, places: readonly RankedPlace[], most: number) =>
          this.#memories.recall(commit, query, places, most),
        countTokens: (texts: readonly string[]) => this.#syntax.countTokens(texts),
      };
      const bundled = await bundle(setup, request);
      // A push in the meantime would mix two commits.
      if (this.#index.covered?.commit !== commit) continue;
      const hash = createHash('sha256').update(bundled.context).digest('hex');
      return { ...bundled, hash, tokenizer, ...this.#committed(commit), coverage };
    }
  }

  #committed(commit: string | undefined): Pick<BundleAnswer, 'committedAt'> {
    if (commit === undefined) return {};
    const { seconds } = this.#repository.commit(commit).committer;
    return { committedAt: new Date(seconds * 1000).toISOString() };
  }
}
