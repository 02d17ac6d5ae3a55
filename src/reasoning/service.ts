/** What the Worker of reasoning answers. Methods throw `ToolFailure` for what the caller can act on, and `Cancelled`. */
import type { UserId } from '../lib/object-name.ts';
import type { ClaimsApi } from './claims/service.ts';
import type { CostApi } from './cost/service.ts';
import type { HypothesisApi } from './hypotheses/service.ts';
import type { ImpactApi } from './impact/service.ts';
import type { TraceApi } from './trace/service.ts';

/** Whose question, and about which workspace: the user's space has checked that there is one of that name. */
export interface ReasoningScope {
  readonly owner: UserId;
  readonly workspace: string;
  /** A branch, tag or commit; absent: the commit that the index covers. */
  readonly ref?: string;
}

/** A line of a file, at the commit that the answer names. */
export interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A function that is asked about: the innermost around `line`, or the one of that name. */
export interface EntryPoint extends Place {
  readonly functionName?: string;
}

/** How something is known: by a proof, by a run on CPython, or from the text alone. */
export type Basis = 'proved' | 'executed' | 'read';

/** Something that was not looked at, and why. */
export interface Unseen {
  readonly what: string;
  readonly why: string;
}

/** Versions of what answers are made with. */
export interface ReasoningInfo {
  readonly version: string;
}

/** The stateless engine. Every answer depends on the arguments and on the commits that they name. */
export interface ReasoningApi extends ClaimsApi, CostApi, HypothesisApi, ImpactApi, TraceApi {
  info(): Promise<ReasoningInfo>;
}
