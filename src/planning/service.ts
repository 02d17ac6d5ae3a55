/** What a plan answers, and what it is asked. Methods throw `ToolFailure` for what the caller can act on. */
import type { OnProgress } from '../lib/work.ts';
import type { ConflictRegion } from './execution/three-way.ts';
import type { EvidenceApi } from './generation/service.ts';
import type { Overlaps } from './graph/overlaps.ts';
import type { PlanState, StepState } from './graph/states.ts';
import type { Draft, Plan, Step } from './plan.ts';
import type { Actor, Approval, EvidenceRecord, PlanEvent, PlanFacts, Progress } from './records.ts';
import type { Changes, FieldChange } from './versions/changes.ts';
import type { Edit } from './versions/edit.ts';
import type { Conflict, Preference } from './versions/merge.ts';

/** A step whose ground has changed since the commit of the plan. */
export interface Drift {
  readonly step: number;
  readonly file: string;
  /** The function or class that changed; absent: the file. */
  readonly symbol?: string;
  readonly what: 'changed' | 'gone' | 'there_already';
  /** A completed step of the plan that was to change the file. */
  readonly byStep?: number;
}

/** What was compared. */
export interface DriftReport {
  /** The commit that the workspace was at. */
  readonly commit?: string;
  readonly drifts: readonly Drift[];
  /** Why nothing, or not all, was compared. */
  readonly error?: string;
}

/** A step as it stands. */
export interface StepStatus {
  readonly step: Step;
  readonly state: StepState;
  readonly progress?: Progress;
  /** Steps that it waits for; of a blocked one those that failed or were cancelled. */
  readonly waitsFor: readonly number[];
  /** Why it waits or is skipped, where no step of `waitsFor` tells. */
  readonly why?: string;
  /** Done once, before it was changed. */
  readonly isStale: boolean;
}

/** A whole plan. */
export interface PlanDocument {
  readonly facts: PlanFacts;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly plan: Plan;
  /** By index of the steps; of an earlier version, as they would be now. */
  readonly states: readonly StepState[];
  readonly progress: readonly (Progress | undefined)[];
}

/** A plan without its steps. */
export interface PlanOverview {
  readonly facts: PlanFacts;
  readonly version: number;
  readonly goal: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: PlanState;
  readonly counts: Readonly<Record<StepState, number>>;
}

/** When the steps can be done. */
export interface Timing {
  /** `ms`: of estimates and recorded durations; `steps`: nothing is estimated, and each step counts 1. */
  readonly unit: 'ms' | 'steps';
  readonly critical: readonly number[];
  readonly length: number;
  /** Of the steps on it that are not ended. */
  readonly left: number;
  /** Leaf steps whose duration is recorded, estimated, and taken as the median of the others. */
  readonly recorded: number;
  readonly estimated: number;
  readonly assumed: number;
  /** Begin and duration of each step, by index. */
  readonly begins: readonly number[];
  readonly durations: readonly number[];
  readonly levels: readonly number[];
}

/** Where a plan stands. */
export interface PlanStatus {
  readonly overview: PlanOverview;
  readonly timing: Omit<Timing, 'begins' | 'durations' | 'levels'>;
  readonly executing: readonly number[];
  readonly ready: readonly number[];
  readonly waiting: readonly number[];
  /** Open steps by level: those of one group wait for none of each other, and for groups before it. */
  readonly parallel: readonly (readonly number[])[];
  /** A page of all steps, in the order of their numbers. */
  readonly steps: readonly StepStatus[];
  readonly totalSteps: number;
  readonly overrides: readonly { readonly step: number; readonly by: Actor; readonly reason: string }[];
  readonly overlaps: Overlaps;
  readonly drift: DriftReport;
  readonly approvals: readonly OpenApproval[];
  readonly startedAt?: number;
  readonly endedAt?: number;
}

/** An approval that waits for its answer. */
export interface OpenApproval extends Omit<Approval, 'works'> {
  /** Numbers of the steps that it is about. */
  readonly steps: readonly number[];
  readonly isExpired: boolean;
}

