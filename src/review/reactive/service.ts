/** What a review in the background answers. Methods throw `ToolFailure`. */

import type { Review } from '../review.ts';
import type { ReviewRequest } from '../service.ts';

/** Where a review is. `ready`: its steps are planned, none has begun. */
export const SESSION_STATES = [
  'pending',
  'planning',
  'ready',
  'executing',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Whether nothing more happens. */
export function isEnded(state: SessionState): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** Bounds of the work. */
export interface ReactiveConfig {
  /** Steps that run at a time. */
  readonly maxConcurrentSteps: number;
  readonly stepTimeoutMs: number;
  /** Times that a step is tried again which took too long or was lost. */
  readonly maxRetries: number;
  /** Milliseconds after its start at which a review and all it found is erased. */
  readonly sessionTimeoutMs: number;
}

export const DEFAULT_CONFIG: ReactiveConfig = {
  maxConcurrentSteps: 2,
  stepTimeoutMs: 300_000,
  maxRetries: 2,
  sessionTimeoutMs: 7 * 24 * 3600 * 1000,
};

/** Steps that may run at a time. */
export const MOST_CONCURRENT = 4;

/** The pull request that is reviewed, as its author describes it. */
export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly description?: string;
  readonly baseBranch: string;
  readonly headBranch: string;
  readonly author?: string;
}

/** Starts a review. Its change names commits by their whole ids, so that later pushes do not matter. */
export interface StartRequest {
  readonly id: string;
  readonly pullRequest: PullRequest;
  readonly review: ReviewRequest;
  readonly config: ReactiveConfig;
}

/** A review as it is. */
export interface SessionStatus {
  readonly id: string;
  readonly pullRequest: PullRequest;
  readonly workspace: string;
  readonly state: SessionState;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Absent until it is planned. */
  readonly totalSteps?: number;
  /** Steps that have ended, those that failed included. */
  readonly endedSteps: number;
  readonly failedSteps: number;
  /** What the steps that run are about. */
  readonly running: readonly string[];
  /** Findings that steps reported, before equal ones are merged and the policy is applied. */
  readonly findings: number;
  /** Why it failed. */
  readonly error?: string;
  readonly telemetry: SessionTelemetry;
  readonly config: ReactiveConfig;
}

/** What was measured of a review. */
export interface SessionTelemetry {
  readonly elapsedMs: number;
  /** Milliseconds since a step began or ended. */
  readonly lastActivityMs: number;
  /** Whether nothing has happened for longer than a step may take, while it is executing. */
  readonly appearsStalled: boolean;
  /** Reads of files, and those of them that were answered from what was read before. */
  readonly reads: number;
  readonly hits: number;
  /** Files that are kept in memory now. */
  readonly entries: number;
}

/** What was found until now; of everything once `state` is `completed`. */
export interface SessionFindings {
  readonly status: SessionStatus;
  readonly review: Review;
  /** Whether all steps have ended and nothing of them is missing. */
  readonly complete: boolean;
}

/** One review in the background. */
export interface ReviewSessionApi {
  /** Throws when it was started before. */
  start(request: StartRequest): Promise<SessionStatus>;
  status(): Promise<SessionStatus>;
  /** What runs is given up and done again after {@link resume}. Throws when it has ended. */
  pause(): Promise<SessionStatus>;
  /** Throws when it is not paused. */
  resume(): Promise<SessionStatus>;
  /** What was found stays. Throws when it has ended otherwise. */
  cancel(): Promise<SessionStatus>;
  findings(): Promise<SessionFindings>;
  /** Deletes everything; the next call finds an empty object. */
  erase(): Promise<void>;
}
