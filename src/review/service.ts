/** What the Worker of reviews answers. Methods throw `ToolFailure` for what the caller can act on, and `Cancelled`. */
import type { UserId } from '../lib/object-name.ts';
import type { Supply } from '../lib/supply.ts';
import type { OnProgress } from '../lib/work.ts';
import type { BehaviourChange } from './behaviour/changes.ts';
import type { ContentApi } from './content/service.ts';
import type { Finding, Omission } from './finding.ts';
import type { InvariantsReport, InvariantsRequest } from './invariants/service.ts';
import type { Policy } from './report/policy.ts';
import type { Draft, Review } from './review.ts';
import type { StaticAnalysis, StaticAnalysisRequest } from './static/tool-service.ts';

/** Whose review, and of which workspace: the user's space has checked that there is one of that name. */
export interface ReviewScope {
  readonly owner: UserId;
  /** Absent: only what the diff tells is known. */
  readonly workspace?: string;
}

/** What is reviewed. Revisions are branches, tags or commits, each with `~n`. */
export type ChangeRequest =
  /** `ref`: a commit of the workspace that has either side of the diff; absent: the indexed one. */
  | { readonly kind: 'diff'; readonly text: string; readonly ref?: string }
  /** What `head` changed since it left `base`, or with `twoDot` what differs; without `base`, since its first parent. */
  | { readonly kind: 'commits'; readonly base?: string; readonly head?: string; readonly twoDot: boolean };

/** What is to be done with it. */
export interface ReviewOptions {
  readonly policy: Policy;
  /** Patterns as in `.gitignore`: only these files are reviewed; empty: all. */
  readonly paths: readonly string[];
  /** Path of the file with the team's rules, read from the side after the change. */
  readonly invariantsPath: string;
  /** Whether old and new versions of Python functions are compared. */
  readonly behaviour: boolean;
  /** Whether the public surface is compared. */
  readonly surface: boolean;
  /** Whether it is said which changed functions no test reaches. */
  readonly tests: boolean;
  /** Whether the tests that reach changed functions are run. */
  readonly runTests: boolean;
  /** Whether mutants of changed lines are tried on the tests. */
  readonly mutants: boolean;
  /** What sandboxes lack that run tests. */
  readonly supply?: Supply;
  /** Absent: no analyzer runs; without names, those that fit. */
  readonly staticAnalysis?: { readonly analyzers?: readonly string[]; readonly timeoutMs: number };
  readonly model?: ModelOptions;
}

/** How a model is asked. */
export interface ModelOptions {
  /** Whether it first chooses what to look at closely. */
  readonly twoPass: boolean;
  /** Changes of less risk are not shown to it. */
  readonly riskThreshold: number;
  readonly instructions: string;
}

/** Asks for a review. */
export interface ReviewRequest extends ReviewScope {
  readonly change: ChangeRequest;
  /** What the author says of it; absent: the message of its last commit. */
  readonly message?: string;
  readonly options: ReviewOptions;
}

/** A review, or what it is without the model that is to be asked. */
export type ReviewAnswer =
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'draft'; readonly draft: Draft };

/** Asks what a change does to the behaviour of Python functions. */
export interface BehaviourRequest {
  readonly owner: UserId;
  readonly workspace: string;
  readonly change: Extract<ChangeRequest, { kind: 'commits' }>;
  readonly paths: readonly string[];
  /** Only these: `f` or `C.m`; empty: all. */
  readonly functions: readonly string[];
  /** Scales the work budget of each function. */
  readonly timeoutSeconds: number;
  /** The same of all functions together. */
  readonly totalSeconds: number;
  /** Functions that are compared. */
  readonly most: number;
  /** What sandboxes lack that run tests. */
  readonly supply?: Supply;
}

/** What became of the functions. */
export interface BehaviourAnswer {
  readonly base?: string;
  readonly head?: string;
  readonly changes: readonly BehaviourChange[];
  readonly findings: readonly Finding[];
  readonly omitted: readonly Omission[];
}

/** Versions of what reviews are made with. */
export interface ReviewInfo {
  readonly version: string;
}

/** The stateless engine. Every answer depends on the arguments and on the commits that they name; only times are measured. */
export interface ReviewApi extends ContentApi {
  /** Compares what a change does to Python functions. */
  compareBehaviour(request: BehaviourRequest, onProgress: OnProgress): Promise<BehaviourAnswer>;
  review(request: ReviewRequest, onProgress: OnProgress): Promise<ReviewAnswer>;
  /** Runs analyzers by themselves. */
  staticAnalysis(request: StaticAnalysisRequest, onProgress: OnProgress): Promise<StaticAnalysis>;
  /** Checks a team's rules by themselves. */
  checkInvariants(request: InvariantsRequest, onProgress: OnProgress): Promise<InvariantsReport>;
  info(): Promise<ReviewInfo>;
}