/** What can be done next. */
export interface NextSteps {
  readonly version: number;
  readonly state: PlanState;
  readonly steps: readonly NextStep[];
  /** All that are ready. */
  readonly ready: number;
  readonly executing: readonly { readonly number: number; readonly by: Actor; readonly lease?: number }[];
  readonly counts: Readonly<Record<StepState, number>>;
}

/** A step that can be done. */
export interface NextStep {
  readonly step: Step;
  readonly isCritical: boolean;
  /** Open steps that wait for it, directly. */
  readonly unblocks: number;
  readonly drifts: readonly Drift[];
  /** Ready steps that touch one of its files. */
  readonly overlaps: readonly number[];
}

/** What is the same for every change. */
export interface Change {
  readonly by: Actor;
  /** The version that the caller has seen; absent: any. */
  readonly expectedVersion?: number;
  /** The caller's name of the change: made again under it, it is made once. */
  readonly key?: string;
}

/** What a change of the plan came to. */
export interface Edited {
  readonly version: number;
  readonly changes: string;
  /** Numbers of the steps that were added. */
  readonly added: readonly number[];
  /** Steps that were done or approved, and are to be done or approved again since they were changed. */
  readonly reopened: readonly number[];
  readonly state: PlanState;
  readonly ready: readonly number[];
}

/** Something that is done to steps. */
export type Action =
  | {
      readonly kind: 'start';
      readonly step: number;
      readonly leaseMs: number;
      readonly reopen: boolean;
      readonly base?: string;
      /** Names the attempt, where it is made here. */
      readonly operation?: string;
    }
  | { readonly kind: 'fail'; readonly step: number; readonly error: string }
  | { readonly kind: 'skip'; readonly step: number; readonly reason: string }
  /** Without steps: all that are not ended. */
  | { readonly kind: 'cancel'; readonly steps?: readonly number[]; readonly reason: string };

/** What an action came to. */
export interface Acted {
  readonly version: number;
  readonly plan: PlanState;
  readonly steps: readonly StepStatus[];
  /** Steps that became ready, and blocked, by it. */
  readonly becameReady: readonly number[];
  readonly becameBlocked: readonly number[];
  readonly progress: { readonly completed: number; readonly total: number };
}

/** Asks to complete a step. */
export interface Completion {
  readonly step: number;
  /** The commit that its checks run against; absent: the tip of the plan's branch, else of the branch that the plan was made for. */
  readonly ref?: string;
  /** Completes it although its checks do not hold. */
  readonly override?: string;
  /** Scales the work of each check. */
  readonly seconds: number;
}

/** What came of it. */
export interface Completed {
  readonly completed: boolean;
  /** It was completed before, with this evidence. */
  readonly already: boolean;
  readonly evidence: EvidenceRecord;
  readonly acted: Acted;
}

/** Asks to execute a step. */
export interface ExecutionRequest {
  readonly step: number;
  /** Only says what would be done. */
  readonly dryRun: boolean;
  /** Undoes what the step applied. */
  readonly rollback: boolean;
  readonly timeoutMs: number;
}

/** A file that cannot be merged, with the lines that both changed. */
export interface FileConflict {
  readonly path: string;
  readonly why: string;
  readonly regions: readonly ConflictRegion[];
}

/** What became of an execution. */
export interface Executed {
  /**
   * - `applied`: a commit on the branch
   * - `conflicts`: nothing was changed, since the branch has changed the same
   * - `ran`: Python ran
   * - `reviewed`: what the plan changed was reviewed
   * - `handed_over`: only the caller can do it
   * - `undone`: what was applied is undone, by another commit
   * - `preview`: nothing was done
   */
  readonly kind: 'applied' | 'conflicts' | 'ran' | 'reviewed' | 'handed_over' | 'undone' | 'preview';
  readonly success: boolean;
  readonly durationMs: number;
  readonly files: readonly string[];
  readonly error?: string;
  /** Times that the branch had moved meanwhile. */
  readonly retries: number;
  readonly branch?: string;
  readonly commit?: string;
  /** Files that had changed on the branch, and were merged. */
  readonly merged: readonly string[];
  readonly conflicts: readonly FileConflict[];
  /** Of a preview: what would be done. Of what is handed over: the code that it is about. */
  readonly text?: string;
  readonly evidence?: EvidenceRecord;
  readonly acted?: Acted;
}

