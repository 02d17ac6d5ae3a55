/** What a workspace puts together for a prompt. */
import type { Coverage } from '../coverage.ts';
import type { Recalled, RelevantPlace } from '../memories/recall.ts';
import type { CheckedMemory } from '../memories/service.ts';

/** Asks for the code that matters for a task. */
export interface BundleRequest {
  readonly query: string;
  /** By default one for each so many tokens. */
  readonly maxFiles?: number;
  readonly maxTokens: number;
  /** Whether definitions that the chosen code calls or names are followed. */
  readonly includeDependencies: boolean;
  /** Paths that come first, or ends of paths. */
  readonly fileHints: readonly string[];
  /** Whether what was kept of the workspace comes along. */
  readonly includeMemories: boolean;
  /** Whether matches may lie in tests. */
  readonly includeTests: boolean;
}

/** Why a piece of code is in a bundle. */
export type Role = 'hint' | 'match' | 'dependency';

/** A piece of code in a bundle. */
export interface BundledPiece {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly role: Role;
  /** `skeleton`: signatures only. */
  readonly form: 'whole' | 'skeleton';
}

/** Why something is not in a bundle, or not whole. */
export type LeftOutReason =
  /** The token budget was used up. */
  | 'budget'
  /** There are `maxFiles` files already. */
  | 'max_files'
  /** A part of it is in the bundle. */
  | 'partly_included'
  /** A hint that no indexed file matches. */
  | 'not_found';

/** Something that is not in a bundle. */
export interface LeftOut {
  readonly path: string;
  readonly lineStart?: number;
  readonly lineEnd?: number;
  readonly symbol?: string;
  readonly role: Role;
  readonly reason: LeftOutReason;
  /** Paths like a hint that was not found. */
  readonly similar?: readonly string[];
}

export interface BundleAnswer {
  readonly context: string;
  /** SHA-256 of `context`, in hex. */
  readonly hash: string;
  readonly files: readonly string[];
  /** Of `context`. */
  readonly tokens: number;
  readonly tokenizer: string;
  readonly pieces: readonly BundledPiece[];
  /** The first of what was left out, in the order in which it was considered. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutTotal: number;
  readonly strategy: string;
  /** In `context` before all code; absent where they were not asked for. */
  readonly memories?: BundledMemories;
  /** When the commit was made, ISO 8601; absent when there is none. */
  readonly committedAt?: string;
  readonly coverage: Coverage;
}

/** What was kept of a workspace, and matters for a task. */
export interface BundledMemories {
  readonly shown: readonly CheckedMemory[];
  /** That would be shown, but for the evidence that was changed. */
  readonly stale: number;
  /** For which there was no room. */
  readonly leftOut: number;
}

/** Methods of a workspace. */
export interface BundleApi {
  /** Puts code together; the same commit, memories and request give the same bytes. */
  bundle(request: BundleRequest): Promise<BundleAnswer>;
}

/** Lines that are relevant for a query. */
export interface RankedPlace {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Memories that matter for a query and the places that rank best for it, up to `most`. */
export type RecallMemories = (query: string, places: readonly RelevantPlace[], most: number) => Promise<Recalled>;

/** Places by how well they fit a query. */
export interface PlaceRanking {
  /** Best first. */
  readonly places: readonly RankedPlace[];
  /** What each term of the query is worth. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Ranks up to `most` places; those of tests only if they are wanted. */
export type RankPlaces = (
  wanted: { readonly query: string; readonly includeTests: boolean },
  most: number,
) => PlaceRanking;
