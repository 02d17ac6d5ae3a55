/** What a workspace answers about its symbols. */
import type { SymbolKind } from '../../lib/symbol-kinds.ts';
import type { Coverage } from '../coverage.ts';
import type { Certainty } from './resolution.ts';

/** A definition, as answers show it. */
export interface SymbolEntry {
  readonly path: string;
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names of the definitions around it with dots between; empty at the top. */
  readonly scope: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly signature: string;
}

/** How a name is like what was asked for, best first. */
export const MATCHES = ['exact', 'ignoring_case', 'prefix', 'words', 'substring', 'similar'] as const;
export type Match = (typeof MATCHES)[number];

/** Narrows down which definitions are meant. */
export interface SymbolFilter {
  readonly kinds?: readonly SymbolKind[];
  /** Patterns as in `.gitignore`; a file must match one of them. */
  readonly paths?: readonly string[];
}

/** A page of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Asks for definitions by name. */
export interface SymbolRequest extends SymbolFilter, Page {
  /** A name, or the end of a scoped one such as `Class.method`. */
  readonly name: string;
  /** The worst likeness that counts; by default the best one that is found. */
  readonly match?: Match;
}

export interface FoundSymbol extends SymbolEntry {
  readonly doc: string;
  readonly match: Match;
  /** The share of PageRank that comes through it; see `DocumentCentrality`. */
  readonly centrality: number;
}

export interface SymbolAnswer {
  readonly symbols: readonly FoundSymbol[];
  readonly total: number;
  /** Names nearest to the one asked for, when nothing was found. */
  readonly similarNames: readonly string[];
  readonly coverage: Coverage;
}

/** Names one symbol, or several homonyms. */
export interface SymbolName {
  /** A name, or the end of a scoped one such as `Class.method`. */
  readonly name: string;
  /** The path of the file that defines it, or the end of that path. */
  readonly file?: string;
  /** A line of its definition. */
  readonly line?: number;
}

/** Asks for the places that refer to a symbol. */
export interface ReferencesRequest extends SymbolName, Page {
  readonly kinds?: readonly ReferenceEntry['kind'][];
  /** Whether places count of which only the name tells. */
  readonly approximate: boolean;
  /** Whether lines count, too, that have the name otherwise. */
  readonly withMentions?: boolean;
}

export interface ReferenceEntry {
  readonly path: string;
  readonly line: number;
  readonly kind: 'call' | 'type' | 'use' | 'import';
  /** The line, without what stands around it. */
  readonly text: string;
  /** The innermost definition around it, scope included; absent at the top of a file. */
  readonly within?: string;
  readonly certainty: Certainty;
  readonly reason: string;
}

/** Lines that have a name where nothing was resolved. */
export interface Mentions {
  readonly total: number;
  /** Whether all lines with the name were looked at. */
  readonly exact: boolean;
  /** The first of them, as `file:line`. */
  readonly places: readonly string[];
}

export interface ReferencesAnswer {
  /** What the name means; the references are those of all of them. */
  readonly definitions: readonly SymbolEntry[];
  readonly references: readonly ReferenceEntry[];
  readonly total: number;
  readonly resolved: number;
  /** Places with that name that were not looked at, because there are too many. */
  readonly unread: number;
  /** Where they were asked for. */
  readonly mentions?: Mentions;
  readonly coverage: Coverage;
}

/** Asks for what a symbol calls, or what calls it. */
export interface CallGraphRequest extends SymbolName {
  readonly direction: 'callers' | 'callees' | 'both';
  /** Steps from the root. */
  readonly depth: number;
  readonly maxNodes: number;
  readonly approximate: boolean;
  /** Whether places count, too, that may call by a value or a text. */
  readonly withPossible?: boolean;
}

export interface CallNode extends SymbolEntry {
  readonly id: string;
  /** Steps from the root; below 0 for callers. */
  readonly distance: number;
}

export interface CallEdge {
  readonly from: string;
  readonly to: string;
  readonly certainty: Certainty;
  readonly reason: string;
  /** Of the first call, in the file of `from`. */
  readonly line: number;
  readonly calls: number;
  /** Of each line that calls, in the order of the text; at most 100. */
  readonly places: readonly CallPlace[];
}

/** A line of a caller. */
export interface CallPlace {
  readonly line: number;
  /** What is called, by the name that the caller has for it. */
  readonly name: string;
  readonly certainty: Certainty;
  readonly reason: string;
}

/** A place that may call without a name that could be resolved to a call. */
export interface PossibleCall {
  readonly file: string;
  readonly line: number;
  /** What may be called. */
  readonly name: string;
  /** By a value: it is stored or given away there; by a text that is its name. */
  readonly by: 'value' | 'text';
}

export interface CallGraphAnswer {
  readonly nodes: readonly CallNode[];
  readonly edges: readonly CallEdge[];
  /** Whether some function reaches itself. */
  readonly cyclic: boolean;
  /** Neighbours that are not in `nodes`, because there are enough. */
  readonly omitted: number;
  /** Places that were not looked at, since there are too many. */
  readonly unread: number;
  /** Files, with calls of callers or the root that stand in no definition, such as in a callback given to `it`. */
  readonly outside: readonly { readonly path: string; readonly certainty: Certainty }[];
  /** Places that may call the root, or where the root may call something, beside the edges; where they were asked for. */
  readonly possible?: readonly PossibleCall[];
  /** Calls that could mean too many definitions to draw them. */
  readonly ambiguous: readonly {
    readonly from: string;
    readonly name: string;
    readonly line: number;
    readonly candidates: number;
  }[];
  readonly coverage: Coverage;
}

/** Asks for an overview that fits a budget. */
export interface RepoMapRequest {
  readonly maxTokens: number;
  /** Words; symbols and files whose names have them come first. */
  readonly query?: string;
  readonly paths?: readonly string[];
}

export interface RepoMapAnswer {
  readonly map: string;
  readonly tokens: number;
  readonly tokenizer: string;
  readonly filesShown: number;
  readonly filesLeftOut: number;
  readonly symbolsShown: number;
  readonly symbolsLeftOut: number;
  readonly coverage: Coverage;
}

/** Methods of a workspace. They throw `ToolFailure` for names that mean nothing. */
export interface GraphApi {
  findSymbol(request: SymbolRequest): Promise<SymbolAnswer>;
  findReferences(request: ReferencesRequest): Promise<ReferencesAnswer>;
  callGraph(request: CallGraphRequest): Promise<CallGraphAnswer>;
  repoMap(request: RepoMapRequest): Promise<RepoMapAnswer>;
}
