/** What is recorded of a plan: what it is, and what happened to its steps. */
import type { UserId } from '../lib/object-name.ts';
import type { CheckResult } from './checks.ts';
import type { Recorded } from './graph/states.ts';

/** Who does something. */
export interface Actor {
  /** The credential that the call or push came with. */
  readonly user: string;
  /** Users have no other credential: in development. */
  readonly isOnly?: true;
  /** How it came, where no tool was called. */
  readonly via?: 'push';
  /** What the caller calls itself. */
  readonly agent?: string;
}

/** What a plan is, whatever its version. */
export interface PlanFacts {
  readonly id: string;
  readonly owner: UserId;
  readonly workspace: string;
  readonly name?: string;
  /** The commit that it was made for; absent: the workspace was empty. */
  readonly commit?: string;
  /** The branch that it was made for; absent where that is not known. */
  readonly madeOn?: string;
  /** Where its steps are applied. */
  readonly branch: string;
  /** Who wrote it: `caller`, a model, or nobody where it is a scaffold. */
  readonly answeredBy?: string;
  readonly isScaffold?: true;
  /** The plan and version that it is a copy of. */
  readonly forkOf?: { readonly id: string; readonly version: number };
  /** The version of this fork that was merged back last. */
  readonly mergedAt?: number;
}

/** What is recorded of a step. */
export interface Progress {
  readonly recorded: Recorded;
  /** Name of what was to be done when it was recorded: what says otherwise now is yet to be done. */
  readonly work: string;
  readonly by: Actor;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** The commit where the work began, and the one that it was found done at. */
  readonly base?: string;
  readonly commit?: string;
  readonly error?: string;
  readonly files?: readonly string[];
  /** Of a completed step: by its checks, or although they did not hold. */
  readonly how?: 'verified' | 'overridden';
  /** Why it was skipped, cancelled or overridden. */
  readonly reason?: string;
  /** What was applied to the branch for it, and the name of the attempt. */
  readonly applied?: AppliedCommit;
  readonly operation?: string;
  /** Until when nobody else may go on with it, in milliseconds since 1970. */
  readonly lease?: number;
}

/** A commit that a step made on the plan's branch. */
export interface AppliedCommit {
  readonly commit: string;
  readonly parent: string;
  readonly files: readonly string[];
}

/** What came of the checks of a step. */
export interface EvidenceRecord {
  readonly at: number;
  readonly by: Actor;
  readonly commit?: string;
  /** The branch whose tip it is, where no commit was named. */
  readonly branch?: string;
  readonly base?: string;
  readonly outcome: 'passed' | 'refused' | 'overridden';
  readonly results: readonly CheckResult[];
  readonly reason?: string;
}

/** What an approval is about. */
export type ApprovalSubject =
  | { readonly kind: 'plan' }
  | { readonly kind: 'group'; readonly group: string }
  /** By identity. */
  | { readonly kind: 'steps'; readonly steps: readonly string[] };

/** A request for approval and, once there is one, the answer to it. */
export interface Approval {
  readonly id: number;
  readonly about: ApprovalSubject;
  readonly at: number;
  readonly by: Actor;
  /** When it can no longer be answered, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly note?: string;
  /** Name of what each step was to do, by identity: an approval is of that. */
  readonly works: Readonly<Record<string, string>>;
  readonly answer?: {
    readonly approved: boolean;
    readonly at: number;
    readonly by: Actor;
    readonly comment?: string;
    /** The credential that asked has answered. */
    readonly isOwn?: true;
  };
}

/** Something that happened. */
export interface PlanEvent {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Identity of the step that it is of. */
  readonly step?: string;
  readonly action: string;
  readonly by: Actor;
  readonly version: number;
  readonly commit?: string;
  readonly note?: string;
}
