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
  SymbolName,
  SymbolRequest,
} from './service.ts';
import { KnownPlaces } from './sites.ts';
import { StoredCode } from './stored-code.ts';
import type { SourcePaths } from './stored-paths.ts';
import { searchSymbols } from './symbol-search.ts';

/** Answers about symbols; says nothing of what the index covers. */
export class Graph {
  readonly #sql: Sql;
  readonly #part: GraphPart;
  /** Of the symbol that was asked for last; `paths` are others after every change of the index. */
  #known: { readonly symbol: string; readonly paths: SourcePaths; readonly places: KnownPlaces } | undefined;

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
    return findReferences(this.#sql, this.#placesOf(request), request, work);
  }

  callGraph(request: CallGraphRequest): Omit<CallGraphAnswer, 'coverage'> {
    return atOnce(this.callGraphInSteps(request, new WorkBudget(Number.POSITIVE_INFINITY)));
  }

  /** The same, in steps between which the index must not come to cover another commit. */
  callGraphInSteps(request: CallGraphRequest, work: WorkBudget): Steps<Omit<CallGraphAnswer, 'coverage'>> {
    return callGraph(this.#sql, this.#placesOf(request), request, work);
  }

  repoMap(request: RepoMapRequest, countTokens: CountTokens): Promise<Omit<RepoMapAnswer, 'coverage' | 'tokenizer'>> {
    return repoMap(this.#sql, request, countTokens);
  }

  #placesOf({ name, file, line }: SymbolName): KnownPlaces {
    const symbol = JSON.stringify([name, file, line]);
    const paths = this.#part.paths.get();
    if (this.#known?.symbol !== symbol || this.#known.paths !== paths) {
      this.#known = { symbol, paths, places: new KnownPlaces(this.code()) };
    }
    return this.#known.places;
  }

  /** The code of the covered commit, for one call. */
  code(): StoredCode {
    return new StoredCode(this.#sql, this.#part.paths.get(), this.#part.names);
  }
}