/** The versions of a plan, and what happened to it. */
export interface History {
  readonly versions: readonly {
    readonly version: number;
    readonly at: number;
    readonly by: Actor;
    readonly changes: string;
  }[];
  readonly kept: { readonly count: number; readonly oldest: number };
  readonly events: readonly (PlanEvent & { readonly number?: number })[];
  readonly eventsKept: { readonly count: number; readonly first: number };
}

/** Two versions. */
export interface Comparison extends Changes {
  readonly from: number;
  readonly to: number;
}

export type { FieldChange };

/** What a merge came to. */
export type MergeAnswer =
  | { readonly kind: 'merged'; readonly edited: Edited; readonly completedTaken: readonly number[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] };

/** The side that is merged into a plan. */
export interface Theirs {
  readonly id: string;
  readonly base: Plan;
  readonly plan: Plan;
  readonly version: number;
  readonly progress: readonly (readonly [string, Progress, readonly EvidenceRecord[]])[];
  readonly prefer?: Preference;
}

/** What a fork takes along. */
export interface Adopted {
  readonly progress: Theirs['progress'];
}

/** One plan: everything is stored before it is answered. */
export interface PlanApi {
  /** Begins it. Begun before: it stays as it is. */
  create(facts: PlanFacts, draft: Draft, by: Actor, adopted?: Adopted): Promise<PlanDocument>;
  /** All of it at a version, the newest by default. Throws when nothing was begun, as all that follow. */
  document(version?: number): Promise<PlanDocument>;
  overview(): Promise<PlanOverview>;
  timing(): Promise<Timing>;
  status(page: { readonly offset: number; readonly limit: number; readonly state?: StepState }): Promise<PlanStatus>;
  /** Compares the code that open steps rest on with the workspace, so that {@link next} knows. */
  compareCode(): Promise<void>;
  /** Asks no other object. */
  next(most: number): Promise<NextSteps>;
  step(
    number: number,
  ): Promise<StepStatus & { readonly evidence: readonly EvidenceRecord[]; readonly drifts: readonly Drift[] }>;
  edit(edit: Edit, change: Change & { readonly commit?: string; readonly ref?: string }): Promise<Edited>;
  /** Takes all of a draft, with the identities that its steps name. */
  replace(draft: Draft, change: Change): Promise<Edited>;
  /** Makes an earlier version the newest one. */
  rollback(version: number, change: Change): Promise<Edited>;
  history(page: {
    readonly most: number;
    readonly before?: number;
    readonly events: number;
    readonly step?: number;
  }): Promise<History>;
  compare(from: number, to?: number): Promise<Comparison>;
  /** What {@link merge} of another plan needs of this one, which is its fork. */
  forked(): Promise<Theirs>;
  merge(theirs: Theirs, change: Change): Promise<MergeAnswer>;
  /** Notes that a version of this fork was merged. */
  wasMerged(version: number): Promise<void>;
  act(action: Action, change: Change): Promise<Acted>;
  execute(request: ExecutionRequest, change: Change, onProgress: OnProgress): Promise<Executed>;
  complete(completion: Completion, change: Change, onProgress: OnProgress): Promise<Completed>;
  requestApproval(request: ApprovalRequest, change: Change): Promise<OpenApproval>;
  respondApproval(response: ApprovalResponse, change: Change): Promise<OpenApproval>;
  /** Deletes everything; the next call finds an empty object. */
  erase(): Promise<void>;
}

/** Asks for an approval. */
export interface ApprovalRequest {
  readonly about:
    | { readonly kind: 'plan' }
    | { readonly kind: 'group'; readonly group: string }
    | { readonly kind: 'steps'; readonly steps: readonly number[] };
  readonly expiresInMs: number;
  readonly note?: string;
}

/** Answers one. */
export interface ApprovalResponse {
  /** Absent: the only one that waits. */
  readonly approval?: number;
  readonly approved: boolean;
  readonly comment?: string;
}

/** Versions of what answers are made with. */
export interface PlanningInfo {
  readonly version: string;
}

/** The stateless engine. */
export interface PlanningApi extends EvidenceApi {
  info(): Promise<PlanningInfo>;
}
