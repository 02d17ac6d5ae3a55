/** The symbol graph of a workspace: answers from the tables of the index. */
import { atOnce, type Steps, WorkBudget } from '../../lib/sliced-work.ts';
import type { Sql } from '../../lib/sql.ts';
import { callGraph } from './call-graph.ts';
import type { GraphPart } from './part.ts';
import { findReferences } from './references.ts';
import { type CountTokens, repoMap } from './repo-map.ts';
import type {
  CallGraphAnswer,
  CallGraphRequest,
  ReferencesAnswer,
  ReferencesRequest,
  RepoMapAnswer,
  RepoMapRequest,
  SymbolAnswer,
  SymbolRequest,
} from './service.ts';
import { StoredCode } from './stored-code.ts';
import { searchSymbols } from './symbol-search.ts';

/** Answers about symbols; says nothing of what the index covers. */
export class Graph {
  readonly #sql: Sql;
  readonly #part: GraphPart;

  constructor(sql: Sql, part: GraphPart) {
    this.#sql = sql;
    this.#part = part;
  }

  findSymbol(request: SymbolRequest): Omit<SymbolAnswer, 'coverage'> {
    return searchSymbols(this.#sql, this.#part.names.get(), request);
  }

  findReferences(request: ReferencesRequest): Omit<ReferencesAnswer, 'coverage'> {
    return atOnce(this.findReferencesInSteps(request, new WorkBudget(Number.POSITIVE_INFINITY)));
  }

  /** The same, in steps between which the index must not come to cover another commit. */
  findReferencesInSteps(request: ReferencesRequest, work: WorkBudget): Steps<Omit<ReferencesAnswer, 'coverage'>> {
    return findReferences(this.#sql, this.code(), request, work);
  }

  callGraph(request: CallGraphRequest): Omit<CallGraphAnswer, 'coverage'> {
    return atOnce(this.callGraphInSteps(request, new WorkBudget(Number.POSITIVE_INFINITY)));
  }

  /** The same, in steps between which the index must not come to cover another commit. */
  callGraphInSteps(request: CallGraphRequest, work: WorkBudget): Steps<Omit<CallGraphAnswer, 'coverage'>> {
    return callGraph(this.#sql, this.code(), request, work);
  }

  repoMap(request: RepoMapRequest, countTokens: CountTokens): Promise<Omit<RepoMapAnswer, 'coverage' | 'tokenizer'>> {
    return repoMap(this.#sql, request, countTokens);
  }

  /** The code of the covered commit, for one call. */
  code(): StoredCode {
    return new StoredCode(this.#sql, this.#part.paths.get(), this.#part.names);
  }
}
