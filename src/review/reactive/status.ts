/** The status of a review in the background. */
import { ToolFailure } from '../../lib/errors.ts';
import type { SessionStatus } from './service.ts';
import type { SessionStore } from './store.ts';

/** Milliseconds beyond the time that a step may take, after which a review counts as stalled. */
const STALLED_MS = 60_000;

/** The session as it is; `entries` are the files in memory. Throws `ToolFailure` when there is none. */
export function statusOf(store: SessionStore, entries: number, now: number): SessionStatus {
  const session = store.read();
  if (session === undefined) throw notStarted();
  const { request, state, error, createdAt, updatedAt, activeAt, endedAt, outline, reads, hits } = session;
  const { id, pullRequest, review, config } = request;
  const steps = store.steps();
  const count = (wanted: string) => steps.filter((step) => step.state === wanted).length;
  const failed = count('failed');
  const idle = (endedAt ?? now) - activeAt;
  return {
    id,
    pullRequest,
    workspace: review.workspace ?? '',
    state,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(outline !== undefined && { totalSteps: steps.length }),
    endedSteps: count('done') + failed,
    failedSteps: failed,
    running: steps.filter((step) => step.state === 'running').map(({ plan }) => plan.label),
    findings: store.findingCount(),
    ...(error !== undefined && { error }),
    telemetry: {
      elapsedMs: (endedAt ?? now) - createdAt,
      lastActivityMs: now - activeAt,
      appearsStalled: state === 'executing' && idle > config.stepTimeoutMs + STALLED_MS,
      reads,
      hits,
      entries,
    },
    config,
  };
}

/** The failure of a session that holds nothing. */
export function notStarted(): ToolFailure {
  return new ToolFailure({
    errorType: 'SESSION_NOT_FOUND',
    message: 'The review has expired, and what it found with it.',
    advice: 'Start another one with start_reactive_review.',
  });
}
