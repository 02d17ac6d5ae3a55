/** Answers of a workspace about its symbols, each with what it covers. */
import { Graph } from '../src/context/graph/graph.ts';
import type { GraphPart } from '../src/context/graph/part.ts';
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
} from '../src/context/graph/service.ts';
import type { Sql } from '../src/lib/sql.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** The symbol graph of one workspace; every method lets the index catch up first. */
export class WorkspaceGraph implements GraphApi {
  readonly #graph: Graph;
  readonly #index: WorkspaceIndex;
  readonly #syntax: SyntaxApi;

  constructor(sql: Sql, part: GraphPart, index: WorkspaceIndex, syntax: SyntaxApi) {
    this.#graph = new Graph(sql, part);
    this.#index = index;
    this.#syntax = syntax;
  }

  async findSymbol(request: SymbolRequest): Promise<SymbolAnswer> {
    const coverage = await this.#index.catchUp();
    return { ...this.#graph.findSymbol(request), coverage };
  }

  async findReferences(request: ReferencesRequest): Promise<ReferencesAnswer> {
    const coverage = await this.#index.catchUp();
    return { ...this.#graph.findReferences(request), coverage };
  }

  async callGraph(request: CallGraphRequest): Promise<CallGraphAnswer> {
    const coverage = await this.#index.catchUp();
    return { ...this.#graph.callGraph(request), coverage };
  }

  async repoMap(request: RepoMapRequest): Promise<RepoMapAnswer> {
    const coverage = await this.#index.catchUp();
    const { tokenizer } = await this.#syntax.info();
    const map = await this.#graph.repoMap(request, (texts) => this.#syntax.countTokens(texts));
    return { ...map, tokenizer, coverage };
  }
}
